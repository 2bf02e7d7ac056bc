import { expect, it } from 'vitest';
import type { Priced, PricedLine } from '#contract/buying/basket.ts';
import { orderAgain } from './order-again.ts';

const ordered = { toolId: 'hammer', tool: 'Claw Hammer', quantity: 24, unitPrice: 3.85, priceUnit: 1 };

function now(line: Partial<PricedLine>): Priced {
  return {
    lines: [
      {
        toolId: 'hammer',
        tool: 'Claw Hammer',
        sku: null,
        buyerNumber: null,
        image: null,
        quantity: 24,
        unit: null,
        unitName: null,
        unitQuantity: null,
        priceUnit: 1,
        packs: [],
        unitPrice: 3.85,
        price: 92.4,
        availableQuantity: 4_800,
        orderable: 4_800,
        later: [],
        promises: [],
        minOrderQuantity: 24,
        quantityStep: 12,
        problem: null,
        suggestion: null,
        nextBreak: null,
        ...line,
      },
    ],
    goods: 92.4,
    weight: 0,
    delivery: null,
    deliveries: [],
    freight: 0,
    surcharge: 0,
    belowMinimum: null,
    tax: 0,
    taxNote: null,
    taxCategory: 'O',
    price: 92.4,
  };
}

it.each<[string, Partial<PricedLine>, number | null, string | null]>([
  ['nothing has changed', {}, 24, null],
  ['the price rose', { unitPrice: 4 }, 24, 'Now $4.00 per piece; it was $3.85.'],
  ['it is gone', { problem: 'TOOL_NOT_FOUND', unitPrice: null }, null, 'No longer sold: left out.'],
  [
    'the minimum rose',
    { problem: 'BELOW_MINIMUM', minOrderQuantity: 48, suggestion: 48 },
    48,
    'The minimum order is 48. 48 instead of 24 pieces.',
  ],
  [
    'the carton changed',
    { problem: 'NOT_A_MULTIPLE', quantityStep: 10, suggestion: 20 },
    20,
    'Sold in steps of 10. 20 instead of 24 pieces.',
  ],
  [
    'there is less',
    { problem: 'OUT_OF_STOCK', availableQuantity: 13, orderable: 13, later: [], promises: [], suggestion: 12 },
    12,
    'Only 13 in stock. 12 instead of 24 pieces.',
  ],
  ['there is none', { problem: 'OUT_OF_STOCK', availableQuantity: 0, orderable: 0 }, null, 'Sold out. Left out.'],
])('where %s', (_, line, quantity, what) => {
  expect(orderAgain([ordered], now(line), [])).toEqual({
    lines: quantity === null ? [] : [{ toolId: 'hammer', quantity }],
    differences: what === null ? [] : [{ toolId: 'hammer', tool: 'Claw Hammer', what }],
  });
});

it('leaves a larger quantity in the basket as it is, and raises a smaller one', () => {
  expect(orderAgain([ordered], now({}), [{ toolId: 'hammer', quantity: 36 }]).lines).toEqual([]);
  expect(orderAgain([ordered], now({}), [{ toolId: 'hammer', quantity: 12 }]).lines).toEqual([
    { toolId: 'hammer', quantity: 24 },
  ]);
});
