import { type SQL, sql } from 'drizzle-orm';
import type { RefundRequest } from '#contract/money/refunds.ts';
import type { refundRequests } from '#server/buying/order-tables/refund-requests.sql.ts';

interface Row extends Pick<typeof refundRequests.$inferSelect, 'id' | 'reason' | 'lines' | 'state' | 'answer'> {
  /** Moments, in JSON as PostgreSQL writes them. */
  createdAt: Date | string;
  answeredAt: Date | string | null;
}

/** A request as the contract shows it. */
export function presentRequest({ id, reason, lines, state, answer, createdAt, answeredAt }: Row): RefundRequest {
  return {
    _id: id,
    reason,
    lines,
    state,
    ...(answer === '' ? {} : { answer }),
    createdAt: new Date(createdAt).toISOString(),
    ...(answeredAt === null ? {} : { answeredAt: new Date(answeredAt).toISOString() }),
  };
}

/** The latest request of an order that is read, if it is paid or owed and has one. */
export function latestRequest(): SQL<Row | null> {
  return sql`case when orders.state in ('paid', 'open') then (
    select json_build_object('id', asked.id, 'reason', reason, 'lines', lines, 'state', asked.state, 'answer', answer,
      'createdAt', asked.created_at, 'answeredAt', answered_at)
    from refund_requests asked where order_id = orders.id order by asked.created_at desc, asked.id desc limit 1) end`;
}
