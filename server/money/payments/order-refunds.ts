import { settingsNow } from '#server/office/settings/settings.ts';
import { hash } from 'node:crypto';
import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { centsToMoney, moneyToCents, formatMoney } from '#contract/money.ts';
import type { NewRefund, Refund } from '#contract/money/refunds.ts';
import { taxOn } from '#contract/buying/pricing.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { REASONS } from '#server/buying/invoices/refund-reasons.ts';
import { STATES } from '#server/buying/order-life/order-life.ts';
import { isOver, orderNotFound } from '#server/buying/orders/orders.ts';
import { orderLines, orders } from '#server/buying/order-tables/orders.sql.ts';
import { keepFulfilment, leftToShip, type OrderedLine } from '#server/money/shipments/left-to-ship.ts';
import { releasePromises } from '#server/catalogue/promises/serve-waiting.ts';
import { lockTools } from '#server/catalogue/tools/lock-tools.ts';
import { returnToStock } from '#server/catalogue/tools/stock.ts';
import { record } from '#server/people/audit/audit.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { refundLines, refunds } from '#server/buying/order-tables/payments.sql.ts';
import { requireKnownNumbers } from '#server/buying/invoices/known-numbers.ts';
import { balanceOf } from './balance-of.ts';
import { piecesOfLines, piecesOfRest, type RefundedPieces } from './refunded-pieces.ts';
import { requireWithinLimit } from './refund-limit.ts';
import { takeDiscountBack } from './cash-discounts.ts';
import { takeWriteOffBack } from './take-write-off-back.ts';
import { seenBy, type Who } from '#server/buying/orders/whose-orders.ts';

type RefundRow = typeof refunds.$inferSelect;
type OrderRow = typeof orders.$inferSelect;

/** The refunds among these ids, with their lines and the numbers of their credit notes, oldest first. */
async function presentRefunds(db: Db, rows: RefundRow[]): Promise<Refund[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .select({ part: refundLines, tool: orderLines.toolName, sku: orderLines.sku })
    .from(refundLines)
    .innerJoin(orderLines, and(eq(orderLines.orderId, refundLines.orderId), eq(orderLines.toolId, refundLines.toolId)))
    .where(inArray(refundLines.refundId, ids))
    .orderBy(asc(orderLines.position));
  const notes = await db.select().from(invoices).where(inArray(invoices.refundId, ids)).orderBy(invoices.number);
  return rows.map((row): Refund => {
    const own = notes.filter(({ refundId }) => refundId === row.id);
    const [note] = own;
    const tax = note?.taxCents ?? row.taxCents;
    return {
      _id: row.id,
      amount: centsToMoney(row.amountCents),
      tax: tax === null ? null : centsToMoney(tax),
      reason: REASONS[row.reason] ?? row.reason,
      lines: lines
        .filter(({ part }) => part.refundId === row.id)
        .map(({ part, tool, sku }) => ({
          toolId: part.toolId,
          tool,
          sku,
          quantity: part.quantity,
          price: centsToMoney(part.netCents),
          backToStock: part.restocked,
        })),
      state: row.state,
      ...(note ? { creditNote: note.number } : {}),
      creditNotes: own.map(({ number }) => number),
      createdAt: row.createdAt.toISOString(),
    };
  });
}

/** One refund as its customer and staff see it. @throws Error where there is none with that id */
export async function readRefund(db: Db, id: string): Promise<Refund> {
  const [refund] = await presentRefunds(db, await db.select().from(refunds).where(eq(refunds.id, id)));
  if (!refund) throw new Error(`There is no refund ${id}`);
  return refund;
}

/**
 * What was given back of an order, oldest first.
 * @param customer whose it must be, or null for staff
 * @throws AppError ORDER_NOT_FOUND
 */
