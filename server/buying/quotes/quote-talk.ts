import { sentence } from '#contract/sentences.ts';
import { and, eq, sql } from 'drizzle-orm';
import { cents } from '#contract/money-sums.ts';
import { MAX_QUOTE_MESSAGES, type NewQuoteMessage, type QuoteSide } from '#contract/buying/quotes.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { type KeptNamedPrice, quoteMessages, quotes, quoteVersions } from '#server/buying/order-tables/quotes.sql.ts';
import { requireRoom } from './ask-quote.ts';
import { lockOpenQuote, lockQuote, quoteOver, requireBuyer } from './lock-quote.ts';

/**
 * Says something at a quote, or what its buyer would pay for what was offered. @returns from which side
 * @throws AppError QUOTE_NOT_FOUND, QUOTE_OVER, QUOTE_FULL, TOOL_NOT_FOUND; FORBIDDEN for prices of staff
 */
export async function sayAtQuote(
  tx: Tx,
  caller: Caller,
  id: string,
  { text, prices: named }: NewQuoteMessage,
): Promise<QuoteSide> {
  const quote = await lockOpenQuote(tx, caller, id);
  if (quote.messages >= MAX_QUOTE_MESSAGES)
    throw new AppError(
      'QUOTE_FULL',
      sentence('A quote can have at most {most, number} messages. Please continue by telephone.', {
        most: MAX_QUOTE_MESSAGES,
      }),
    );
  const side = quote.isBuyers ? 'buyer' : 'shop';
  if (named.length > 0) requireBuyer(quote);
  const prices = await ofTheOffer(tx, id, quote.version, named);
  const { userId, name } = caller;
  await tx.insert(quoteMessages).values({ id: newId(), quoteId: id, side, userId, name, text, prices });
  return side;
}

/** The prices with what the latest offer calls their tools. @throws AppError TOOL_NOT_FOUND, with every price of a tool that it does not have */
async function ofTheOffer(
  tx: Tx,
  quoteId: string,
  version: number,
  named: NewQuoteMessage['prices'],
): Promise<KeptNamedPrice[]> {
  if (named.length === 0) return [];
  const [offer] = await tx
    .select({ lines: quoteVersions.lines })
    .from(quoteVersions)
    .where(and(eq(quoteVersions.quoteId, quoteId), eq(quoteVersions.version, version)));
  const offered = new Map(offer?.lines.map((line) => [line.toolId, line]));
  const message = sentence('The latest offer has no such tool. Open the quote again to see it.');
  const issues = named.flatMap(({ toolId }, index) =>
    offered.has(toolId) ? [] : [{ path: `prices.${index}.toolId`, code: 'TOOL_NOT_FOUND' as const, message }],
  );
  if (issues.length > 0) throw new AppError('TOOL_NOT_FOUND', message, { issues });
  return named.map(({ toolId, targetPrice }) => {
    const { tool, sku, priceUnit = 1 } = offered.get(toolId)!;
    return { toolId, tool, sku, priceUnit, targetCents: cents(targetPrice) };
  });
}

/** Says that nothing comes of it. @throws AppError QUOTE_NOT_FOUND, QUOTE_OVER; FORBIDDEN for staff */
export async function declineQuote(tx: Tx, caller: Caller, id: string, reason: string): Promise<void> {
  requireBuyer(await lockOpenQuote(tx, caller, id));
  await tx
    .update(quotes)
    .set({ state: 'declined', reason: reason.trim(), closedAt: sql`now()` })
    .where(eq(quotes.id, id));
}

/**
 * Says that it was not to be declined: it is as before. @returns whether it was declined at all
 * @throws AppError QUOTE_NOT_FOUND, QUOTE_OVER, TOO_MANY_QUOTES; FORBIDDEN for staff
 */
export async function takeBackDecline(tx: Tx, caller: Caller, id: string): Promise<boolean> {
  const quote = await lockQuote(tx, caller, id);
  requireBuyer(quote);
  const { state, version, userId } = quote;
  if (state === 'withdrawn' || state === 'ordered') throw quoteOver(state);
  if (state !== 'declined') return false;
  if (version === 0 && userId !== null) await requireRoom(tx, userId);
  await tx
    .update(quotes)
    .set({ state: version === 0 ? 'asked' : 'offered', reason: '', closedAt: null })
    .where(eq(quotes.id, id));
  return true;
}
