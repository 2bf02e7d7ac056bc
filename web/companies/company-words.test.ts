import { expect, it } from 'vitest';
import { aLimit, typedLimit } from './company-words.ts';

it.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['500', 500],
  [' 1,250.50 ', 1_250.5],
  ['20000', 20_000],
  ['1 000', 1_000],
  ['500,50', 500.5],
  ['1,00', 1],
  ['1,000,000', 1_000_000],
])('a limit typed as %j is %j', (text, limit) => {
  expect(typedLimit(text)).toBe(limit);
  expect(aLimit(text)).toBe(true);
});

it.each(['5OO', '$500', '-1', '1e5', '1.0055', 'none'])(
  'what is no amount, %j, is refused and never taken for no limit',
  (text) => {
    expect(typedLimit(text)).toBeUndefined();
    expect(aLimit(text)).toMatch(/amount/);
  },
);

it('which limit is meant is asked where it may be two', () => {
  expect(typedLimit('20,000')).toBeUndefined();
  expect(aLimit('20,000')).toBe('20,000 could be 20000 or 20. Enter 20000 for the first, 20.0000 for the second.');
});
