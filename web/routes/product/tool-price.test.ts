import { expect, test } from 'vitest';
import { goodsPrice, unitPriceOf } from './tool-price.ts';

const hammer = {
  price: 3.85,
  priceUnit: 1,
  priceBreaks: [
    { from: 480, price: 3.4 },
    { from: 960, price: 3.1 },
  ],
};

test.each([
  [24, 3.85, 92.4],
  [479, 3.85, 1_844.15],
  [480, 3.4, 1_632],
  [960, 3.1, 2_976],
])('%d pieces cost %d money each', (quantity, each, goods) => {
  expect(unitPriceOf(hammer, quantity)).toBe(each);
  expect(goodsPrice(hammer, quantity)).toBe(goods);
});

test('so many pieces cost their part of the price of a hundred, half a cent up', () => {
  const screw = { price: 4.2, priceUnit: 100, priceBreaks: [{ from: 1000, price: 3.95 }] };
  expect([1, 36, 500, 1000].map((quantity) => goodsPrice(screw, quantity))).toEqual([0.04, 1.51, 21, 39.5]);
});
