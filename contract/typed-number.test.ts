import { expect, test } from 'vitest';
import { Money, Percent, Price, whole } from './numbers.ts';
import { readNumber } from './typed-number.ts';

test.each([
  ['6,90', 6.9],
  ['6.90', 6.9],
  ['31,5', 31.5],
  ['1.234,56', 1234.56],
  ['1,234.56', 1234.56],
  ["1'234.50", 1234.5],
  ['1’234,50', 1234.5],
  ['1 234,5', 1234.5],
  ['1\u00a0234\u00a0567', 1234567],
  ['1\u202f234,50', 1234.5],
  ['1,234,567', 1234567],
  ['1.234.567', 1234567],
  ['0,125', 0.125],
  ['0.125', 0.125],
  ['1234,567', 1234.567],
  ['12,3456', 12.3456],
  [',5', 0.5],
  ['5.', 5],
  ['-2,5', -2.5],
  ['\u22122.5', -2.5],
  ['+10', 10],
  [' 7 ', 7],
  ['007', 7],
])('“%s” is %d', (typed, value) => {
  expect(readNumber(typed)).toEqual({ value });
});

test.each([
  ['1,234', [1.234, 1234]],
  ['1.234', [1.234, 1234]],
  ['12,500', [12.5, 12500]],
  ['-1.234', [-1.234, -1234]],
])('“%s” can be read in two ways', (typed, either) => {
  expect(readNumber(typed)).toEqual({ either });
});

test.each([
  '',
  ' ',
  '.',
  ',',
  '12abc',
  '1e3',
  '0x10',
  '1,23,456',
  '1.234.56',
  '1,234,56',
  '1.234.567.8',
  '1 23',
  "1'2",
  '--1',
  '1,5,',
  '9'.repeat(41),
  `1${' '.repeat(50)}`,
])('“%s” is no number', (typed) => {
  expect(readNumber(typed)).toBeNull();
});

test('an amount or a weight that can be read in two ways is asked about, with both readings', () => {
  for (const schema of [Price, Money])
    for (const typed of ['1,234', '1.234'])
      expect(schema.safeParse(typed).error?.issues[0]?.message).toBe(
        `${typed} could be 1234 or 1.234. Enter 1234 for the first, 1.2340 for the second.`,
      );
  expect(Price.parse('1.234,56')).toBe(1234.56);
  expect(Money.parse('6,90')).toBe(6.9);
});

test('what only one reading of fits the field is that one', () => {
  // Nobody pays 8,875 percent, and there are no parts of a piece.
  expect(Percent.parse('8,875')).toBe(8.875);
  expect(Percent.parse('8.875')).toBe(8.875);
  const Pieces = whole(1, 999_999, 'Give whole pieces');
  expect(Pieces.parse('1,234')).toBe(1234);
  expect(Pieces.parse('1.234')).toBe(1234);
  expect(Pieces.safeParse('1,5').error?.issues[0]?.message).toBe('Give whole pieces');
});
