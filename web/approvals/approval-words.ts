import type { Order } from '#contract/buying/orders.ts';
import { moment } from '#web/shell/moment.ts';

/** Until when an order waits, or who decided about it and when. */
export function approvalInWords({ state, until, decidedBy, decidedAt }: NonNullable<Order['approval']>): string {
  const who = decidedBy?.name ?? 'Someone at the company';
  const when = decidedAt === undefined ? '' : `, ${moment(decidedAt)}`;
  return {
    waiting: `Waiting for approval until ${moment(until)}`,
    approved: `Approved by ${who}${when}`,
    rejected: `Rejected by ${who}${when}`,
    expired: `Nobody approved it by ${moment(until)}`,
  }[state];
}
