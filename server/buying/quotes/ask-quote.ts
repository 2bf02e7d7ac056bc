import { sentence } from '#contract/sentences.ts';
import { and, eq, sql } from 'drizzle-orm';
import { cents } from '#contract/money-sums.ts';
import { type ShopTerms, termsFor, type Wish } from '#contract/buying/pricing.ts';
import { MAX_ASKED_QUOTES, type NewQuote } from '#contract/buying/quotes.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { companyThatBuys } from '#server/buying/orders/order-for-company.ts';
import { customerOf } from '#server/buying/orders/place-for-customer.ts';
import type { Customer } from '#server/buying/orders/place-order.ts';
import { type KeptOffer, type KeptWish, quoteMessages, quotes } from '#server/buying/order-tables/quotes.sql.ts';
import { type InPieces, requirePieces } from '#server/buying/pricing/lines-in-pieces.ts';
import { findTools, type KnownTool } from '#server/buying/pricing/price-lines.ts';
import { record } from '#server/people/audit/audit.ts';
import { sayQuoteNumber } from './read-quotes.ts';

/**
 * Asks for a price: a buyer for themselves or their company, staff for a customer.
 * @returns the id of the quote, and whether staff asked
 * @throws AppError FORBIDDEN, USER_NOT_FOUND, COMPANY_NOT_FOUND, COMPANY_NOT_ACTIVE, COMPANY_ON_HOLD, TOOL_NOT_FOUND,
 *   UNKNOWN_UNIT, NO_DELIVERY, TOO_MANY_QUOTES
 */
export async function askQuote(
  tx: Tx,
  caller: Caller,
  asked: NewQuote,
  shop: ShopTerms,
): Promise<{ id: string; byStaff: boolean }> {
  const byStaff = asked.customer !== undefined && asked.customer !== caller.email;
  const buyer = byStaff ? await customerAskedFor(tx, caller, asked.customer!) : caller;
  const company =
    asked.companyId === undefined
      ? null
      : await companyThatBuys(rawInTransaction(tx), buyer.userId, asked.companyId, byStaff);
  const tools = await toolsOf(tx, asked.lines);
  requireWay(shop, asked);
  await requireRoom(tx, buyer.userId);
  const wanted = requirePieces(asked.lines, tools).map(({ toolId, quantity, pack = null, targetPrice }): KeptWish => ({
    toolId,
    quantity,
    ...saidOf(tools.get(toolId)!, pack),
    ...(targetPrice === undefined ? {} : { targetCents: cents(targetPrice) }),
  }));
  const id = newId();
  const [made] = await tx
    .insert(quotes)
    .values({
      id,
      userId: buyer.userId,
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      companyId: asked.companyId ?? null,
      companyName: company?.name ?? '',
      country: asked.country ?? null,
      delivery: asked.delivery ?? null,
      wanted,
      words: '',
    })
    .returning({ number: quotes.number });
  await writeWords(tx, id, []);
  if (asked.message !== undefined && asked.message.trim() !== '') {
    const { userId, name } = caller;
    const side = byStaff ? 'shop' : 'buyer';
    await tx.insert(quoteMessages).values({ id: newId(), quoteId: id, side, userId, name, text: asked.message });
  }
  await tellNews(tx, 'quote.asked', [id]);
  if (byStaff)
    await record(tx, caller, 'quote.asked', id, { number: sayQuoteNumber(made!.number), email: buyer.email });
  return { id, byStaff };
}

/** What a line of a quote keeps of how its tool is counted and priced today. */
export function saidOf({ priceUnit }: KnownTool, pack: InPieces<{ toolId: string; quantity: number }>['pack']) {
  return {
    ...(priceUnit === 1 ? {} : { priceUnit }),
    ...(pack ? { pack: { code: pack.code, name: pack.name, pieces: pack.pieces } } : {}),
  };
}

/** What a quote is found by: who asks for it, and what is wanted and offered. */
export async function writeWords(tx: Tx, id: string, offered: KeptOffer[]): Promise<void> {
  await tx.execute(
    sql`update quotes q set words = quote_words(q, ${JSON.stringify(offered)}::jsonb) where q.id = ${id}`,
  );
}

/** Tools that are for sale, by their ids. @throws AppError TOOL_NOT_FOUND, with every line that is of none */
export async function toolsOf(tx: Tx, lines: readonly { toolId: string }[]): Promise<Map<string, KnownTool>> {
  const tools = await findTools(
    rawInTransaction(tx),
    lines.map(({ toolId }) => toolId),
  );
  const message = sentence('There is no such tool, or it is no longer sold.');
  const issues = lines.flatMap(({ toolId }, index) =>
    tools.has(toolId) ? [] : [{ path: `lines.${index}.toolId`, code: 'TOOL_NOT_FOUND' as const, message }],
  );
  if (issues.length > 0) throw new AppError('TOOL_NOT_FOUND', message, { issues });
  return tools;
}

function customerAskedFor(tx: Tx, staff: Caller, email: string): Promise<Customer> {
  if (!callerMay(staff, 'quotes'))
    throw new AppError('FORBIDDEN', sentence('Only sales staff may request a quote for somebody else.'), {
      issues: [{ path: 'customer', message: sentence('You may only request quotes for yourself') }],
    });
  return customerOf(tx, email);
}

/** Without a way nothing is refused: that is what one asks for. @throws AppError NO_DELIVERY */
export function requireWay(shop: ShopTerms, { country, delivery }: Wish): void {
  if (delivery === undefined || termsFor(shop, { country, delivery }).ways.length > 0) return;
  const message = sentence('This delivery method is not available there. Choose another, or leave it open.');
  throw new AppError('NO_DELIVERY', message, { issues: [{ path: 'delivery', message }] });
}

/** @throws AppError TOO_MANY_QUOTES */
export async function requireRoom(tx: Tx, userId: string): Promise<void> {
  const asked = await tx.$count(quotes, and(eq(quotes.userId, userId), eq(quotes.state, 'asked')));
  if (asked >= MAX_ASKED_QUOTES)
    throw new AppError(
      'TOO_MANY_QUOTES',
      sentence('{most, number} quotes are already waiting for an answer. Decline one that you no longer need.', {
        most: MAX_ASKED_QUOTES,
      }),
      { retryAfter: 3600 },
    );
}
