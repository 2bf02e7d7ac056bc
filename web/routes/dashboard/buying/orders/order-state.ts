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

const SHIPPED: Record<Order['fulfilment'], string> = {
  none: 'To be shipped',
  part: 'Partly shipped',
  all: 'Shipped',
};

/** Where an order stands, in a few words: of one that may leave the house, how far it is on its way too. */
export function orderState(order: Order): string {
  const { state, paid, fulfilment } = order;
  if (state === 'refunded' && !paid) return 'Credited';
  if (state === 'open') {
    const toPay = isToPay(order) ? STATE_WORDS.open : order.toInvoice ? 'To be invoiced' : 'Written off';
    return fulfilment === 'none' ? toPay : `${SHIPPED[fulfilment]}, ${toPay.toLowerCase()}`;
  }
  return state === 'paid' ? SHIPPED[fulfilment] : STATE_WORDS[state];
}

/**
 * Whether anything is left to pay of an order: nothing is where the shop has written off its invoice, or where what it was invoiced with so
 * far is paid.
 */
export function isToPay({ state, price, refunded = 0, writtenOff = 0, invoices, toInvoice }: Order): boolean {
  if (toInvoice !== undefined) return state === 'open' && invoices.some(({ open }) => open > 0);
  return state === 'unpaid' || (state === 'open' && addMoney(refunded, writtenOff) < price);
}
