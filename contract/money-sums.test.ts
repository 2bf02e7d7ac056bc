import { expect, it } from 'vitest';
import { addMoney, cents, lessMoney } from './money-sums.ts';

it('sums and rests of money are whole cents, however binary fractions come out', () => {
  expect([0.1 + 0.2, addMoney(0.1, 0.2)]).toEqual([0.30000000000000004, 0.3]);

  expect(lessMoney(999_999.99, 0.01, 999_999.97)).toBe(0.01);
  expect(lessMoney(0.3, 0.1, 0.2)).toBe(0);
  expect(lessMoney(10, 10.05)).toBe(-0.05);
});

it('a part of a cent is no money', () => {
  expect(cents(1_999.99)).toBe(199_999);
  expect(() => cents(0.125)).toThrow('0.125 is not whole cents');
});
