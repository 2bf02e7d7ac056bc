import { asc, inArray } from 'drizzle-orm';
import type { RefundRequest } from '#contract/orders.ts';
import type { Db } from '#server/db/client.ts';
import { refundRequests } from '#server/order-tables/refund-requests.sql.ts';

type Row = typeof refundRequests.$inferSelect;

/** A request as the contract shows it. */
export function presentRequest({ id, reason, lines, state, answer, createdAt, answeredAt }: Row): RefundRequest {
  return {
    _id: id,
    reason,
    lines,
    state,
    ...(answer === '' ? {} : { answer }),
    createdAt: createdAt.toISOString(),
    ...(answeredAt === null ? {} : { answeredAt: answeredAt.toISOString() }),
  };
}

/** The latest request of each order that has one. */
export async function latestRequests(db: Db, orderIds: string[]): Promise<Map<string, RefundRequest>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(refundRequests)
    .where(inArray(refundRequests.orderId, orderIds))
    .orderBy(asc(refundRequests.createdAt), asc(refundRequests.id));
  return new Map(rows.map((row) => [row.orderId, presentRequest(row)]));
}
