import { expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { readComparison } from '#web/routes/products/comparing.ts';
import { comparedFacts } from './compared-facts.ts';

const NAMES = [
  { key: 'size', name: 'Size' },
  { key: 'drive', name: 'Drive' },
];
const tool = (_id: string, more: Partial<Tool>) =>
  // Nothing else of a tool is looked at.
  ({
    _id,
    minOrderQuantity: 10,
    quantityStep: 1,
    availableQuantity: 1200,
    weight: 0,
    packs: [],
    attributes: [],
    ...more,
  }) as Tool;

it('each fact is a row with a value for each tool, in its place; what none says is left out', () => {
  const hex = tool('hex', { sku: 'H-1', attributes: [{ key: 'size', value: '1/2', unit: 'in' }] });
  const torx = tool('torx', { attributes: [{ key: 'drive', value: 'Torx' }] });
  expect(comparedFacts([hex, torx], NAMES)).toEqual([
    { name: 'Stock number', values: ['H-1', ''] },
    { name: 'Minimum order', values: ['10', '10'] },
    { name: 'Steps of', values: ['1', '1'] },
    { name: 'Available', values: ['1,200', '1,200'] },
    { name: 'Size', values: ['1/2 in (12.7 mm)', ''] },
    { name: 'Drive', values: ['', 'Torx'] },
  ]);
});

it('an address names at most four tools, each once, and nothing that is no id', () => {
  const read = (tools: string) => readComparison(new URLSearchParams({ tools }));
  expect(read('a,b,a,c,d,e')).toEqual(['a', 'b', 'c', 'd']);
  expect(read('../x,a b,<i>,ok')).toEqual(['ok']);
  expect(read('')).toEqual([]);
});
