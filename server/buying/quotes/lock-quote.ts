import { type Sentence, sentence } from '#contract/sentences.ts';
import { sql } from 'drizzle-orm';
import { QUOTE_OVER_STATES, type QuoteState } from '#contract/buying/quotes.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { quoteNotFound } from './read-quotes.ts';
import { isBuyers, seenBy } from './whose-quotes.ts';

/** What decides what may be done to a quote, as it is while it is locked. */
export interface LockedQuote extends Record<string, unknown> {
  id: string;
  number: number;
  state: Exclude<QuoteState, 'expired'>;
  /** Whether the last day of its latest version is over, by the database's clock. */
  isExpired: boolean;
  /** Whether the caller is of those who buy. */
  isBuyers: boolean;
  userId: string | null;
  companyId: string | null;
  country: string | null;
  delivery: string | null;
  version: number;
  versions: number;
  messages: number;
}

/**
 * Whoever does something to a quote waits for the others here, before they lock anything else (docs/decisions/361).
 * @throws AppError QUOTE_NOT_FOUND, also where it is somebody else's
 */
export async function lockQuote(tx: Tx, caller: Caller, id: string): Promise<LockedQuote> {
  // By itself: a statement that waited for the lock reads other tables as they were before.
  await tx.execute(sql`select from quotes q where q.id = ${id} and ${seenBy(caller)} for no key update of q`);
  const { rows } = await tx.execute<LockedQuote>(sql`
    select q.id, q.number::float8 as number, q.state, coalesce(q.valid_until < shop_today(), false) as "isExpired",
      coalesce(${isBuyers(caller)}, false) as "isBuyers", q.user_id as "userId", q.company_id as "companyId",
      q.country, q.delivery,
      q.version, (select count(*)::int from quote_versions where quote_id = q.id) as versions,
      (select count(*)::int from quote_messages where quote_id = q.id) as messages
    from quotes q where q.id = ${id} and ${seenBy(caller)}`);
  const [quote] = rows;
  if (!quote) throw quoteNotFound();
  return quote;
}

/** The same of a quote to which something can still be done. @throws AppError QUOTE_NOT_FOUND, QUOTE_OVER */
export async function lockOpenQuote(tx: Tx, caller: Caller, id: string): Promise<LockedQuote> {
  const quote = await lockQuote(tx, caller, id);
  if (QUOTE_OVER_STATES.includes(quote.state)) throw quoteOver(quote.state);
  return quote;
}

const OVER_BY: Partial<Record<QuoteState, Sentence>> = {
  declined: sentence('This quote was declined. It can no longer be changed unless its buyer undoes that.'),
  withdrawn: sentence('This quote was withdrawn and can no longer be changed.'),
  ordered: sentence('This quote was ordered and can no longer be changed. Contact us about the order.'),
};

export function quoteOver(state: QuoteState): AppError {
  return new AppError('QUOTE_OVER', OVER_BY[state] ?? sentence('This quote is closed.'), { facts: { state } });
}

/** @throws AppError FORBIDDEN for staff who are not of those who buy */
export function requireBuyer({ isBuyers }: LockedQuote): void {
  if (!isBuyers) throw new AppError('FORBIDDEN', sentence('Only the buyer may do this.'));
}
