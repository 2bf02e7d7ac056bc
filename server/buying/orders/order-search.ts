import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import type { Follower } from '#server/engine/news/follow-news.ts';

/** Writes what orders are found by as they are now; those that are gone are passed over. */
async function refreshOrderSearch(db: Db, orderIds: readonly string[]): Promise<void> {
  await db.execute(sql`select refresh_order_search(${sql.param(orderIds)}::text[])`);
}

/** Makes orders findable by what was written of them (docs/decisions/375-finding-orders.md). */
export const orderSearchFollower: Follower = {
  name: 'order-search',
  // An invoice is numbered with its payment or its shipment, a credit note with its refund.
  kinds: ['order.placed', 'order.changed', 'order.paid', 'order.payment-undone', 'order.shipped', 'order.refunded'],
  handle: (tx, rows) => refreshOrderSearch(tx, [...new Set(rows.map(({ subject }) => subject))]),
};
