import { expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { afterPercent, bulkSheet, percentOf, wordsOf } from './bulk-change.ts';

const tool = {
  _id: 't1',
  price: 9.99,
  priceBreaks: [
    { from: 100, price: 9 },
    { from: 500, price: 8.5 },
  ],
} as Tool;

it.each([
  [10, 3, 10.3],
  [9.99, 2.5, 10.24],
  [9.99, -10, 8.99],
  [0.01, -50, 0.01],
  [999_999.99, -0.01, 999_899.99],
])('%d after %d percent is %d', (price, percent, after) => {
  expect(afterPercent(price, percent)).toBe(after);
});

it.each([
  ['3', 3],
  ['-2.5', -2.5],
  ['+10 %', 10],
  ['2,5', 2.5],
  ['−4', -4],
  ['0', null],
  ['-100', null],
  ['ten', null],
  ['', null],
  ['1e3', null],
])('“%s” is %j percent', (typed, percent) => {
  expect(percentOf(typed)).toBe(percent);
});

it('a change is a sheet with a row for each product', () => {
  expect(bulkSheet([tool], { what: 'price', percent: 10 }).split('\r\n')).toEqual([
    '"_id","price","priceBreaks"',
    '"t1","10.99","100: 9.90; 500: 9.35"',
  ]);
  expect(bulkSheet([tool], { what: 'category', category: '=Files' }).split('\r\n')[1]).toBe(`"t1","'=Files"`);
  expect(bulkSheet([tool], { what: 'onSale', onSale: false })).toBe('"_id","onSale"\r\n"t1","no"');
  expect(bulkSheet([tool], { what: 'attribute', name: 'Drive, size', value: '1/2 in' })).toBe(
    '"_id","Drive, size"\r\n"t1","1/2 in"',
  );
});

it('is named in the list of imports by what it does', () => {
  expect(wordsOf({ what: 'price', percent: -2.5 })).toBe('Price −2.5 %');
  expect(wordsOf({ what: 'attribute', name: 'Finish', value: '' })).toBe('Finish removed');
});
