import { expect, it } from 'vitest';
import type { Facet } from '#contract/catalogue/facets.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { attributeText, sharedColumns } from './shared-columns.ts';

const facet = (key: string): Facet => ({ key, name: key.toUpperCase(), kind: 'choice', unit: null, values: [] });
// Nothing else of a tool is looked at.
const tool = (_id: string, attributes: Tool['attributes']) => ({ _id, attributes }) as Tool;
const TOOLS = [
  tool('half', [
    { key: 'size', value: '1/2', unit: 'in' },
    { key: 'thread', value: 'M10' },
    { key: 'finish', value: 'Zinc' },
  ]),
  tool('ten', [
    { key: 'size', value: 10, unit: 'mm' },
    { key: 'thread', value: 'M6' },
    { key: 'finish', value: 'Zinc' },
  ]),
  tool('none', [{ key: 'sealed', value: true }]),
  tool('inch', [
    { key: 'size', value: '1 in', unit: 'in' },
    { key: 'finish', value: 'Zinc' },
    { key: 'thread', value: 'M8' },
  ]),
];

it('what most tools say and say differently is a column, at most three, in the order of the shop', () => {
  const facets = ['sealed', 'thread', 'size', 'finish'].map(facet);
  expect(sharedColumns(TOOLS, facets, undefined).map(({ key }) => key)).toEqual(['thread', 'size', 'finish']);
  const zinc = TOOLS.filter(({ _id }) => _id !== 'none');
  expect(sharedColumns(zinc, facets, undefined).map(({ key }) => key)).toEqual(['thread', 'size']);
  expect(sharedColumns([], facets, undefined)).toEqual([]);
});

it('a value is said as it was written, its unit once', () => {
  expect(TOOLS.map((each) => attributeText(each, 'size'))).toEqual(['1/2 in', '10 mm', '', '1 in']);
  expect(attributeText(TOOLS[2]!, 'sealed')).toBe('Yes');
});

it('what the list is sorted by is always one of the columns', () => {
  const facets = ['sealed', 'thread', 'size', 'finish', 'length'].map(facet);
  expect(sharedColumns(TOOLS, facets, 'sealed').map(({ key }) => key)).toEqual(['sealed', 'thread', 'size']);
  expect(sharedColumns(TOOLS, facets, 'length').map(({ key }) => key)).toEqual(['thread', 'size', 'length']);
  expect(sharedColumns([], facets, 'size').map(({ key }) => key)).toEqual(['size']);
  expect(sharedColumns(TOOLS, facets, 'gone').map(({ key }) => key)).toEqual(['thread', 'size', 'finish']);
});
