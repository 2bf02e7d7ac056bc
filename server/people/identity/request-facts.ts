import { AsyncLocalStorage } from 'node:async_hooks';
import type { CookieSession } from './cookie-session.ts';

/** What is known of the request that is being answered, for code that better-auth calls back. */
export interface RequestFacts {
  /** Whose session cookie came with the request, where it still stands. */
  session: CookieSession | null;
  /** The part of the client's address that one customer has. */
  network: string;
  /** The last failure during this request: better-auth turns some into answers that blame the caller. */
  fault?: unknown;
}

export const requestFacts = new AsyncLocalStorage<RequestFacts>();

/** Remembers a failure that better-auth is about to swallow. */
export function noteFault(error: unknown): void {
  const facts = requestFacts.getStore();
  if (facts) facts.fault = error;
}
