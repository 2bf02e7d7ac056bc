import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/api/listeners.ts';
import { keptRecord } from './kept-record.ts';
import { tabSession, useSession } from './tab-session.ts';

/** The company that somebody buys for. */
export interface BuyingFor {
  id: string;
  name: string;
  /** Staff preview the shop as the company sees it; they cannot order in it. */
  isPreview?: boolean;
}

/** Where the last known choice is stored, so that pages need not wait for it; the document's head reads it, too. */
export const BUYING_FOR = 'tradebench.buying-for';
/** Where it is kept that whoever was here last belongs to a company: the document's head keeps the room of the choice. */
export const HAS_COMPANIES = 'tradebench.has-companies';
/** Whose choice this browser knows; it may be that they buy for themselves. */
export const BUYER_KNOWN = 'tradebench.buyer-heard';
/** Told as the choice changes in this tab. */
export const buyerListeners = createListeners();
let read: { text: string | null; of: string | undefined; value: BuyingFor | null } | undefined;

/** For which company whoever is signed in buys; null where for themselves. Every call names it, no session keeps it. */
export function buyingFor(): BuyingFor | null {
  const uid = tabSession().state().user?.uid;
  const text = window.localStorage.getItem(BUYING_FOR);
  // The same answer as long as nothing changed, as React asks of what it is told.
  if (read?.text !== text || read.of !== uid) read = { text, of: uid, value: parse(text, uid) };
  return read.value;
}

/** Follows the choice; null on the server and until the page has come alive. */
export function useBuyingFor(): BuyingFor | null {
  const { status } = useSession();
  const company = useSyncExternalStore(followBuyer, buyingFor, () => null);
  return status === 'signed-in' ? company : null;
}

/** Shows or hides the page's own prices: the head of the document has hidden them where a company was chosen. */
export function markCompany(isChosen: boolean): void {
  document.documentElement.toggleAttribute('data-of-company', isChosen);
}

/** Follows the choice in all tabs of this browser. */
export function followBuyer(listener: () => void): () => void {
  const stop = new AbortController();
  const forget = buyerListeners.subscribe(listener);
  window.addEventListener('storage', ({ key }) => (key === BUYING_FOR || key === BUYER_KNOWN) && listener(), {
    signal: stop.signal,
  });
  return () => {
    forget();
    stop.abort();
  };
}

function parse(text: string | null, uid: string | undefined): BuyingFor | null {
  const { uid: of, id, name, isPreview } = keptRecord(text);
  if (of === undefined || of !== uid || typeof id !== 'string' || typeof name !== 'string') return null;
  return { id, name, ...(isPreview === true ? { isPreview } : {}) };
}
