import type Stripe from 'stripe';
import type { Params } from './params.ts';
import type { Query } from './store.ts';

/** The API version that the objects here are shaped by; the SDK's type makes an update of the SDK visible. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

/** One call of the API in its transaction. */
export interface Call {
  tx: Query;
  params: Params;
  /** A publishable key may only do what the buyer's browser must. */
  key: 'secret' | 'publishable';
  /** The API version that the caller asks for, such as `2026-10-28.endive`. */
  version: string;
  /** Seconds since 1970, as Stripe counts. */
  now: number;
  /** Where the buyer's browser finds the sandbox's pages, without a slash at the end. */
  pagesUrl: string;
  /** Records an event and queues its webhooks, in the same transaction. */
  emit: (type: Stripe.Event['type'], object: object, previous?: object) => Promise<void>;
}

export interface Answer {
  status: number;
  body: object;
}

export function ok(body: object): Answer {
  return { status: 200, body };
}
