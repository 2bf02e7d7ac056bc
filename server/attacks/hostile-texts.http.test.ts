import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { hostileCalls, hostileRuns, withBody } from '../../prove/hostile-texts.ts';

let shop: TestShop;
let as: Record<string, string>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  as = { authorization: `Bearer ${(await shop.person('Ada', 'admin')).token}` };
});
afterAll(() => shop.close());

/** A sample: all kinds of texts, and what each takes of the processor, are in `npm run prove -- corpora`. */
const SAMPLE = hostileRuns.filter((_, index) => index % 20 === 0);

it('every call answers long hostile texts in words, not with a fault (attacks T72)', async () => {
  expect(SAMPLE.length).toBeGreaterThan(1);
  for (const [name, call] of hostileCalls)
    for (const { what, text } of SAMPLE)
      for (const request of withBody(text, call, as)) {
        const { status } = await shop.app.fetch(request());
        // A status of the shop that something outside is away (503) is no fault of its own.
        expect([status === 500, `${name}: ${what}`]).toEqual([false, `${name}: ${what}`]);
      }
});
