import type { Order } from '#contract/buying/orders.ts';

/** Where an order stands, in a word or two. */
export function orderState({ paid, refunded = 0, price, fulfilment }: Order): string {
  if (!paid) return 'Open';
  if (refunded >= price) return 'Refunded';
  if (fulfilment === 'all') return 'Shipped';
  return fulfilment === 'part' ? 'Partly shipped' : 'To be shipped';
}
