import { expect, it } from 'vitest';
import { stepped, typedQuantity } from './typed-quantity.ts';

it.each([
  ['24', 24],
  [' 1,000 ', 1000],
  ['1.000', 1000],
  ['1 000 000', 1_000_000],
  ['0', 0],
  ['', null],
  ['-3', null],
  ['24.5', null],
  ['2,5', null],
  ['12 pcs', null],
])('%j is %s', (typed, quantity) => {
  expect(typedQuantity(typed)).toBe(quantity);
});

it('arrows lead from one orderable quantity to the next', () => {
  const terms = { quantityStep: 12, minOrderQuantity: 24, availableQuantity: 100 };
  expect(stepped(terms, 24, 1)).toBe(36);
  expect(stepped(terms, 25, 1)).toBe(36);
  expect(stepped(terms, 25, -1)).toBe(24);
  expect(stepped(terms, 24, -1)).toBe(24);
  expect(stepped(terms, 24, 10)).toBe(96);
  expect(stepped(terms, 0, 1)).toBe(24);
  expect(stepped({ ...terms, availableQuantity: 10 }, 24, 1)).toBe(24);
});
