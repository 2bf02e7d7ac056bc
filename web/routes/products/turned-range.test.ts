import { expect, test } from 'vitest';
import { isTurned } from './turned-range.ts';

test.each([
  ['20', '10', '', true],
  ['10', '20', '', false],
  ['1/2', '1/4', '', true],
  ['2½', '1', '', true],
  ['1 in', '10 mm', 'mm', true],
  ['1 cm', '20 mm', 'mm', false],
  ['1 in', '10', 'mm', true],
  ['1 in', '3 kg', '', false],
  ['', '10', '', false],
])('from %s to %s, of %s, is turned: %s', (from, to, unit, turned) => {
  expect(isTurned(from, to, unit)).toBe(turned);
});
