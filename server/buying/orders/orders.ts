import { sentence } from '#contract/sentences.ts';
import { and, eq, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { mayMove, moveOrder, STATES } from '#server/buying/order-life/order-life.ts';
import { record } from '#server/people/audit/audit.ts';
import { newestFirst } from '#server/engine/http/by-time.ts';
import { type Page, pageOf } from '#server/engine/http/paging.ts';
import type { Order, OrderQuery, OrderState } from '#contract/buying/orders.ts';
import { orderLines, orders, type StoredState } from '#server/buying/order-tables/orders.sql.ts';
import { partColumns, readOrderParts, toParts } from './order-parts.ts';
import { isIn } from './order-state.ts';
import { presentOrder } from './present-order.ts';
import { mayChange, requireChange, seenBy, type Who } from './whose-orders.ts';

/** States that a customer sees first; an order that is over is found by its id, or where its state is asked for. */
const SHOWN = (Object.keys(STATES) as StoredState[]).filter((state) => !isOver(state));

/** Whether a part of an order's number, purchase order, or of a line's SKU or name is this. Those of one customer are few. */
function isCalled(words: string): SQL {
  const has = (text: SQLWrapper) => sql`position(lower(${words}) in lower(${text}::text)) > 0`;
  return sql`(${has(orders.number)} or ${has(orders.purchaseOrder)} or exists (
    select from ${orderLines} where ${orderLines.orderId} = ${orders.id}
      and (${has(orderLines.sku)} or ${has(orderLines.toolName)})))`;
}

/** Orders of one state, all of them, or those that are not over, newest first. @param whose as whose-orders.ts says it */
export async function listOrders(
  db: Db,
  whose: SQL | undefined,
  { limit, cursor, state, q = '' }: Pick<OrderQuery, 'limit' | 'cursor' | 'state' | 'q'>,
): Promise<Page<Order>> {
  const { after, orderBy, micros } = newestFirst(orders.createdAt, orders.id, cursor);
  const mine = and(
    whose,
    state === undefined ? inArray(orders.state, SHOWN) : state === 'all' ? undefined : isIn(state),
    q === '' ? undefined : isCalled(q),
  );
  const rows = await db
    .select({ order: orders, micros, ...partColumns('first') })
    .from(orders)
    .where(and(mine, after))
    .orderBy(...orderBy)
    .limit(limit + 1);
  const page = pageOf(rows, limit, await db.$count(orders, mine), ({ order, micros }) => [micros, order.id]);
  return { ...page, rows: page.rows.map(({ order, ...parts }) => presentOrder(toParts(order, parts))) };
}

/** Orders that were read before, with what belongs to them. @param which lines of each: all, or the first few as lists show them */
export async function presentOrders(
  db: Db,
  rows: (typeof orders.$inferSelect)[],
  which: 'all' | 'first',
): Promise<Order[]> {
  return (await readOrderParts(db, rows, which)).map((parts) => presentOrder(parts));
}

export function orderNotFound(): AppError {
  return new AppError('ORDER_NOT_FOUND', sentence('There is no such order.'));
}

/** Whether an order was closed without payment: its stock is free again. */
export function isOver(state: StoredState): boolean {
  return STATES[state].isOver;
}

/** Whether an order holds its stock, and nothing was paid or is owed for it. */
export function isHeld(state: StoredState): boolean {
  return mayMove(state, 'cancel');
}

/** @throws AppError APPROVAL_NEEDED where an order waits for somebody of its company */
export function requireApproved(state: OrderState | StoredState | undefined): void {
  if (state === 'waiting')
    throw new AppError('APPROVAL_NEEDED', sentence('This order is waiting for approval by somebody in the company.'));
}

/**
 * One order that is not over: it is to be paid, or was.
 * @param customer whose it must be, or null for staff, who may see everybody's
 * @throws AppError ORDER_NOT_FOUND, also for somebody else's
 */
export function getOrder(db: Db, id: string, customer: Who | null): Promise<Order> {
  return readOrder(db, id, customer, inArray(orders.state, SHOWN));
}

/** The same of an order in whatever state. @throws AppError ORDER_NOT_FOUND, also for somebody else's */
export function getAnyOrder(db: Db, id: string, customer: Who | null): Promise<Order> {
  return readOrder(db, id, customer, undefined);
}

async function readOrder(db: Db, id: string, customer: Who | null, states: SQL | undefined): Promise<Order> {
  const [row] = await db
    .select({ order: orders, ...partColumns('all') })
    .from(orders)
    .where(and(eq(orders.id, id), states, customer === null ? undefined : seenBy(customer)));
  if (!row) throw orderNotFound();
  const { order, ...parts } = row;
  return presentOrder(toParts(order, parts));
}

/**
 * Deletes a customer's own order that is unpaid or waits, and returns its stock.
 * @returns the ids of the tools whose stock rose
 * @throws AppError ORDER_NOT_FOUND, ORDER_PAID, ORDER_OPEN, FORBIDDEN where the company's order is another's
 */
export async function deleteOrder(tx: Tx, id: string, customer: string): Promise<string[]> {
  const [order] = await tx
    .select({ state: orders.state, mayChange: mayChange(customer) })
    .from(orders)
    .where(and(eq(orders.id, id), seenBy({ userId: customer })))
    .for('update');
  if (order) requireChange(order.mayChange);
  if (order?.state === 'paid')
    throw new AppError('ORDER_PAID', sentence('This order is paid and can no longer be deleted.'));
  if (order?.state === 'open') throw orderOpen();
  if (order?.state === 'free') throw isReplacement();
  const cancelled = order && (await moveOrder(tx, id, 'cancel'));
  if (!cancelled) throw orderNotFound();
  return cancelled.restocked;
}

/**
 * Frees the stock of anybody's order that is unpaid or waits, as staff decide; it is no longer listed then, as if its customer had deleted it.
 * @returns the ids of the tools whose stock rose
 * @throws AppError ORDER_NOT_FOUND, ORDER_PAID, ORDER_OPEN
 */
export async function cancelOrder(tx: Tx, actor: Caller, id: string): Promise<string[]> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  if (order?.state === 'paid') throw new AppError('ORDER_PAID', sentence('This order is paid. Refund it instead.'));
  if (order?.state === 'open') throw orderOpen();
  if (order?.state === 'free') throw isReplacement();
  const cancelled = order && (await moveOrder(tx, id, 'cancel'));
  if (!cancelled) throw orderNotFound();
  await record(tx, actor, 'order.cancelled', id, { number: String(order.number), email: order.email });
  return cancelled.restocked;
}

function isReplacement(): AppError {
  return new AppError('ORDER_PAID', sentence('This order replaces returned pieces. The shop can close it instead.'));
}

function orderOpen(): AppError {
  return new AppError('ORDER_OPEN', sentence('This order has an unpaid invoice. Only a credit note can settle it.'));
}
