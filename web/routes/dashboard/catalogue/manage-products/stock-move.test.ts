import { expect, test } from 'vitest';
import { stockChangeOf } from './stock-move.ts';

test.each([
  ['received', '500', 500],
  ['received', '1,500', 1500],
  ['received', '12 000', 12_000],
  ['damaged', '3', -3],
  ['other', ' 2 ', -2],
  ['counted', '97', -3],
  ['counted', '100', 0],
  ['counted', '0', -100],
  ['received', '0', null],
  ['received', '', null],
  ['received', '-5', null],
  ['received', '1.5', null],
  ['damaged', 'three', null],
] as const)('%s %j of 100 is a change by %j', (move, typed, change) => {
  expect(stockChangeOf(move, typed, 100)).toBe(change);
});
