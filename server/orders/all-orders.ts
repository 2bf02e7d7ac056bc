import { and, count, eq, ilike, or, sql } from 'drizzle-orm';
import type { AdminOrder, AdminOrderQuery } from '#contract/admin.ts';
import { containing } from '#server/db/containing.ts';
import type { Db } from '#server/db/client.ts';
import { decodeCursor, type Page, pageOf, timestampOf } from '#server/http/paging.ts';
import { presentOrder } from './orders.ts';
import { orderLines, orders } from './orders.sql.ts';

/** Everybody's orders in whatever state, newest first, as far as customer, tool, id or transaction fit the search. */
export async function listAllOrders(db: Db, { limit, cursor, state, q }: AdminOrderQuery): Promise<Page<AdminOrder>> {
  const words = q?.trim() ?? '';
  const pattern = containing(words);
  const wanted = and(
    state === undefined ? undefined : eq(orders.state, state),
    words === ''
      ? undefined
      : or(
          ilike(orders.email, pattern),
          ilike(orders.name, pattern),
          ilike(orderLines.toolName, pattern),
          eq(orders.id, words),
          eq(orders.transactionId, words),
        ),
  );
  const position = cursor === undefined ? null : decodeCursor(cursor, ['string', 'string']);
  const rows = await db
    .select({ order: orders, line: orderLines, micros: sql<string>`${orders.createdAt}::text` })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        wanted,
        position
          ? sql`(${orders.createdAt}, ${orders.id}) < (${timestampOf(position[0])}::timestamptz, ${position[1]})`
          : undefined,
      ),
    )
    .orderBy(sql`${orders.createdAt} desc`, sql`${orders.id} desc`)
    .limit(limit + 1);
  const [counted] = await db
    .select({ total: count() })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(wanted);
  const page = pageOf(rows, limit, counted?.total ?? 0, ({ order, micros }) => [micros, order.id]);
  return {
    ...page,
    rows: page.rows.map(({ order, line }) => ({ ...presentOrder(order, line), state: order.state })),
  };
}
