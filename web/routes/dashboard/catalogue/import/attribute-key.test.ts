import { expect, it } from 'vitest';
import { attributeKey } from './attribute-key.ts';

it.each([
  ['Länge (mm)', [], 'laenge-mm'],
  ['Werkstoff', ['werkstoff'], 'werkstoff-2'],
  ['Ø außen', [], 'o-aussen'],
  ['材料', ['attribute'], 'attribute-2'],
  ['x'.repeat(90), [], 'x'.repeat(37)],
] as const)('makes a key of %s', (heading, taken, key) => {
  expect(attributeKey(heading, [...taken])).toBe(key);
});
