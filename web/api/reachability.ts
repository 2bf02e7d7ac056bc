import { createListeners } from './listeners.ts';
import { released } from './press.ts';

/** How long it waits between two looks at a shop that does not answer, in ms (spec §9: 5 s when offline). */
const AGAIN_AFTER_MS = 5_000;

const listeners = createListeners();
let reachable = true;
let looking = false;

/**
 * Whether the shop answers, as far as this tab knows. The browser's own word is not enough: a shop on the same machine
 * answers without a network, and a network may lead nowhere.
 */
export const reachability = {
  now: () => reachable,
  subscribe: listeners.subscribe,
};

/** Something indicates that the shop cannot be reached: looks, and goes on looking until it can. */
export async function suspectOffline(): Promise<void> {
  if (looking) return;
  looking = true;
  for (;;) {
    const answers = await fetch('/healthz', { cache: 'no-store' }).then(
      () => true,
      () => false,
    );
    await released();
    become(answers);
    if (answers) break;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, AGAIN_AFTER_MS);
      window.addEventListener('online', () => resolve(void clearTimeout(timer)), { once: true });
    });
  }
  looking = false;
}

function become(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  listeners.tell();
}

/** Follows the browser's word that there is no network. */
export function watchReachability(): void {
  window.addEventListener('offline', () => void suspectOffline());
}
