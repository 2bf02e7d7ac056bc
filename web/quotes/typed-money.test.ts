import { expect, it } from 'vitest';
import { typedMoney } from './typed-money.ts';

it('reads a price with a point or a comma, nothing as nothing, and anything else as none', () => {
  expect(['7', ' 7.5 ', '7,50', '0'].map(typedMoney)).toEqual([7, 7.5, 7.5, 0]);
  expect(typedMoney('  ')).toBeUndefined();
  expect(['x', '-1', '1.234', '1,000.00', '1e3', '.5'].map(typedMoney)).toEqual([null, null, null, null, null, null]);
});
