import { expect, it } from 'vitest';
import type { QuoteLine } from '#contract/buying/quotes.ts';
import { changesSince } from './quote-words.ts';

const line = (toolId: string, quantity: number, unitPrice: number): QuoteLine => ({
  toolId,
  tool: toolId,
  sku: null,
  buyerNumber: null,
  quantity,
  unit: null,
  unitName: null,
  unitQuantity: null,
  priceUnit: 1,
  unitPrice,
  listPrice: 10,
  promises: [],
  price: quantity * unitPrice,
});

it('what changed since the last version is told by line, with what it was', () => {
  const before = { lines: [line('hammer', 3, 8), line('saw', 5, 15), line('rasp', 1, 4), line('file', 2, 6)] };
  const now = { lines: [line('hammer', 3, 7), line('saw', 4, 15), line('file', 2, 6), line('awl', 1, 2)] };
  const { changed, gone } = changesSince(before, now);
  expect([...changed]).toEqual([
    ['hammer', { isNew: false, unitPrice: 8, priceUnit: 1 }],
    ['saw', { isNew: false, quantity: 5 }],
    ['awl', { isNew: true }],
  ]);
  expect(gone.map(({ toolId }) => toolId)).toEqual(['rasp']);
});

it('nothing changed in the first version', () => {
  expect(changesSince(undefined, { lines: [line('hammer', 3, 7)] })).toEqual({ changed: new Map(), gone: [] });
});
