import { expect, it } from 'vitest';
import { cellText } from './cell-text.ts';

const box = { code: 'BX', name: 'Small box', pieces: 50, gtin: '4006381333931' };

it.each([
  ['packs', [box, { code: 'CT', name: 'Carton', pieces: 144 }], 'BX:Small box=50@4006381333931|CT=144'],
  ['packs', [], 'none'],
  ['priceUnit', 1, 'per piece'],
  ['priceUnit', 1000, 'per 1,000'],
  ['price', 4.2, '$4.20'],
  ['priceBreaks', [{ from: 1000, price: 3.9 }], '1,000: $3.90'],
  ['priceBreaks', [], 'none'],
  ['minOrderQuantity', 1200, '1,200'],
  ['onSale', false, 'no'],
  ['sku', null, 'nothing'],
])('a cell of %s says %j as “%s”', (column, value, text) => {
  expect(cellText(column, value)).toBe(text);
});
