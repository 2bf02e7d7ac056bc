import { useSyncExternalStore } from 'react';
import {
  BUYING_FOR,
  type BuyingFor,
  buyerListeners,
  followBuyer,
  HAS_FIRMS,
  HEARD,
  useBuyingFor,
} from './buying-for.ts';
import { tabSession, useSession } from './tab-session.ts';

/** What is said of who buys for nobody else, where there is a choice. */
const YOURSELF = 'yourself';

/** Shows all pages of this browser for whom the signed-in user buys; the shop keeps it (queries/buying/my-buyer.ts). */
export function buyFor(firm: BuyingFor | null): void {
  const uid = tabSession().state().user?.uid;
  if (uid === undefined) return;
  window.localStorage.setItem(HEARD, uid);
  if (firm) window.localStorage.setItem(BUYING_FOR, JSON.stringify({ uid, ...firm }));
  else window.localStorage.removeItem(BUYING_FOR);
  buyerListeners.tell();
}

/** The same, and whether it is known already: what the shop keeps of somebody is heard of once in each browser. */
export function useKnownFirm(): { firm: BuyingFor | null; isKnown: boolean } {
  const { status, user } = useSession();
  const firm = useBuyingFor();
  const isKept = useSyncExternalStore(
    followBuyer,
    () => window.localStorage.getItem(BUYING_FOR) !== null,
    () => true,
  );
  const heard = useSyncExternalStore(
    followBuyer,
    () => window.localStorage.getItem(HEARD),
    () => null,
  );
  const isKnown = status === 'signed-in' ? firm !== null || heard === user.uid : status === 'signed-out' || !isKept;
  return { firm, isKnown };
}

/** For whom one buys, as it is said: a firm's name, or `yourself`; null where there is no choice. */
export function useWhom(): string | null {
  const { status } = useSession();
  const firm = useBuyingFor();
  const hasFirms = useSyncExternalStore(
    followBuyer,
    () => window.localStorage.getItem(HAS_FIRMS) !== null,
    () => false,
  );
  if (firm) return firm.name;
  return status === 'signed-in' && hasFirms ? YOURSELF : null;
}

/** Keeps whether there is a choice, for the next document. */
export function keepHasFirms(has: boolean): void {
  if (has) window.localStorage.setItem(HAS_FIRMS, 'yes');
  else window.localStorage.removeItem(HAS_FIRMS);
  buyerListeners.tell();
}
