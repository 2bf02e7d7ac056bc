import type { Order } from '#contract/buying/orders.ts';
import { moment } from '#web/shell/moment.ts';
import { say } from '#web/saying/say.ts';

/** Until when an order waits, or who decided about it and when. */
export function approvalInWords({ state, until, decidedBy, decidedAt }: NonNullable<Order['approval']>): string {
  const who = decidedBy?.name ?? say('Someone at the company');
  const when = decidedAt === undefined ? '' : `, ${moment(decidedAt)}`;
  return {
    waiting: say('Waiting for approval until {moment}', { moment: moment(until) }),
    approved: say('Approved by {who}{when}', { who, when }),
    rejected: say('Rejected by {who}{when}', { who, when }),
    expired: say('Nobody approved it by {moment}', { moment: moment(until) }),
  }[state];
}
