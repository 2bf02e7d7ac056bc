import { expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { possibleSkus, toolOf } from './match-pictures.ts';

it.each([
  ['HAM-CL-16H.jpg', ['HAM-CL-16H', 'HAM-CL', 'HAM']],
  ['ham cl 16h (2).JPG', ['ham cl 16h (2)', 'ham cl 16h', 'ham cl', 'ham']],
  ['HAM-CL-16H_front.webp', ['HAM-CL-16H_front', 'HAM-CL-16H', 'HAM-CL', 'HAM']],
  ['---.png', []],
])('%s may be about the stock numbers %j', (name, skus) => {
  expect(possibleSkus(name)).toEqual(skus);
});

it('finds the one tool of a stock number, whatever its signs, and none where two have it', () => {
  const tools = [{ sku: 'HAM-CL-16H' }, { sku: 'X 1' }, { sku: 'x-1' }, {}] as Tool[];
  expect(toolOf('ham cl 16h', tools)).toBe(tools[0]);
  expect(toolOf('X1', tools)).toBeUndefined();
});
