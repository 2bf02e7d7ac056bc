import { useSyncExternalStore } from 'react';
import type { Order } from '#contract/buying/orders.ts';
import { ApiError } from '#web/api/api-error.ts';
import { createListeners } from '#web/api/listeners.ts';
import { MOMENT_MS, within } from '#web/api/within.ts';
import { keptRecord } from '#web/session/kept-record.ts';
import { useSession, userCall } from '#web/session/tab-session.ts';

/** What is bought: what lies in the basket, one tool on its page, or what somebody orders on the telephone. */
export type PurchasePlace = 'basket' | 'telephone' | `tool ${string}`;

/** An order that was sent and is not answered yet. */
export interface SentOrder {
  /** Its Idempotency-Key: whatever is sent for the same purchase until an answer comes is sent with it. */
  key: string;
  /** When it was sent first, in ms since 1970. */
  at: number;
  /** For whom staff sent it. */
  customer?: string;
  /** Whoever sent it was told that it did not reach the shop. */
  isTold?: boolean;
}

/** Kept in the browser, so that neither a reload nor another tab makes a second order of the same purchase. */
const KEPT = 'tradebench.sent-orders';

const listeners = createListeners();
/** Keys of orders that this tab still waits for. */
const underWay = new Set<string>();
let read: { text: string | null; all: ReturnType<typeof keptRecord> } | undefined;

/** The order of a purchase of this user that has no answer yet. */
export function sentOrder(uid: string, bought: PurchasePlace): SentOrder | null {
  const kept = all()[nameOf(uid, bought)];
  return isSent(kept) ? kept : null;
}

/** Keeps that an order is about to be sent. */
export function keepSent(uid: string, bought: PurchasePlace, sent: SentOrder): void {
  underWay.add(sent.key);
  write({ ...all(), [nameOf(uid, bought)]: sent });
}

/** Remembers that the sender was told that the order did not reach the shop. */
export function markTold(uid: string, bought: PurchasePlace, sent: SentOrder): void {
  write({ ...all(), [nameOf(uid, bought)]: { ...sent, isTold: true } });
}

/** This tab waits for it no more; it may be placed nonetheless. */
export function giveUp({ key }: SentOrder): void {
  underWay.delete(key);
  listeners.tell();
}

/** It is known what became of it. */
export function settleSent(uid: string, bought: PurchasePlace, { key }: SentOrder): void {
  underWay.delete(key);
  const { [nameOf(uid, bought)]: _settled, ...others } = all();
  write(others);
}

/** The order that a key placed; null where it placed none. @throws ApiError where that cannot be said */
export async function findSent({ key, customer }: SentOrder): Promise<Order | null> {
  const query = { key, ...(customer === undefined ? {} : { customer }) };
  try {
    return await within(MOMENT_MS, (signal) => userCall('GET /order-of-key', { query, signal }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ORDER_NOT_FOUND') return null;
    throw error;
  }
}

/** The order of a purchase whose answer was lost; null while this tab itself waits for it. */
export function useLostOrder(bought: PurchasePlace): SentOrder | null {
  const { user } = useSession();
  const uid = user?.uid;
  return useSyncExternalStore(
    subscribe,
    () => {
      const sent = uid === undefined ? null : sentOrder(uid, bought);
      return sent && !underWay.has(sent.key) ? sent : null;
    },
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  const stop = new AbortController();
  const forget = listeners.subscribe(listener);
  window.addEventListener('storage', ({ key }) => key === KEPT && listener(), { signal: stop.signal });
  return () => {
    forget();
    stop.abort();
  };
}

const nameOf = (uid: string, bought: PurchasePlace) => `${uid} ${bought}`;

/** The same objects as long as nothing changed, as React asks of what it is told. */
function all(): ReturnType<typeof keptRecord> {
  const text = window.localStorage.getItem(KEPT);
  if (read?.text !== text) read = { text, all: keptRecord(text) };
  return read.all;
}

function write(next: ReturnType<typeof keptRecord>): void {
  window.localStorage.setItem(KEPT, JSON.stringify(next));
  listeners.tell();
}

function isSent(value: unknown): value is SentOrder {
  return (
    typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string' && 'at' in value
  );
}
