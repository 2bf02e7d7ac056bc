import { sentence } from '#contract/sentences.ts';
import { hash } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import { centsToMoney, moneyToCents } from '#contract/money.ts';
import type { NewRefund } from '#contract/money/refunds.ts';
import { requireKnownNumbers } from '#server/buying/invoices/known-numbers.ts';
import { REASONS } from '#server/buying/invoices/refund-reasons.ts';
import { STATES } from '#server/buying/order-life/order-life.ts';
import { isOver, orderNotFound } from '#server/buying/orders/orders.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { refundLines, refunds } from '#server/buying/order-tables/payments.sql.ts';
import { releasePromises } from '#server/catalogue/promises/serve-waiting.ts';
import { lockTools } from '#server/catalogue/tools/lock-tools.ts';
import { returnToStock } from '#server/catalogue/tools/stock.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { keepFulfilment } from '#server/money/shipments/left-to-ship.ts';
import { record } from '#server/people/audit/audit.ts';
import { balanceOf } from './balance-of.ts';
import { takeDiscountBack } from './cash-discounts.ts';
import type { CreditByInvoice } from './credit-by-invoice.ts';
import type { RefundedPieces } from './refunded-pieces.ts';
import { requireWithinLimit } from './refund-limit.ts';
import { takeWriteOffBack } from './take-write-off-back.ts';
import { type GoesBack, promisedOf, whatGoesBack } from './what-goes-back.ts';

type RefundRow = typeof refunds.$inferSelect;
type OrderRow = typeof orders.$inferSelect;

/** What a decision to refund came to. */
export interface RefundDecision {
  row: RefundRow;
  /** Whether it was decided by this very call. */
  isNew: boolean;
  /** Tools whose stock rose. */
  restocked: string[];
}

/**
 * Decides that money of a paid order goes back, or that an owed order is owed less, under the order's lock, so that two people together never give back more
 * than was paid, nor more pieces than were ordered; the provider is told after the commit. Pieces that had not left the
 * house are not to be shipped any more from here on.
 * @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID, REFUND_TOO_LARGE {refundable}, MORE_THAN_ORDERED, MORE_THAN_SHIPPED,
 *   IDEMPOTENCY_MISMATCH, REFUND_LIMIT {limit, left}
 */
export async function decideRefund(
  tx: Tx,
  actor: Caller,
  orderId: string,
  wanted: NewRefund,
  idempotencyKey: string | undefined,
): Promise<RefundDecision> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order || isOver(order.state)) throw orderNotFound();
  if (!STATES[order.state].isInvoiced) {
    throw new AppError('ORDER_NOT_PAID', sentence('This order is not paid, so there is nothing to refund.'));
  }
  if (wanted.reason in REASONS) throw invalid('reason', sentence('Give the reason in your own words'));
  const id = idempotencyKey === undefined ? newId() : idOf(orderId, actor.userId, idempotencyKey);
  const hash = hashOf(wanted);
  const [earlier] = await tx.select().from(refunds).where(eq(refunds.id, id));
  if (earlier) {
    if (earlier.requestHash !== hash) {
      throw new AppError(
        'IDEMPOTENCY_MISMATCH',
        sentence('This Idempotency-Key was used for another refund. Use a new key.'),
      );
    }
    return { row: earlier, isNew: false, restocked: [] };
  }
  await requireKnownNumbers(tx, 'credit-note');
  const why = `Refund of order ${order.number}: ${wanted.reason}`;
  const goesBack = await whatGoesBack(tx, order, wanted);
  const before = Math.max(order.refundedCents, (await promisedOf(tx, order)).cents);
  await requireWithinLimit(tx, actor, before, goesBack.amountCents);
  return giveBack(tx, actor, order, { id, reason: wanted.reason, requestHash: hash, why }, goesBack);
}

/**
 * Writes down that so much of an order goes back, with its pieces and what of them goes into stock. The caller has locked the order.
 * @param said `why` is what the history of the stock says
 */
