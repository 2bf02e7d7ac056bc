import { useSyncExternalStore } from 'react';
import {
  BUYING_FOR,
  type BuyingFor,
  buyerListeners,
  followBuyer,
  HAS_COMPANIES,
  BUYER_KNOWN,
  useBuyingFor,
} from './buying-for.ts';
import { tabSession, useSession } from './tab-session.ts';

/** The words for buying for oneself, where there is a choice. */
const YOURSELF = 'yourself';

/** Shows all pages of this browser for whom the signed-in user buys; the shop keeps it (queries/buying/my-buyer.ts). */
export function buyFor(company: BuyingFor | null): void {
  const uid = tabSession().state().user?.uid;
  if (uid === undefined) return;
  window.localStorage.setItem(BUYER_KNOWN, uid);
  if (company) window.localStorage.setItem(BUYING_FOR, JSON.stringify({ uid, ...company }));
  else window.localStorage.removeItem(BUYING_FOR);
  buyerListeners.tell();
}

/** The same, and whether it is known already: what the shop keeps of somebody is heard of once in each browser. */
export function useKnownCompany(): { company: BuyingFor | null; isKnown: boolean } {
  const { status, user } = useSession();
  const company = useBuyingFor();
  const isKept = useSyncExternalStore(
    followBuyer,
    () => window.localStorage.getItem(BUYING_FOR) !== null,
    () => true,
  );
  const heard = useSyncExternalStore(
    followBuyer,
    () => window.localStorage.getItem(BUYER_KNOWN),
    () => null,
  );
  const isKnown = status === 'signed-in' ? company !== null || heard === user.uid : status === 'signed-out' || !isKept;
  return { company, isKnown };
}

/** For whom one buys, as it is said: a company's name, or `yourself`; null where there is no choice. */
export function useWhom(): string | null {
  const { status } = useSession();
  const company = useBuyingFor();
  const hasCompanies = useSyncExternalStore(
    followBuyer,
    () => window.localStorage.getItem(HAS_COMPANIES) !== null,
    () => false,
  );
  if (company) return company.name;
  return status === 'signed-in' && hasCompanies ? YOURSELF : null;
}

/** Keeps whether there is a choice, for the next document. */
export function keepHasCompanies(has: boolean): void {
  if (has) window.localStorage.setItem(HAS_COMPANIES, 'yes');
  else window.localStorage.removeItem(HAS_COMPANIES);
  buyerListeners.tell();
}
