import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/api/listeners.ts';
import { keptRecord } from '#web/session/kept-record.ts';
import { tabSession } from '#web/session/tab-session.ts';
import type { Basket } from './basket.ts';
import { VISITOR_KEY } from './visitor-key.ts';

let loaded: Promise<Basket> | undefined;
let basket: Basket | undefined;
const listeners = createListeners();

/** The tab's basket, whose script public pages fetch only when somebody is about to use it. */
export function loadBasket(): Promise<Basket> {
  loaded ??= import('./tab-basket.ts')
    .then(({ tabBasket }) => {
      const found = tabBasket();
      basket = found;
      found.subscribe(listeners.tell);
      listeners.tell();
      return found;
    })
    // Behind it, where the build leaves it: what the script needs is asked for in front of it.
    .catch((error: unknown) => {
      // Fetched anew at the next try.
      loaded = undefined;
      throw error;
    });
  return loaded;
}

function countOf(): number {
  if (basket) return basket.state().lines.length;
  if (tabSession().state().status !== 'signed-out') return 0;
  const { lines } = keptRecord(window.localStorage.getItem(VISITOR_KEY));
  return Array.isArray(lines) ? lines.length : 0;
}

function subscribe(listener: () => void): () => void {
  const forget = listeners.subscribe(listener);
  // A customer's basket is at the shop; a visitor's count stands in this browser.
  const follow = () => {
    if (tabSession().state().status === 'signed-in') loadBasket().catch(() => {});
    listener();
  };
  const stop = tabSession().subscribe(follow);
  window.addEventListener('storage', listener);
  follow();
  return () => {
    forget();
    stop();
    window.removeEventListener('storage', listener);
  };
}

/** How many lines lie in the basket; 0 on the server and until that is known. */
export function useBasketCount(): number {
  return useSyncExternalStore(subscribe, countOf, () => 0);
}
