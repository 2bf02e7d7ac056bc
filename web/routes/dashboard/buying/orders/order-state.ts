import { addMoney } from '#contract/money-sums.ts';
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
export function orderState(order: Order): string {
  const { state, paid, fulfilment } = order;
  if (state === 'refunded' && !paid) return 'Credited';
  if (state === 'open' && !isToPay(order)) return 'Written off';
  if (state !== 'paid') return STATE_WORDS[state];
  if (fulfilment === 'all') return 'Shipped';
  return fulfilment === 'part' ? 'Partly shipped' : 'To be shipped';
}

/** Whether anything is left to pay of an order: of an invoice that the shop has given up, nothing is. */
export function isToPay({ state, price, refunded = 0, writtenOff = 0 }: Order): boolean {
  return state === 'unpaid' || (state === 'open' && addMoney(refunded, writtenOff) < price);
}
