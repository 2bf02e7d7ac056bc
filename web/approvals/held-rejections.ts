import { useSyncExternalStore } from 'react';

/** How long a rejection can be undone before it is sent, in ms. */
export const UNDO_MS = 10_000;

interface Rejection {
  /** `The order`, or `3 orders`. */
  what: string;
  why: string;
}

interface WaitingRejection {
  rejection: Rejection;
  send: (isLeaving: boolean) => void;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Rejections that are still with the browser, by what they are of. They outlive the part of the page that they were made in: whoever goes
 * on to another page has rejected all the same, and so has whoever closes the tab.
 */
const held = new Map<string, WaitingRejection>();
const listeners = new Set<() => void>();

/** Keeps a rejection for as long as it can be undone, then sends it. @param send told whether the page is being left */
export function holdRejection(key: string, rejection: Rejection, send: (isLeaving: boolean) => void): void {
  if (held.size === 0) window.addEventListener('pagehide', sendAll);
  held.set(key, { rejection, send, timer: setTimeout(() => take(key)?.send(false), UNDO_MS) });
  tell();
}

/** Sends nothing. @returns why it was rejected; null where it is sent already */
export function undoRejection(key: string): string | null {
  return take(key)?.rejection.why ?? null;
}

/** What is kept under a name; null where nothing is. */
export function useHeldRejection(key: string): Rejection | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => held.get(key)?.rejection ?? null,
    () => null,
  );
}

function take(key: string): WaitingRejection | undefined {
  const one = held.get(key);
  if (!one) return undefined;
  clearTimeout(one.timer);
  held.delete(key);
  if (held.size === 0) window.removeEventListener('pagehide', sendAll);
  tell();
  return one;
}

function sendAll(): void {
  for (const key of held.keys()) take(key)?.send(true);
}

function tell(): void {
  for (const listener of listeners) listener();
}
