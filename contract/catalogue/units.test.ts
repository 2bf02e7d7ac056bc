import { expect, it } from 'vitest';
import { fromBase, inBase, measureOf, otherUnit, readWritten } from './units.ts';

it.each([
  ['13', 13, null],
  ['12.7 mm', 12.7, 'mm'],
  ['13mm', 13, 'mm'],
  ['1/2 in', 0.5, 'in'],
  ['1-1/2 in', 1.5, 'in'],
  ['1 1/2"', 1.5, '"'],
  ['-5', -5, null],
  ['½ in', 0.5, 'in'],
  ['1½″', 1.5, '″'],
  ['1 ¾ inch', 1.75, 'inch'],
  ['.5 in', 0.5, 'in'],
  ['2.5 N·m', 2.5, 'N·m'],
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
  [1, 'inches', 'mm', 25.4],
  [6, '″', 'MM', 152.4],
  [2, "'", 'm', 609.6],
  [40, 'nm', 'N·m', 40],
  [10, 'ft-lb', 'Nm', 13.558179483],
  [10, 'LBS', 'kg', 4_535.9237],
  [100, 'psi', 'bar', 6.89475729],
  [0.4, 'MPa', 'mbar', 4],
  [500, 'mAh', 'Ah', 0.5],
  [3, 'kN', 'N', 3_000],
  [25, 'μm', 'µm', 0.025],
])('%d %s is of the measure of %s, %d of its base unit', (number, unit, other, base) => {
  expect(inBase(number, unit)).toBe(base);
  expect(measureOf(unit).measure).toBe(measureOf(other).measure);
});

it('what is no multiple measures itself', () => {
  expect(measureOf('°F').measure).not.toBe(measureOf('°C').measure);
  expect(measureOf('constructor')).toEqual({ measure: 'constructor', of: 1 });
});

it.each([
  [12.7, 'mm', '1/2 in'],
  [1, 'inch', '25.4 mm'],
  [38.1, 'mm', '1 1/2 in'],
  [13, 'mm', '0.512 in'],
  [0.5, 'in', '12.7 mm'],
  [1, 'kg', '2.2 lb'],
  [58, 'HRC', null],
])('%d %s is %s', (number, unit, other) => expect(otherUnit(number, unit)).toBe(other));
