import { expect, it } from 'vitest';
import { NewTool, ToolEdit } from './tools.ts';

const bolt = {
  name: 'Hex bolt',
  description: 'Zinc plated.',
  price: '0.42',
  availableQuantity: '25000',
  minOrderQuantity: '1000',
  image: '/pictures/nut-and-bolt-640.webp',
};
const bulk = {
  ...bolt,
  quantityStep: '500',
  weight: '41',
  priceBreaks: [
    { from: '5000', price: '0.38' },
    { from: 10_000, price: 0.35 },
  ],
};

it('takes steps, breaks and weights as text, and knows what is meant where they are left out', () => {
  expect(NewTool.parse(bulk)).toMatchObject({
    quantityStep: 500,
    weight: 41,
    priceBreaks: [{ from: 5000, price: 0.38 }, {}],
  });
  expect(NewTool.parse(bolt)).toMatchObject({ quantityStep: 1, weight: 0, priceBreaks: [], onSale: true });
  expect(ToolEdit.parse({ ...bolt, version: 1 })).not.toHaveProperty('quantityStep');
});

it('takes any whole number for a version, so that one before the first is told apart from a mistyped one', () => {
  expect(ToolEdit.parse({ ...bolt, version: 0 }).version).toBe(0);
  expect(ToolEdit.safeParse({ ...bolt, version: 1.5 }).success).toBe(false);
});

it.each([
  ['a minimum that is no multiple', { minOrderQuantity: 750 }, 'minOrderQuantity'],
  ['a step of nothing', { quantityStep: 0 }, 'quantityStep'],
  ['a break at the minimum', { priceBreaks: [{ from: 1000, price: 0.4 }] }, 'priceBreaks.0.from'],
  ['a break between cartons', { priceBreaks: [{ from: 5100, price: 0.4 }] }, 'priceBreaks.0.from'],
  ['a break that is not cheaper', { priceBreaks: [{ from: 5000, price: 0.42 }] }, 'priceBreaks.0.price'],
  ['breaks that fall back', { priceBreaks: [...bulk.priceBreaks, { from: 6000, price: 0.3 }] }, 'priceBreaks.2.from'],
  [
    'breaks that get dearer',
    { priceBreaks: [...bulk.priceBreaks, { from: 20_000, price: 0.35 }] },
    'priceBreaks.2.price',
  ],
  ['a free break', { priceBreaks: [{ from: 5000, price: 0 }] }, 'priceBreaks.0.price'],
  [
    'eleven breaks',
    { priceBreaks: Array.from({ length: 11 }, (_, n) => ({ from: 1500 + 500 * n, price: 0.3 })) },
    'priceBreaks',
  ],
  ['a ton too much', { weight: 1_000_001 }, 'weight'],
  ['a family without end', { family: 'x'.repeat(81) }, 'family'],
  ['a word for on sale', { onSale: 'yes' }, 'onSale'],
])('refuses %s at its field', (_what, change, path) => {
  const { error } = NewTool.safeParse({ ...bulk, ...change });
  expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
});
