import type { Order, OrderState } from '#contract/buying/orders.ts';

/** What an order can be, as buyers read it. */
export const STATE_WORDS: Record<OrderState, string> = {
  waiting: 'Waiting for approval',
  unpaid: 'Unpaid',
  open: 'Invoice to be paid',
  paid: 'Paid',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  expired: 'Expired',
  rejected: 'Rejected',
};

/** Where an order stands, in a word or two: of a paid one, how far it is on its way. */
export function orderState({ state, paid, fulfilment }: Order): string {
  if (state === 'refunded' && !paid) return 'Credited';
  if (state !== 'paid') return STATE_WORDS[state];
  if (fulfilment === 'all') return 'Shipped';
  return fulfilment === 'part' ? 'Partly shipped' : 'To be shipped';
}
