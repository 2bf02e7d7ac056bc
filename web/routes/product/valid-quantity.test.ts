import { expect, test } from 'vitest';
import { isOrderable, nearestQuantity, quantityProblem } from './valid-quantity.ts';

const hammer = { minOrderQuantity: 24, availableQuantity: 4_800, orderable: 4_800, quantityStep: 1 };

test.each([24, 25, 4_800])('%d pieces can be ordered', (quantity) => {
  expect(quantityProblem(quantity, hammer)).toBeUndefined();
});

test.each([
  [23, 'The minimum order is 24.', 24],
  [0, 'The minimum order is 24.', 24],
  [-5, 'The minimum order is 24.', 24],
  [4_801, 'Only 4,800 in stock.', 4_800],
  [1e9, 'Only 4,800 in stock.', 4_800],
  [30.5, 'Quantity must be a whole number of pieces', 31],
  [Number.NaN, 'Quantity must be a whole number of pieces', 24],
  [Number.POSITIVE_INFINITY, 'Quantity must be a whole number of pieces', 4_800],
])('%d pieces are refused with the nearest valid quantity', (quantity, problem, nearest) => {
  expect(quantityProblem(quantity, hammer)).toBe(problem);
  expect(nearestQuantity(quantity, hammer)).toBe(nearest);
});

test.each([
  [24, undefined, 24],
  [30, 'Sold in steps of 12.', 36],
  [29, 'Sold in steps of 12.', 24],
  [5_000, 'Sold in steps of 12.', 4_800],
])('%d pieces of what comes in cartons of twelve', (quantity, problem, nearest) => {
  const carton = { ...hammer, availableQuantity: 4_805, orderable: 4_805, quantityStep: 12 };
  expect(quantityProblem(quantity, carton)).toBe(problem);
  expect(nearestQuantity(quantity, carton)).toBe(nearest);
});

test('a tool with less in stock than its minimum cannot be ordered (attacks T28)', () => {
  expect(isOrderable({ minOrderQuantity: 24, availableQuantity: 23, orderable: 23, quantityStep: 1 })).toBe(false);
  expect(isOrderable({ minOrderQuantity: 24, availableQuantity: 24, orderable: 24, quantityStep: 12 })).toBe(true);
});
