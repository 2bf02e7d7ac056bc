import type { Order } from '#contract/buying/orders.ts';

/** Where an order stands, in a word or two. */
export function orderState({ state, paid, fulfilment }: Order): string {
  if (state === 'refunded') return paid ? 'Refunded' : 'Credited';
  if (state === 'open') return 'Invoice to be paid';
  if (!paid) return 'Open';
  if (fulfilment === 'all') return 'Shipped';
  return fulfilment === 'part' ? 'Partly shipped' : 'To be shipped';
}
