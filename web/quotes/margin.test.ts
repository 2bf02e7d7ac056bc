import { expect, it } from 'vitest';
import { marginOf } from './margin.ts';

it('is what is left of the price, below nothing too', () => {
  const lines = [
    { quantity: 3, price: 8, cost: 6 },
    { quantity: 5, price: 15.5, cost: 15.5 },
  ];
  expect(marginOf(lines)).toEqual({ amount: 6, percent: 6 });
  expect(marginOf([{ quantity: 3, price: 0.1, cost: 0.3 }])).toEqual({ amount: -0.6, percent: -200 });
});

it('is not known where one cost is not, and of nothing', () => {
  expect(
    marginOf([
      { quantity: 3, price: 8, cost: 6 },
      { quantity: 1, price: 8, cost: null },
    ]),
  ).toBeNull();
  expect(marginOf([{ quantity: 3, price: 0, cost: 6 }])).toBeNull();
  expect(marginOf([])).toBeNull();
});
