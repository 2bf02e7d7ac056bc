import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/api/listeners.ts';
import { keptRecord } from './kept-record.ts';
import { tabSession, useSession } from './tab-session.ts';

/** The firm that somebody buys for in this browser. */
export interface BuyingFor {
  id: string;
  name: string;
  /** Staff look at the shop as the firm sees it; they order nothing so. */
  isPreview?: boolean;
}

/** Where the choice is kept; the document's head looks at it, too. */
export const BUYING_FOR = 'tradebench.buying-for';
/** Where it is kept that whoever was here last belongs to a firm: the document's head keeps the room of the choice. */
export const HAS_FIRMS = 'tradebench.has-firms';
const listeners = createListeners();
let read: { text: string | null; of: string | undefined; value: BuyingFor | null } | undefined;

/** For which firm whoever is signed in buys; null where for themselves. Every call names it, no session keeps it. */
export function buyingFor(): BuyingFor | null {
  const uid = tabSession().state().user?.uid;
  const text = window.localStorage.getItem(BUYING_FOR);
  // The same answer as long as nothing changed, as React asks of what it is told.
  if (read?.text !== text || read.of !== uid) read = { text, of: uid, value: parse(text, uid) };
  return read.value;
}

/** Chooses for whom the signed-in user buys from now on, in all tabs of this browser. */
export function buyFor(firm: BuyingFor | null): void {
  const uid = tabSession().state().user?.uid;
  if (firm && uid !== undefined) window.localStorage.setItem(BUYING_FOR, JSON.stringify({ uid, ...firm }));
  else window.localStorage.removeItem(BUYING_FOR);
  listeners.tell();
}

/** Follows the choice; null on the server and until the page has come alive. */
export function useBuyingFor(): BuyingFor | null {
  const { status } = useSession();
  const firm = useSyncExternalStore(subscribe, buyingFor, () => null);
  return status === 'signed-in' ? firm : null;
}

/** The same, and whether it is known already: as long as nobody knows who is signed in, it may be the firm that is kept here. */
export function useKnownFirm(): { firm: BuyingFor | null; isKnown: boolean } {
  const { status } = useSession();
  const firm = useBuyingFor();
  const isKept = useSyncExternalStore(
    subscribe,
    () => window.localStorage.getItem(BUYING_FOR) !== null,
    () => true,
  );
  return { firm, isKnown: status !== 'unknown' || !isKept };
}

/** Keeps whether there is a choice, for the next document. */
export function keepHasFirms(has: boolean): void {
  if (has) window.localStorage.setItem(HAS_FIRMS, 'yes');
  else window.localStorage.removeItem(HAS_FIRMS);
}

/** Lets the page's own prices be seen, or not: the head of the document has hidden them where a firm was chosen. */
export function markFirm(isChosen: boolean): void {
  document.documentElement.toggleAttribute('data-of-firm', isChosen);
}

function subscribe(listener: () => void): () => void {
  const stop = new AbortController();
  const forget = listeners.subscribe(listener);
  window.addEventListener('storage', ({ key }) => key === BUYING_FOR && listener(), { signal: stop.signal });
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
