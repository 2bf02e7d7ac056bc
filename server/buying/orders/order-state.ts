import { sql, type SQL } from 'drizzle-orm';
import type { OrderState } from '#contract/buying/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

type Row = Pick<typeof orders.$inferSelect, 'state' | 'refundedCents' | 'totalCents'>;

/** What an order is for whoever reads it, by what its row says. */
export function stateOf({ state, refundedCents, totalCents }: Row): OrderState {
  if (state === 'deleted') return 'cancelled';
  // What costs nothing is as good as paid.
  if (state === 'free') return 'paid';
  if ((state === 'paid' || state === 'open') && refundedCents >= totalCents) return 'refunded';
  return state;
}

/** The rows of each state, by the same rule as `stateOf`. */
const ROWS: Record<OrderState, SQL> = {
  waiting: sql`${orders.state} = 'waiting'`,
  unpaid: sql`${orders.state} = 'unpaid'`,
  open: sql`${orders.state} = 'open' and ${orders.refundedCents} < ${orders.totalCents}`,
  paid: sql`(${orders.state} = 'free' or (${orders.state} = 'paid' and ${orders.refundedCents} < ${orders.totalCents}))`,
  refunded: sql`${orders.state} in ('paid', 'open') and ${orders.refundedCents} >= ${orders.totalCents}`,
  cancelled: sql`${orders.state} = 'deleted'`,
  expired: sql`${orders.state} = 'expired'`,
  rejected: sql`${orders.state} = 'rejected'`,
};

/** The orders that may leave the house: paid, at no price, or owed on account. */
export function isReleased(): SQL {
  return sql`(${orders.state} in ('paid', 'free') or (${orders.state} = 'open' and ${orders.onAccount}))`;
}

/** The orders that are in this state. */
export function isIn(state: OrderState): SQL {
  return sql`(${ROWS[state]})`;
}
