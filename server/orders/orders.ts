import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Paging } from '#contract/lists.ts';
import { centsToDollars } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { AppError } from '#server/http/app-error.ts';
import { decodeCursor, type Page, pageOf, timestampOf } from '#server/http/paging.ts';
import { orderLines, orders, type OrderState } from './orders.sql.ts';

type OrderRow = typeof orders.$inferSelect;
type LineRow = typeof orderLines.$inferSelect;

/** States that customers still see; deleted and expired orders are kept for the books only. */
const SHOWN: OrderState[] = ['unpaid', 'paid'];

/** The order as the contract shows it. */
export function presentOrder(order: OrderRow, line: LineRow): Order {
  return {
    _id: order.id,
    name: order.name,
    email: order.email,
    address: order.address,
    phone: order.phone,
    tool: line.toolName,
    toolId: line.toolId,
    price: centsToDollars(order.totalCents),
    quantity: line.quantity,
    paid: order.state === 'paid',
    ...(order.transactionId === null ? {} : { transactionId: order.transactionId }),
    ...(order.paidAt === null ? {} : { paidAt: order.paidAt.toISOString() }),
    ...(order.refundedCents === 0 ? {} : { refunded: centsToDollars(order.refundedCents) }),
    createdAt: order.createdAt.toISOString(),
  };
}

/** A customer's unpaid and paid orders, newest first. */
export async function listOrders(db: Db, userId: string, { limit, cursor }: Paging): Promise<Page<Order>> {
  const position = cursor === undefined ? null : decodeCursor(cursor, ['string', 'string']);
  const mine = and(eq(orders.userId, userId), inArray(orders.state, SHOWN));
  const rows = await db
    .select({ order: orders, line: orderLines, micros: sql<string>`${orders.createdAt}::text` })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        mine,
        position
          ? sql`(${orders.createdAt}, ${orders.id}) < (${timestampOf(position[0])}::timestamptz, ${position[1]})`
          : undefined,
      ),
    )
    .orderBy(sql`${orders.createdAt} desc`, sql`${orders.id} desc`)
    .limit(limit + 1);
  const [counted] = await db.select({ total: count() }).from(orders).where(mine);
  const page = pageOf(rows, limit, counted?.total ?? 0, ({ order, micros }) => [micros, order.id]);
  return { ...page, rows: page.rows.map(({ order, line }) => presentOrder(order, line)) };
}

export function orderNotFound(): AppError {
  return new AppError('ORDER_NOT_FOUND', 'There is no such order.');
}

/**
 * One order that is still shown.
 * @param customer whose it must be, or null for an admin, who may see everybody's
 * @throws AppError ORDER_NOT_FOUND, also for somebody else's
 */
export async function getOrder(db: Db, id: string, customer: string | null): Promise<Order> {
  const [row] = await db
    .select({ order: orders, line: orderLines })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(eq(orders.id, id), inArray(orders.state, SHOWN), customer === null ? undefined : eq(orders.userId, customer)),
    );
  if (!row) throw orderNotFound();
  return presentOrder(row.order, row.line);
}

/**
 * Closes an unpaid order and returns its stock, once: whoever comes second finds no unpaid order to close.
 * @returns the ids of the tools whose stock rose, or null where the order was not unpaid
 */
export async function releaseOrder(tx: Tx, id: string, state: 'deleted' | 'expired'): Promise<string[] | null> {
  const [closed] = await tx
    .update(orders)
    .set({ state, closedAt: sql`now()` })
    .where(and(eq(orders.id, id), eq(orders.state, 'unpaid')))
    .returning({ id: orders.id });
  if (!closed) return null;
  const returned = await tx.execute<{ id: string }>(sql`
    update tools set available_quantity = least(available_quantity + line.quantity, 1000000000), version = version + 1, updated_at = now()
    from order_lines line where line.order_id = ${id} and tools.id = line.tool_id returning tools.id`);
  return returned.rows.map((tool) => tool.id);
}

/**
 * Deletes a customer's own unpaid order and returns its stock.
 * @returns the ids of the tools whose stock rose
 * @throws AppError ORDER_NOT_FOUND, ORDER_PAID
 */
export async function deleteOrder(tx: Tx, id: string, customer: string): Promise<string[]> {
  const [order] = await tx
    .select({ state: orders.state })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, customer)))
    .for('update');
  if (order?.state === 'paid') throw new AppError('ORDER_PAID', 'This order is paid and can no longer be deleted.');
  if (order?.state !== 'unpaid') throw orderNotFound();
  const tools = await releaseOrder(tx, id, 'deleted');
  if (!tools) throw orderNotFound();
  return tools;
}

/**
 * Marks an order paid, if it is still unpaid; paid and deleted exclude each other through the row's lock.
 * @returns whether this call did it
 */
export async function markPaid(tx: Tx, id: string, transactionId: string): Promise<boolean> {
  const paid = await tx
    .update(orders)
    .set({ state: 'paid', paidAt: sql`now()`, transactionId })
    .where(and(eq(orders.id, id), eq(orders.state, 'unpaid')))
    .returning({ id: orders.id });
  return paid.length === 1;
}