export async function giveBack(
  tx: Tx,
  actor: Caller,
  order: OrderRow,
  {
    why,
    ...said
  }: Pick<RefundRow, 'id' | 'reason' | 'requestHash'> &
    Partial<Pick<RefundRow, 'returnId' | 'feeCents'>> & { why: string },
  { amountCents, taxCents, pieces, credit }: GoesBack,
): Promise<RefundDecision> {
  const orderId = order.id;
  const { id, reason } = said;
  const way = await refundMethod(tx, order, amountCents);
  const [row] = await tx
    .insert(refunds)
    .values({
      ...said,
      orderId,
      ...way,
      amountCents,
      taxCents,
      ...(credit ? keptOf(credit) : {}),
    })
    .returning();
  if (credit)
    await tx
      .update(orders)
      .set({ toInvoiceCents: sql`${orders.toInvoiceCents} - ${credit.uninvoicedCents}` })
      .where(eq(orders.id, orderId));
  if (way.method === 'credit')
    for (const part of credit?.byInvoice ?? (await ofOnlyInvoice(tx, order, amountCents))) {
      await takeWriteOffBack(tx, actor, order, part);
      await takeDiscountBack(tx, actor, order, part);
    }
  const restocked = pieces.filter((line) => line.restocked > 0);
  if (pieces.length > 0) {
    await tx.insert(refundLines).values(pieces.map((line) => ({ refundId: id, orderId, ...line })));
    await keepFulfilment(tx, orderId);
    await tellNews(tx, 'order.refunded', [orderId]);
    await returnToStock(tx, actor, await freed(tx, orderId, pieces), why);
  }
  await record(tx, actor, 'order.refunded', orderId, {
    number: String(order.number),
    amount: centsToMoney(amountCents),
    reason,
    ...(pieces.length === 0 ? {} : { pieces: sumOf(pieces.map(({ quantity }) => quantity)) }),
    ...(restocked.length === 0 ? {} : { backToStock: sumOf(restocked.map((line) => line.restocked)) }),
  });
  return { row: row!, isNew: true, restocked: restocked.map(({ toolId }) => toolId) };
}

/** What a refund of an order that is invoiced as it leaves keeps of how it is credited. */
function keptOf({ byInvoice, uninvoicedCents, uninvoicedTaxCents }: CreditByInvoice) {
  return {
    byInvoice: byInvoice.map(({ leftCents: _before, ...part }) => part),
    uninvoicedCents,
    uninvoicedTaxCents,
  };
}

/** What is about to be credited of the one invoice of an order, and what is left of it before, in cents. */
async function ofOnlyInvoice(tx: Tx, order: OrderRow, totalCents: number) {
  const [invoice] = await tx
    .select({ number: invoices.number })
    .from(invoices)
    .where(and(eq(invoices.orderId, order.id), eq(invoices.series, 'invoice')));
  if (!invoice) return [];
  return [{ invoiceNumber: invoice.number, totalCents, leftCents: order.totalCents - order.creditedCents }];
}

/** Pieces that go back into stock: of those that were still to come nobody has any to put there, and whoever waits gets them. */
export async function freed(
  tx: Tx,
  orderId: string,
  pieces: readonly RefundedPieces[],
): Promise<{ toolId: string; quantity: number; released: number }[]> {
  await lockTools(
    tx,
    pieces.map(({ toolId }) => toolId),
  );
  const released = await releasePromises(
    tx,
    orderId,
    pieces.map(({ toolId, unshipped }) => ({ toolId, quantity: unshipped })),
  );
  const waited = new Map(released.map(({ toolId, quantity }) => [toolId, quantity]));
  return pieces.flatMap(({ toolId, quantity, restocked }) => {
    const never = waited.get(toolId) ?? 0;
    const back = Math.min(restocked, quantity - never);
    return back + never === 0 ? [] : [{ toolId, quantity: back, released: never }];
  });
}

/**
 * How money goes back, and by which payment. What is owed is credited, and so is what payments of a company's account settled: it becomes
 * credit of the company. What was given up of it is taken back first, and moves no money.
 */
export async function refundMethod(
  tx: Tx,
  { state, transactionId, paidBy, companyId, writtenOffCents }: OrderRow,
  amountCents: number,
): Promise<Pick<RefundRow, 'method' | 'paymentIntentId'>> {
  const byCredit = { method: 'credit', paymentIntentId: null } as const;
  if (state === 'open' || transactionId === null || paidBy === null || paidBy === 'account') return byCredit;
  if (writtenOffCents > 0) return byCredit;
  const byPayment = { method: paidBy, paymentIntentId: transactionId };
  if (companyId === null) return byPayment;
  const { charged, refunded } = await balanceOf(tx, transactionId);
  const [promised] = await tx
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::int` })
    .from(refunds)
    .where(and(eq(refunds.paymentIntentId, transactionId), ne(refunds.state, 'failed')));
  const left = charged - Math.max(refunded, promised?.cents ?? 0);
  return amountCents > left ? byCredit : byPayment;
}

/** The same refund for the same key of the same member of staff, without a column for keys. */
function idOf(orderId: string, staffId: string, key: string): string {
  return hash('sha256', JSON.stringify([orderId, staffId, key])).slice(0, 26);
}

/** The same for bodies that ask for the same. */
function hashOf({ amount, lines, backToStock = 'none', reason }: NewRefund): string {
  const pieces = lines?.map(({ toolId, quantity, shipped }) => [toolId, quantity, shipped ?? null]) ?? null;
  const cents = amount === undefined ? null : moneyToCents(amount);
  return hash('sha256', JSON.stringify([cents, pieces, backToStock, reason]));
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
