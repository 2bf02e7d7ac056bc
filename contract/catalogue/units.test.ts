import { expect, it } from 'vitest';
import { fromBase, inBase, otherUnit, readWritten } from './units.ts';

it.each([
  ['13', 13, null],
  ['12.7 mm', 12.7, 'mm'],
  ['13mm', 13, 'mm'],
  ['1/2 in', 0.5, 'in'],
  ['1-1/2 in', 1.5, 'in'],
  ['1 1/2"', 1.5, '"'],
  ['-5', -5, null],
])('reads %s', (text, number, unit) => expect(readWritten(text)).toEqual({ number, unit }));

it.each(['', 'large', '1/0', '1/', '1.2.3', '1,5', '--5', '9'.repeat(41)])('takes %s for no number', (text) =>
  expect(readWritten(text)).toBeNull(),
);

it('half an inch is 12.7 mm, and back', () => {
  expect(inBase(0.5, 'in')).toBe(12.7);
  expect(fromBase(12.7, 'in')).toBe(0.5);
  expect(fromBase(inBase(1 / 3, 'in'), 'in')).toBeCloseTo(1 / 3, 9);
  expect(inBase(58, 'HRC')).toBe(58);
});

it.each([
  [12.7, 'mm', '1/2 in'],
  [38.1, 'mm', '1 1/2 in'],
  [13, 'mm', '0.512 in'],
  [0.5, 'in', '12.7 mm'],
  [1, 'kg', '2.2 lb'],
  [58, 'HRC', null],
])('%d %s is %s', (number, unit, other) => expect(otherUnit(number, unit)).toBe(other));
