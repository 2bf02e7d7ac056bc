import { expect, test } from 'vitest';
import { readSelling } from './selling.ts';

const typed = { price: '12.90', minOrderQuantity: '24', quantityStep: '12', priceBreaks: [] };

test('says which quantities can be ordered at which price', () => {
  const priceBreaks = [
    { from: '48', price: '12' },
    { from: '480', price: '11.5' },
  ];
  expect(readSelling({ ...typed, priceBreaks }).rungs).toEqual([
    { from: 24, to: 36, price: 12.9, first: [24, 36] },
    { from: 48, to: 468, price: 12, first: [48, 60, 72] },
    { from: 480, to: null, price: 11.5, first: [480, 492, 504] },
  ]);
});

test('refuses contradictions at the field they are in, as they are typed', () => {
  const at = (change: object) => readSelling({ ...typed, ...change }).problems;
  expect(at({ minOrderQuantity: '25' })).toEqual({
    minOrderQuantity: 'The minimum order must be a multiple of the step, 12',
  });
  expect(at({ priceBreaks: [{ from: '24', price: '12' }] })).toEqual({
    'priceBreaks.0.from': 'From must be above the minimum order, 24',
  });
  expect(at({ priceBreaks: [{ from: '50', price: '13' }] })).toEqual({
    'priceBreaks.0.from': 'From must be a multiple of the step, 12',
    'priceBreaks.0.price': "Price must be below the tool's own, 12.90",
  });
  expect(Object.keys(at({ priceBreaks: [{ from: 'many', price: '-1' }] }))).toEqual([
    'priceBreaks.0.from',
    'priceBreaks.0.price',
  ]);
});

test('a field that is still empty is not wrong, and shows nothing that is not decided', () => {
  for (const change of [{ price: '' }, { minOrderQuantity: '' }, { priceBreaks: [{ from: '48', price: '' }] }])
    expect(readSelling({ ...typed, ...change })).toMatchObject({ problems: {}, rungs: [] });
});
