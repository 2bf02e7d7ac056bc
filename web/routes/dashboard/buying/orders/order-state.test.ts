import { expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { orderState } from './order-state.ts';

it.each([
  ['open', 'none', 'Invoice to be paid'],
  ['open', 'part', 'Partly shipped, invoice to be paid'],
  ['open', 'all', 'Shipped, invoice to be paid'],
  ['paid', 'none', 'To be shipped'],
  ['paid', 'all', 'Shipped'],
  ['rejected', 'none', 'Rejected'],
] as const)('an order that is %s, of which %s has left, is called “%s, %s”', (state, fulfilment, words) => {
  expect(orderState({ state, fulfilment, paid: state === 'paid', price: 10 } as Order)).toBe(words);
});
