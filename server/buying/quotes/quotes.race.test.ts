import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { PRICE, quoteCalls, quoteStage } from './quotes-for-tests.ts';

const ROUNDS = 10;
let shops: TestShop[];
beforeAll(async () => {
  const url = await freshPostgres();
  shops = [await openTestShop(await openDatabase({ url })), await openTestShop(await openDatabase({ url }))];
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

it('five accept at once while a version is sent and the quote withdrawn: one order or none, at a price that was offered', async () => {
  const [one, other] = shops.map(quoteCalls);
  const sally = await shops[0]!.person('Sally', 'sales');
  for (let round = 0; round < ROUNDS; round++) {
    const { alice, hammer, offered } = await quoteStage(shops[0]!, sally, round);
    const id = await offered();
    const [accepted, newer, gone] = await Promise.all([
      Promise.all([1, 2, 3, 4, 5].map((each) => (each % 2 ? one! : other!).accept(alice.token, id, 1, PRICE))),
      other!.offer(sally.token, id, [[hammer, 3, 9]]),
      one!.withdraw(sally.token, id),
    ]);
    const made = accepted.filter(({ status }) => status === 201 || status === 200);
    expect(new Set(made.map(({ body }) => body._id)).size).toBeLessThanOrEqual(1);
    expect(made.filter(({ status }) => status === 201)).toHaveLength(made.length > 0 ? 1 : 0);
    for (const { body } of made) expect(body.price).toBe(PRICE);
    const orders = await shops[0]!.parts.database.raw<{ total: number }>(
      'select total_cents as total from orders where quote_id = $1',
      [id],
    );
    expect(orders).toHaveLength(made.length > 0 ? 1 : 0);
    // Who comes after the order is told that it is over; who comes before it leaves nothing to accept.
    const others = accepted.filter(({ status }) => status > 201).map(({ body }) => body.code);
    expect(others.every((code) => code === 'QUOTE_REPLACED' || code === 'QUOTE_OVER')).toBe(true);
    expect([newer.status, gone.status].filter((status) => status < 300)).toHaveLength(
      made.length > 0 ? 0 : newer.status === 201 ? 2 : 1,
    );
  }
});
