import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Return } from '#contract/money/returns.ts';
import { brokenPromises } from '#server/catalogue/promises/promises-for-tests.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop, persistently, type TestShop } from '#server/shop-for-tests.ts';
import { givenTwice } from './given-once-for-tests.ts';
import { returnCalls } from './returns-for-tests.ts';

const PIECES = 6;

let databases: Database[];
let shops: TestShop[];
let calls: ReturnType<typeof returnCalls>;
let ada: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  const url = await freshPostgres();
  databases = [await openDatabase({ url }), await openDatabase({ url })];
  shops = [await openTestShop(databases[0]!), await openTestShop(databases[1]!)];
  calls = returnCalls(shops[0]!);
  ada = await shops[0]!.person('Ada', 'admin');
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

const send = (at: number, as: string, path: string, body: object) =>
  persistently(() => shops[at % 2]!.call('POST', path, { as, body }));

it('pieces that are reported, settled and refunded in two processes at once are given back once each', async () => {
  for (let round = 0; round < 6; round++) {
    const buyer = await shops[0]!.person(`Raced${round}`);
    const { order, tools } = await calls.paid(buyer.token, ada.token, [PIECES]);
    const [tool] = tools;
    const report = (quantity: number) => ({ orderId: order._id, lines: [calls.line(tool!, quantity)] });
    const refund = { reason: 'Bent', lines: [{ toolId: tool!._id, quantity: 2 }] };
    const reported = await Promise.all([
      send(0, buyer.token, '/return', report(4)),
      send(1, buyer.token, '/return', report(4)),
      send(0, ada.token, `/order/${order._id}/refund`, refund),
      send(1, ada.token, `/order/${order._id}/refund`, refund),
    ]);
    const made: Return[] = [];
    for (const answer of reported.slice(0, 2)) if (answer.status === 201) made.push((await answer.json()) as Return);
    expect(made.length).toBeLessThanOrEqual(1);
    for (const found of made) {
      await calls.sent(await calls.answer(ada.token, found, { agree: true, sendBack: false }));
      const settled = await Promise.all(
        [0, 1, 2, 3, 4, 5].map((at) =>
          send(at, ada.token, `/return/${found._id}/settle`, {
            lines: [{ toolId: tool!._id, quantity: 2, as: at % 3 === 0 ? 'replacement' : 'money' }],
          }),
        ),
      );
      expect(settled.filter(({ status }) => status === 200)).toHaveLength(2);
    }
    expect(await givenTwice(databases[0]!.raw)).toEqual([]);
    expect(await brokenPromises(databases[0]!.raw)).toEqual([]);
  }
});
