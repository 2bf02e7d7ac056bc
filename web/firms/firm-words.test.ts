import { expect, it } from 'vitest';
import { aLimit, typedLimit } from './firm-words.ts';

it.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['500', 500],
  [' 1,250.50 ', 1_250.5],
  ['20,000', 20_000],
  ['1,000,000', 1_000_000],
])('a limit typed as %j is %j', (text, limit) => {
  expect(typedLimit(text)).toBe(limit);
  expect(aLimit(text)).toBe(true);
});

it.each(['5OO', '$500', '1 000', '500,50', '1,00', '-1', '1e5', '1.005', 'none'])(
  'what is no amount, %j, is refused and never taken for no limit',
  (text) => {
    expect(typedLimit(text)).toBeUndefined();
    expect(aLimit(text)).toMatch(/amount/);
  },
);
