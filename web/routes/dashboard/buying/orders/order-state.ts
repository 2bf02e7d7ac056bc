import type { Order, OrderState } from '#contract/buying/orders.ts';

/** What an order can be, as buyers read it. */
export const STATE_WORDS: Record<OrderState, string> = {
  waiting: 'Waiting for approval',
  unpaid: 'Unpaid',
  open: 'Open',
  paid: 'Paid',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  expired: 'Expired',
  rejected: 'Rejected',
};

/** Where an order stands, in a word or two: of a paid one, how far it is on its way. */
export function orderState({ state, fulfilment }: Order): string {
  if (state !== 'paid') return STATE_WORDS[state];
  if (fulfilment === 'all') return 'Shipped';
  return fulfilment === 'part' ? 'Partly shipped' : 'To be shipped';
}
