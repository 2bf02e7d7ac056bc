import { sentence } from '#contract/sentences.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { WhatClosingGives } from '#contract/buying/orders.ts';
import { centsToMoney } from '#contract/money.ts';
import { requireKnownNumbers } from '#server/buying/invoices/known-numbers.ts';
import { STATES } from '#server/buying/order-life/order-life.ts';
import { isHeld, orderNotFound, requireApproved } from '#server/buying/orders/orders.ts';
import { mayChange, requireChange, seenBy } from '#server/buying/orders/whose-orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { returnToStock } from '#server/catalogue/tools/stock.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { type LetterSources, queueOrderLetter } from '#server/money/letters/order-letter.ts';
import { keepFulfilment, leftToShip, type OrderedLine } from '#server/money/shipments/left-to-ship.ts';
import { record } from '#server/people/audit/audit.ts';
import { namedLines } from '#server/people/mail/named-lines.ts';
import { plainName } from '#server/people/mail/plain-name.ts';
import { freed, giveBack, type RefundDecision, refundMethod } from './order-refunds.ts';
import { priceOfRest } from './what-goes-back.ts';

type OrderRow = typeof orders.$inferSelect;

/**
 * Closes what has not left the house of an order that is paid or owed: it never will, its stock is free, and its price goes back or is
 * credited, as a refund of it would be. Where nothing left, that is the whole order with its freight. By staff, or, while nothing left of
 * an order that is owed, by whoever may change it. Under the order's lock, so that a shipment comes before it or not at all.
 * @returns the refund, null where the rest costs nothing, and the ids of the tools whose stock rose
 * @throws AppError ORDER_NOT_FOUND, APPROVAL_NEEDED, ORDER_NOT_PAID, ORDER_OVER, FORBIDDEN, NUMBERS_UNKNOWN
 */
export async function closeOrder(
  tx: Tx,
  sources: LetterSources,
  actor: Caller,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<{ refund: RefundDecision['row'] | null; restocked: string[] }> {
  const order = await orderToClose(tx, actor, orderId, 'locked');
  const left = await leftToShip(tx, orderId);
  requireRest(order, left, callerMay(actor, 'orders.change'));
  await requireKnownNumbers(tx, 'credit-note');
  const rest = await priceOfRest(tx, order, left);
  await tx
    .update(orders)
    .set({ restClosedAt: sql`now()`, restClosedReason: reason })
    .where(eq(orders.id, orderId));
  const said = { id: newId(), reason, requestHash: null, why: `Rest of order ${order.number} closed: ${reason}` };
  const given = rest.amountCents > 0 ? await giveBack(tx, actor, order, said, rest) : null;
  if (!given) await returnToStock(tx, actor, await freed(tx, orderId, rest.pieces), said.why);
  await keepFulfilment(tx, orderId);
  await tellNews(tx, 'order.changed', [orderId]);
  await record(tx, actor, 'order.closed', orderId, {
    number: String(order.number),
    pieces: left.reduce((sum, line) => sum + line.left, 0),
    reason,
  });
  await queueClosedLetter(tx, sources, order, left, reason);
  return { refund: given?.row ?? null, restocked: rest.pieces.map(({ toolId }) => toolId) };
}

/**
 * What closing it would come to now, and what is not charged because it was never invoiced.
 * @throws AppError ORDER_NOT_FOUND, APPROVAL_NEEDED, ORDER_NOT_PAID, ORDER_OVER, FORBIDDEN
 */
export async function whatClosingGives(tx: Tx, caller: Caller, orderId: string): Promise<WhatClosingGives> {
  const order = await orderToClose(tx, caller, orderId, 'as it is');
  const left = await leftToShip(tx, orderId);
  requireRest(order, left, callerMay(caller, 'orders.change'));
  const { amountCents, credit } = await priceOfRest(tx, order, left);
  const uninvoicedCents = credit?.uninvoicedCents ?? 0;
  const { method } = await refundMethod(tx, order, amountCents);
  return {
    pieces: left.reduce((sum, line) => sum + line.left, 0),
    amount: centsToMoney(amountCents - uninvoicedCents),
    uninvoiced: centsToMoney(uninvoicedCents),
    method,
  };
}

/** @throws AppError ORDER_NOT_FOUND, also for somebody else's; FORBIDDEN for who sees it and may not change it */
async function orderToClose(tx: Tx, caller: Caller, orderId: string, how: 'locked' | 'as it is'): Promise<OrderRow> {
  const isStaff = callerMay(caller, 'orders.change');
  const query = tx
    .select({ order: orders, mayChange: mayChange(caller.userId) })
    .from(orders)
    .where(and(eq(orders.id, orderId), isStaff || callerMay(caller, 'orders.read') ? undefined : seenBy(caller)));
  const [found] = await (how === 'locked' ? query.for('update') : query);
  if (!found) throw orderNotFound();
  if (!isStaff) requireChange(found.mayChange);
  return found.order;
}

/** @throws AppError APPROVAL_NEEDED, ORDER_NOT_PAID, ORDER_OVER; FORBIDDEN where only the shop may close what is left */
function requireRest({ state, fulfilment }: OrderRow, left: OrderedLine[], isStaff: boolean): void {
  requireApproved(state);
  if (isHeld(state))
    throw new AppError('ORDER_NOT_PAID', sentence('This order is not paid yet. Delete or cancel it instead.'));
  if (STATES[state].isOver || left.every((line) => line.left === 0))
    throw new AppError('ORDER_OVER', sentence('Nothing of this order is left to close.'));
  if (!isStaff && (state !== 'open' || fulfilment !== 'none'))
    throw new AppError('FORBIDDEN', sentence('This order is paid or partly shipped. Please ask us to close the rest.'));
}

async function queueClosedLetter(
  tx: Tx,
  sources: LetterSources,
  order: OrderRow,
  left: OrderedLine[],
  reason: string,
): Promise<void> {
  const isWhole = left.every(({ shipped }) => shipped === 0);
  const lines = left
    .filter((line) => line.left > 0)
    .map(({ toolName: tool, sku, left: quantity }) => ({ tool, sku, quantity }));
  const number = String(order.number);
  await queueOrderLetter(tx, sources, order, (say) => {
    const { named, more } = namedLines(lines, say);
    return {
      heading: isWhole
        ? say('Your order {number} was closed', { number })
        : say('The rest of your order {number} was closed', { number }),
      paragraphs: [
        say('Dear {name}, these pieces of your order will not be delivered:', { name: plainName(order.name) }),
        ...named.map(({ name }) => name),
        ...more,
        say('Reason: {reason}', { reason }),
        order.toInvoiceCents === null
          ? say('What you owe or paid for them is credited or refunded; you get a credit note for it.')
          : say('They were not invoiced, and will not be.'),
      ],
    };
  });
}