export async function listRefunds(db: Db, orderId: string, customer: Who | null): Promise<Refund[]> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), customer === null ? undefined : seenBy(customer)));
  if (!order) throw orderNotFound();
  const rows = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  return presentRefunds(db, rows);
}

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
    throw new AppError('ORDER_NOT_PAID', 'This order is not paid, so there is nothing to refund.');
  }
  if (wanted.reason in REASONS) throw invalid('reason', 'Give the reason in your own words');
  const id = idempotencyKey === undefined ? newId() : idOf(orderId, actor.userId, idempotencyKey);
  const hash = hashOf(wanted);
  const [earlier] = await tx.select().from(refunds).where(eq(refunds.id, id));
  if (earlier) {
    if (earlier.requestHash !== hash) {
      throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another refund. Use a new key.');
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

/** What of an order goes back: how much, how much of that is tax, and for which pieces. Cents. */
interface GoesBack {
  amountCents: number;
  taxCents: number;
  pieces: RefundedPieces[];
}

/**
 * Writes down that so much of an order goes back, with its pieces and what of them goes into stock. The caller has locked the order.
 * @param said `why` is what the history of the stock says
 */
export async function giveBack(
  tx: Tx,
  actor: Caller,
  order: OrderRow,
  { id, reason, requestHash, why }: Pick<RefundRow, 'id' | 'reason' | 'requestHash'> & { why: string },
  { amountCents, taxCents, pieces }: GoesBack,
): Promise<RefundDecision> {
  const orderId = order.id;
  const way = await refundMethod(tx, order, amountCents);
  const [row] = await tx
    .insert(refunds)
    .values({
      id,
      orderId,
      ...way,
      amountCents,
      taxCents,
      reason,
      requestHash,
    })
    .returning();
  if (way.method === 'credit')
    for (const takeBack of [takeWriteOffBack, takeDiscountBack]) await takeBack(tx, actor, order, amountCents);
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
 * The price of what has not left the house of an order, with its tax: where nothing left, all that was not given back; else no more than
 * that. All of its pieces go back into stock.
 * @param left as `leftToShip` says it
 */
export async function priceOfRest(tx: Tx, order: OrderRow, left: OrderedLine[]): Promise<GoesBack> {
  const { promised, refundable, taxLeft } = await whatIsLeft(tx, order);
  if (left.every(({ shipped }) => shipped === 0))
    return { amountCents: refundable, taxCents: taxLeft, pieces: piecesOfRest(left, 'unshipped') };
  const rest = left.filter((line) => line.left > 0);
  const lines = rest.map((line) => ({ toolId: line.toolId, quantity: line.left, shipped: 0 }));
  const { net, taxCents, pieces } = taxedLines(order, promised, piecesOfLines(lines, left, 'unshipped'));
  const amountCents = Math.min(net + Math.min(taxCents, taxLeft), refundable);
  return { amountCents, taxCents: Math.min(taxCents, taxLeft, amountCents), pieces };
}

/** What went back of an order or is about to, what can still, and the tax in that. Cents. */
async function whatIsLeft(tx: Tx, order: OrderRow) {
  const promised = await promisedOf(tx, order);
  return {
    promised,
    refundable: order.totalCents - Math.max(order.refundedCents, promised.cents),
    taxLeft: Math.max(0, order.taxCents - promised.taxCents),
  };
}

/** Rounded over all lines given back so far, so that those of a whole order hold exactly its tax. */
function taxedLines(order: OrderRow, promised: { netCents: number }, pieces: RefundedPieces[]) {
  const net = sumOf(pieces.map(({ netCents }) => netCents));
  return { net, pieces, taxCents: taxUpTo(order, promised.netCents + net) - taxUpTo(order, promised.netCents) };
}

async function whatGoesBack(
  tx: Tx,
  order: OrderRow,
  { amount, lines, backToStock = 'none' }: NewRefund,
): Promise<GoesBack> {
  const { promised, refundable, taxLeft } = await whatIsLeft(tx, order);
  const left = await leftToShip(tx, order.id);
  if (lines) {
    const { net, pieces, ...taxed } = taxedLines(order, promised, piecesOfLines(lines, left, backToStock));
    const taxCents = Math.min(taxed.taxCents, taxLeft);
    if (net + taxCents > refundable || net + taxCents === 0) throw await tooLarge(tx, refundable, 'lines');
    return { amountCents: net + taxCents, taxCents, pieces };
  }
  const amountCents = amount === undefined ? refundable : moneyToCents(amount)!;
  if (amountCents > refundable || refundable === 0) throw await tooLarge(tx, refundable, 'amount');
  const isRest = amountCents === refundable;
  if (!isRest && backToStock !== 'none')
    throw invalid('backToStock', 'Send lines to say which pieces go back into stock');
  const share = Math.round(((promised.cents + amountCents) * order.taxCents) / order.totalCents) - promised.taxCents;
  return {
    amountCents,
    taxCents: Math.max(0, Math.min(isRest ? taxLeft : share, taxLeft, amountCents)),
    pieces: isRest ? piecesOfRest(left, backToStock) : [],
  };
}

function taxUpTo({ taxPercent }: OrderRow, netCents: number): number {
  return taxPercent === null ? 0 : Number(taxOn(BigInt(netCents), taxPercent));
}

async function tooLarge(tx: Tx, refundable: number, path: string): Promise<AppError> {
  const { currency } = await settingsNow(tx);
  const left = formatMoney(centsToMoney(refundable), currency);
  return new AppError('REFUND_TOO_LARGE', `At most ${left} of this order can be refunded.`, {
    facts: { refundable: centsToMoney(refundable) },
    issues: [{ path, message: `At most ${left}` }],
  });
}

/**
 * How money goes back, and by which payment. What is owed is credited, and so is what payments of a company's account settled: it becomes
 * credit of the company. What was given up of it is taken back first, and moves no money.
 */
async function refundMethod(
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

/** What is sent or on its way of an order's payment or settled of it, in cents; a refund that failed gave nothing back. */
async function promisedOf(tx: Tx, { id, transactionId }: OrderRow) {
  const ofItsPayment = transactionId === null ? undefined : eq(refunds.paymentIntentId, transactionId);
  const standing = and(
    eq(refunds.orderId, id),
    or(eq(refunds.method, 'credit'), ofItsPayment),
    ne(refunds.state, 'failed'),
  );
  const [sums] = await tx
    .select({
      cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::int`,
      taxCents: sql<number>`coalesce(sum(coalesce(${invoices.taxCents}, ${refunds.taxCents})), 0)::int`,
    })
    .from(refunds)
    .leftJoin(invoices, eq(invoices.refundId, refunds.id))
    .where(standing);
  const [byLines] = await tx
    .select({ netCents: sql<number>`coalesce(sum(${refundLines.netCents}), 0)::int` })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(eq(refundLines.orderId, id), standing));
  return { cents: sums?.cents ?? 0, taxCents: sums?.taxCents ?? 0, netCents: byLines?.netCents ?? 0 };
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
