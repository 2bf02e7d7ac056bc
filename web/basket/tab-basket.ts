import { useSyncExternalStore } from 'react';
import { oneOfTab } from '#web/api/one-of-tab.ts';
import { changeBasket, fetchBasket, joinBasket } from '#web/queries/buying/basket.ts';
import { tabSession } from '#web/session/tab-session.ts';
import type { Basket as Answer } from '#contract/buying/basket.ts';
import { inPieces } from '#contract/buying/units.ts';
import { Basket, type BasketLine, type BasketState } from './basket.ts';

export const tabBasket = oneOfTab('basket', openBasket);

function openBasket(): Basket {
  const linesOf = ({ lines }: Answer): BasketLine[] => lines.map(inPieces);
  const opened = new Basket({
    storage: window.localStorage,
    later(run, ms) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    exclusively: (run) => ('locks' in navigator ? navigator.locks.request('tradebench.basket', run) : run()),
    fetch: async () => linesOf(await fetchBasket()),
    change: async (lines) => linesOf(await changeBasket(lines)),
    join: async (lines) => linesOf(await joinBasket(lines)),
  });
  const follow = () => {
    const { status, user } = tabSession().state();
    if (status !== 'unknown') void opened.belongsTo(user?.uid ?? null);
  };
  tabSession().subscribe(follow);
  follow();
  window.addEventListener('storage', ({ key }) => opened.storageChanged(key));
  window.addEventListener('online', () => void opened.refresh());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void opened.refresh();
  });
  return opened;
}

const NOT_YET: BasketState = { lines: [], trouble: null, known: false };

/** What lies in the basket; not known on the server and until the page has come alive. */
export function useBasket(): BasketState {
  return useSyncExternalStore(
    (listener) => tabBasket().subscribe(listener),
    () => tabBasket().state(),
    () => NOT_YET,
  );
}
