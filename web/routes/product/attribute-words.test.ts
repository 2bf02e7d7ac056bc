import { expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { attributeData, factsOf } from './attribute-words.ts';

const tool: Tool = {
  _id: 't1',
  name: 'Wrench',
  description: 'Forged.',
  image: '/pictures/wrench-640.webp',
  price: 4,
  availableQuantity: 10,
  orderable: 10,
  later: [],
  backorder: { kind: 'no', limit: null, days: 0 },
  minOrderQuantity: 1,
  quantityStep: 1,
  priceBreaks: [],
  priceUnit: 1,
  packs: [],
  weight: 500,
  onSale: true,
  attributes: [
    { key: 'size', value: '1/2', unit: 'in' },
    { key: 'jaw-width', value: '13 mm', unit: 'mm' },
    { key: 'material', value: 'Chrome vanadium' },
    { key: 'insulated', value: true },
  ],
  hsCode: '8204.11',
  origin: 'DE',
  documents: [],
  version: 1,
};

const NAMES = [
  { key: 'size', name: 'Size' },
  { key: 'jaw-width', name: 'Width of the jaw' },
  { key: 'material', name: 'Material' },
  { key: 'insulated', name: 'Insulated' },
];

it('says sizes as they were written and in the other unit', () => {
  expect(factsOf(tool, NAMES)).toEqual([
    ['Size', '1/2 in (12.7 mm)'],
    ['Width of the jaw', '13 mm (0.512 in)'],
    ['Material', 'Chrome vanadium'],
    ['Insulated', 'Yes'],
    ['Weight per piece', '500 g (1.1 lb)'],
    ['Made in', 'Germany'],
    ['HS code', '8204.11'],
  ]);
  const { origin: _origin, hsCode: _hsCode, ...plain } = tool;
  expect(factsOf({ ...plain, weight: 0, attributes: [] }, NAMES)).toEqual([]);
});

it('search engines read the same as properties', () => {
  expect(attributeData(tool, NAMES)).toMatchObject({ countryOfOrigin: 'DE', material: 'Chrome vanadium' });
  expect(attributeData(tool, NAMES)['additionalProperty']).toContainEqual({
    '@type': 'PropertyValue',
    name: 'Size',
    value: '1/2',
    unitText: 'in',
  });
  const written = { ...tool, attributes: [{ key: 'size', value: '1/2 in', unit: 'in' }] };
  expect(attributeData(written, NAMES)['additionalProperty']).toEqual([
    { '@type': 'PropertyValue', name: 'Size', value: '1/2', unitText: 'in' },
  ]);
});
