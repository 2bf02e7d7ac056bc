import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRICE_UNITS } from '#contract/catalogue/packs.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { quoteCalls } from './quotes-for-tests.ts';

let shop: TestShop;
let alice: Person;
let sally: Person;
/** One tool for each price unit, sold by the piece and by the box of 12. */
let tools: Tool[];
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [alice, sally] = [await shop.person('Alice'), await shop.person('Sally', 'sales')];
  const packs = [{ code: 'BX', name: 'Box', pieces: 12 }];
  tools = await Promise.all(
    PRICE_UNITS.map((priceUnit) =>
      shop.tool({ name: `Per ${priceUnit}`, price: 5, priceUnit, packs, availableQuantity: 1_000_000 }),
    ),
  );
});
afterAll(() => shop.close());

/** Half of one up. */
function exact(pieces: number, cents: number, per: number): bigint {
  const product = BigInt(pieces) * BigInt(cents);
  return product / BigInt(per) + (2n * (product % BigInt(per)) >= BigInt(per) ? 1n : 0n);
}

it('what is offered per hundred and by the box comes to the cent to what exact arithmetic says, and is ordered at that', async () => {
  const calls = quoteCalls(shop);
  const line = fc.record({
    count: fc.integer({ min: 1, max: 90 }),
    isBox: fc.boolean(),
    cents: fc.integer({ min: 1, max: 9_999 }),
  });
  const all = fc.tuple(line, line, line, line);
  await fc.assert(
    fc.asyncProperty(all, async (wanted) => {
      const lines = wanted.map(({ count, isBox, cents }, at) => ({
        toolId: tools[at]!._id,
        quantity: count,
        ...(isBox ? { unit: 'BX' } : {}),
        unitPrice: cents / 100,
      }));
      const asked = await shop.call('POST', '/quote', {
        as: alice.token,
        body: { lines: lines.map(({ unitPrice: _none, ...each }) => each) },
      });
      expect(asked.status).toBe(201);
      const { _id } = (await asked.json()) as { _id: string };
      const offered = await calls.offer(sally.token, _id, [], { lines });
      expect(offered.status).toBe(201);
      const sums = wanted.map(({ count, isBox, cents }, at) =>
        exact(count * (isBox ? 12 : 1), cents, tools[at]!.priceUnit),
      );
      const cents = (money: number) => BigInt(Math.round(money * 100));
      const [version] = offered.body.versions;
      expect(version!.lines.map(({ price }) => cents(price))).toEqual(sums);
      expect(cents(version!.price)).toBe(sums.reduce((sum, each) => sum + each, 0n));
      const { status, body: order } = await calls.accept(alice.token, _id, 1, version!.price);
      expect(status).toBe(201);
      expect(order.lines.map(({ price }) => cents(price))).toEqual(sums);
      expect((await shop.call('DELETE', `/order/${order._id}`, { as: alice.token })).status).toBe(200);
    }),
    { numRuns: 12 },
  );
});
