import { expect, test } from 'vitest';
import { goodsPrice, pricePerPiece } from './tool-price.ts';

const hammer = {
  price: 3.85,
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
  expect(pricePerPiece(hammer, quantity)).toBe(each);
  expect(goodsPrice(hammer, quantity)).toBe(goods);
});
