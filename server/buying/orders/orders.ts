import { and, eq, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { MAX_PIECES } from '#contract/limits.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { issueDocuments } from '#server/buying/invoices/invoices.ts';
import { record } from '#server/people/audit/audit.ts';
import { newestFirst } from '#server/engine/http/by-time.ts';
import { type Page, pageOf } from '#server/engine/http/paging.ts';
import type { Order, OrderQuery, OrderState } from '#contract/buying/orders.ts';
import { approvals } from '#server/buying/order-tables/approvals.sql.ts';
import { orderLines, orders, type StoredState } from '#server/buying/order-tables/orders.sql.ts';
import { partColumns, readOrderParts, toParts } from './order-parts.ts';
import { isIn } from './order-state.ts';
import { presentOrder } from './present-order.ts';
import { lockTools } from '#server/catalogue/tools/lock-tools.ts';
import { mayChange, requireChange, seenBy, type Who } from './whose-orders.ts';

/** States that a customer sees first; an order that is over is found by its id, or where its state is asked for. */
const SHOWN: StoredState[] = ['waiting', 'unpaid', 'open', 'paid'];

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
  return new AppError('ORDER_NOT_FOUND', 'There is no such order.');
}

/** Whether an order was closed without payment: its stock is free again. */
export function isOver(state: StoredState): boolean {
  return !SHOWN.includes(state);
}

/** Whether an order holds its stock, and nothing was paid or is owed for it. */
export function isHeld(state: StoredState | undefined): boolean {
  return state === 'unpaid' || state === 'waiting';
}

/** @throws AppError APPROVAL_NEEDED where an order waits for somebody of its firm */
export function requireApproved(state: OrderState | StoredState | undefined): void {
  if (state === 'waiting')
    throw new AppError('APPROVAL_NEEDED', 'This order waits until somebody of the firm has approved it.');
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

const RELEASED = { expired: 'order.expired', deleted: 'order.cancelled', rejected: 'order.rejected' } as const;

/**
 * Closes an order that is unpaid or waits and returns the stock of all its lines, once: whoever comes second finds none to close.
 * The tools are locked before the customer's count of open orders, and in the order of their ids, as an order that is
 * placed does it, so that the two never wait for each other in a circle (docs/decisions/361).
 * @returns the ids of the tools whose stock rose, or null where there was nothing to close
 */
export async function releaseOrder(
  tx: Tx,
  id: string,
  state: 'deleted' | 'expired' | 'rejected',
): Promise<string[] | null> {
  const [open] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), inArray(orders.state, ['unpaid', 'waiting'])))
    .for('update');
  if (!open) return null;
  const lines = await tx.select({ toolId: orderLines.toolId }).from(orderLines).where(eq(orderLines.orderId, id));
  const tools = lines.map(({ toolId }) => toolId);
  await lockTools(tx, tools);
  await tx.execute(sql`
    update tools set available_quantity = least(available_quantity + line.quantity, ${MAX_PIECES}),
      version = version + 1, updated_at = now()
    from order_lines line where line.order_id = ${id} and tools.id = line.tool_id`);
  await tx
    .update(orders)
    .set({ state, closedAt: sql`now()` })
    .where(eq(orders.id, id));
  // Who rejects it has written down what they said.
  if (state !== 'rejected') {
    await tx
      .update(approvals)
      .set({ state: state === 'expired' ? 'expired' : 'withdrawn' })
      .where(and(eq(approvals.orderId, id), eq(approvals.state, 'waiting')));
  }
  await tellNews(tx, RELEASED[state], [id]);
  return tools;
}

/**
 * Deletes a customer's own order that is unpaid or waits, and returns its stock.
 * @returns the ids of the tools whose stock rose
 * @throws AppError ORDER_NOT_FOUND, ORDER_PAID, ORDER_OPEN, FORBIDDEN where the firm's order is another's
 */
export async function deleteOrder(tx: Tx, id: string, customer: string): Promise<string[]> {
  const [order] = await tx
    .select({ state: orders.state, mayChange: mayChange(customer) })
    .from(orders)
    .where(and(eq(orders.id, id), seenBy({ userId: customer })))
    .for('update');
  if (order) requireChange(order.mayChange);
  if (order?.state === 'paid') throw new AppError('ORDER_PAID', 'This order is paid and can no longer be deleted.');
  if (order?.state === 'open') throw orderOpen();
  if (!isHeld(order?.state)) throw orderNotFound();
  const tools = await releaseOrder(tx, id, 'deleted');
  if (!tools) throw orderNotFound();
  return tools;
}

/**
 * Frees the stock of anybody's order that is unpaid or waits, as staff decide; it is no longer listed then, as if its customer had deleted it.
 * @returns the ids of the tools whose stock rose
 * @throws AppError ORDER_NOT_FOUND, ORDER_PAID, ORDER_OPEN
 */
export async function cancelOrder(tx: Tx, actor: Caller, id: string): Promise<string[]> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  if (order?.state === 'paid') throw new AppError('ORDER_PAID', 'This order is paid. Refund it instead.');
  if (order?.state === 'open') throw orderOpen();
  if (!order || !isHeld(order.state)) throw orderNotFound();
  const tools = await releaseOrder(tx, id, 'deleted');
  if (!tools) throw orderNotFound();
  await record(tx, actor, 'order.cancelled', id, { number: String(order.number), email: order.email });
  return tools;
}

function orderOpen(): AppError {
  return new AppError('ORDER_OPEN', 'This order has an invoice that is owed. Only a credit note ends it.');
}

/** What is still to be paid of an order that is not paid, in cents: the total without what credit notes settled. */
export function owedCents({
  totalCents,
  creditedCents,
}: Pick<typeof orders.$inferSelect, 'totalCents' | 'creditedCents'>) {
  return totalCents - creditedCents;
}

/**
 * Marks an order paid, if it is still unpaid or owed; paid and deleted exclude each other through the row's lock. All ways to pay
 * end here. Its invoice, if it has none yet, takes the next number of the year in this transaction, so others who pay wait for its end: it
 * should be the last long step before the commit (docs/decisions/370).
 * @returns whether this call did it
 */
export async function markPaid(tx: Tx, id: string, transactionId: string): Promise<boolean> {
  const paid = await tx
    .update(orders)
    .set({ state: 'paid', paidAt: sql`now()`, transactionId })
    .where(and(eq(orders.id, id), inArray(orders.state, ['unpaid', 'open'])))
    .returning({ id: orders.id });
  if (paid.length === 0) return false;
  await issueDocuments(tx, id);
  await tellNews(tx, 'order.paid', [id]);
  return true;
}
