import { sentence } from '#contract/sentences.ts';
import { and, eq, sql } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import type { NewOrder, Order } from '#contract/buying/orders.ts';
import type { AcceptedOrder, QuoteAcceptance } from '#contract/buying/quotes.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { quotes, quoteVersions } from '#server/buying/order-tables/quotes.sql.ts';
import { getAnyOrder } from '#server/buying/orders/orders.ts';
import { placeOrder, type PlacingOptions } from '#server/buying/orders/place-order.ts';
import { requireWay } from './ask-quote.ts';
import { changedPromises } from './changed-promises.ts';
import { lockQuote, type LockedQuote, quoteOver, requireBuyer } from './lock-quote.ts';

/**
 * Orders what was offered. The quote is locked until the order stands: whoever else accepts it, replaces it or takes it back
 * waits, or was first. Where the order is refused, the offer stays as it was.
 * Its promise is looked at again: where goods come on another day than the offer said, the answer says so.
 * @returns the order, and whether this very call placed it
 * @throws AppError QUOTE_NOT_FOUND, QUOTE_OVER, QUOTE_REPLACED, QUOTE_EXPIRED; FORBIDDEN for staff; 400 at version,
 *   companyId; NO_DELIVERY where it was offered for elsewhere; and the refusals under Orders of the contract
 */
export async function acceptQuote(
  tx: Tx,
  caller: Caller,
  id: string,
  { version, ...wanted }: QuoteAcceptance,
  options: PlacingOptions,
): Promise<{ made: AcceptedOrder; isNew: boolean }> {
  const quote = await lockQuote(tx, caller, id);
  requireBuyer(quote);
  requireCurrent(quote, version);
  const isOrdered = quote.state === 'ordered';
  if (!isOrdered && quote.isExpired)
    throw new AppError('QUOTE_EXPIRED', sentence('This offer has expired. Ask us for a new one: nothing was ordered.'));
  const [offered] = await tx
    .select()
    .from(quoteVersions)
    .where(and(eq(quoteVersions.quoteId, id), eq(quoteVersions.version, version)));
  if (!offered) throw noSuchVersion();
  const withChanges = (order: Order) => ({ ...order, changedPromises: changedPromises(offered.lines, order.lines) });
  if (isOrdered) return { made: withChanges(await orderOf(tx, id)), isNew: false };
  const place = placeOf(quote, wanted);
  if (wanted.delivery !== undefined) requireWay(options.shop, place);
  const order: NewOrder = {
    ...wanted,
    ...place,
    lines: offered.lines.map(({ toolId, quantity, unitCents }) => ({
      toolId,
      quantity,
      unitPrice: centsToMoney(unitCents),
    })),
  };
  const { order: made } = await placeOrder(tx, caller, order, {
    ...options,
    offer: {
      quoteId: id,
      freightCents: offered.freightCents,
      units: new Map(offered.lines.map(({ toolId, priceUnit = 1, pack = null }) => [toolId, { priceUnit, pack }])),
    },
  });
  await tx
    .update(quotes)
    .set({ state: 'ordered', closedAt: sql`now()` })
    .where(eq(quotes.id, id));
  await tellNews(tx, 'quote.accepted', [id], { version });
  return { made: withChanges(made), isNew: true };
}

/** @throws AppError QUOTE_OVER, QUOTE_REPLACED; 400 at version where there is none yet */
function requireCurrent({ state, version: latest }: LockedQuote, version: number): void {
  if (state === 'declined' || state === 'withdrawn') throw quoteOver(state);
  if (version > latest) throw noSuchVersion();
  if (version < latest)
    throw new AppError(
      'QUOTE_REPLACED',
      sentence('There is a newer version of this offer. Please review it: this one was not ordered.'),
      {
        facts: { version: latest },
      },
    );
}

function noSuchVersion(): AppError {
  return invalid('version', sentence('This quote has no such version'));
}

/**
 * For whom and to where: as it was asked for, where the buyer says nothing else. Freight is offered for one country.
 * @throws AppError NO_DELIVERY; 400 at companyId
 */
function placeOf(
  quote: LockedQuote,
  { companyId, country, delivery, deliveryAddress }: Omit<QuoteAcceptance, 'version'>,
): Pick<NewOrder, 'companyId' | 'country' | 'delivery'> {
  if (companyId !== undefined && companyId !== quote.companyId)
    throw invalid('companyId', sentence('The quote is for somebody else'));
  const to = deliveryAddress?.country ?? country ?? quote.country ?? undefined;
  if (quote.country !== null && to !== quote.country) {
    const message = sentence('This offer is for delivery to another country. Ask us for an offer for this one.');
    throw new AppError('NO_DELIVERY', message, { issues: [{ path: 'country', message }] });
  }
  return {
    ...(quote.companyId === null ? {} : { companyId: quote.companyId }),
    ...(to === undefined ? {} : { country: to }),
    ...(delivery === undefined && quote.delivery === null ? {} : { delivery: delivery ?? quote.delivery! }),
  };
}

async function orderOf(tx: Tx, quoteId: string): Promise<Order> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from orders where quote_id = ${quoteId}`);
  const [order] = rows;
  if (!order) throw quoteOver('ordered');
  return getAnyOrder(tx, order.id, null);
}
