import { expect, it } from 'vitest';
import { stepped } from './stepped.ts';

it('arrows lead from one orderable quantity to the next', () => {
  const terms = { quantityStep: 12, minOrderQuantity: 24, availableQuantity: 100, orderable: 100 };
  expect(stepped(terms, 24, 1)).toBe(36);
  expect(stepped(terms, 25, 1)).toBe(36);
  expect(stepped(terms, 25, -1)).toBe(24);
  expect(stepped(terms, 24, -1)).toBe(24);
  expect(stepped(terms, 24, 10)).toBe(96);
  expect(stepped(terms, 0, 1)).toBe(24);
  expect(stepped({ ...terms, availableQuantity: 10, orderable: 10 }, 24, 1)).toBe(24);
});
