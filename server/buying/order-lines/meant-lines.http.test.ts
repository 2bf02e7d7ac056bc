import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PastedLines } from '#contract/buying/order-lines.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { LINES, saidOf } from './lines-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

async function read(text: string): Promise<PastedLines> {
  const answer = await shop.call('POST', '/order-lines', { body: { text } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as PastedLines;
}

describe('what a row means without number or whole name', () => {
  // All of them are read where tests may take long; these are every ninth, and those that the search alone used to find.
  it.each([
    ...LINES.filter((_, at) => at < 4 || at % 9 === 0),
    { written: 'tape 8 m 20', right: 'ask' },
    { written: 'G clamp 80mm 20', right: 'ask' },
    { written: '12 brooms', right: 'BRO-280 12' },
  ])('$written is $right', async ({ written, right }) => {
    expect(await saidOf(shop, written)).toBe(right);
  });

  it('is offered with the size that was asked for first, and never by a number alone', async () => {
    const [ring] = (await read('20 ring spanner 13mm')).rows;
    expect(ring?.candidates[0]?.tool).toBe('Combination Spanner 13 mm, Chrome Vanadium');
    expect((await read('20 tape 8 mm')).rows[0]?.candidates.map(({ tool }) => tool)).not.toContain(
      'Combination Spanner 8 mm, Chrome Vanadium',
    );
    expect((await read('Makita DHP484 8 mm 20')).rows).toMatchObject([{ toolId: null, candidates: [] }]);
  });

  it('is added up with what was named, and sentences are kept for the order', async () => {
    const { rows, note } = await read('HAM-CL-16H;24\n24 claw hammer 16oz\nPlease ring me before the delivery.');
    expect(rows).toMatchObject([{ sku: 'HAM-CL-16H', quantity: 48 }]);
    expect(note).toBe('Please ring me before the delivery.');
    const hostile = '<script>alert(1)</script> please call us before you deliver this';
    expect((await read(hostile)).note).toBe(hostile);
  });
});

describe('a size is found glued or parted', () => {
  beforeAll(async () => {
    for (const name of ['Torx Screwdriver T25 × 100 mm', 'Pozidriv Bit PZ 2, 25 mm', 'Ring Spanner SW 46', 'Rope 3 m'])
      await shop.tool({ name, description: 'Sold by the piece.', minOrderQuantity: 1 });
  });

  it.each([
    ['12 screwdriver T25', 'Torx Screwdriver T25 × 100 mm'],
    ['12 screwdriver TX 25', 'Torx Screwdriver T25 × 100 mm'],
    ['12 bits PZ2', 'Pozidriv Bit PZ 2, 25 mm'],
    ['12 bit PZ 2', 'Pozidriv Bit PZ 2, 25 mm'],
    ['4 ring spanner SW46', 'Ring Spanner SW 46'],
    ['4 ring spanner 46 mm', 'Ring Spanner SW 46'],
    ['5 rope 3m', 'Rope 3 m'],
    ['5 ropes 3.0 m', 'Rope 3 m'],
    ['10 torches IP 54', 'Inspection Torch 300 lm, IP54'],
    ['500 bolts M8 x 40', 'Hex Bolt M8 × 40 mm, Steel 8.8'],
    ['60 screwdrivers PH 2', 'Phillips Screwdriver PH2 × 100 mm'],
  ])('%s', async (written, tool) => {
    expect((await read(written)).rows).toMatchObject([{ tool }]);
  });
});
