import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NamedList } from '#contract/buying/named-lists.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { runStandingOrders } from './standing-order-job.ts';

let shops: TestShop[];
let tool: Tool;
beforeAll(async () => {
  const url = await freshPostgres();
  shops = [await openTestShop(await openDatabase({ url })), await openTestShop(await openDatabase({ url }))];
  tool = await shops[0]!.tool({ name: 'Mallet', price: 10, availableQuantity: 1_000_000 });
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

const raw = <T extends object>(statement: string, values: unknown[] = []) =>
  shops[0]!.parts.database.raw<T>(statement, values);
const turnTo = (day: string) =>
  raw(`create or replace function shop_today() returns date language sql stable as $$ select '${day}'::date $$`);
/** Both processes at once, twice each. */
const bothRun = () => Promise.all([...shops, ...shops].map((shop) => runStandingOrders(shop.parts)));

it('two processes announce and place each standing order of a day once, while its people set, skip and stop it', async () => {
  await turnTo('2030-01-01');
  const [shop] = shops as [TestShop];
  const people = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const person = await shop.person(`Racer${at}`);
      const address = { name: 'R', street: '1 Dock Road', town: 'Bergen', country: 'NO', phone: '55' };
      await shop.call('POST', '/my-address', { as: person.token, body: address });
      const lines = [{ toolId: tool._id, quantity: at + 1 }];
      const made = await shop.call('POST', '/my-list', { as: person.token, body: { name: 'Van', lines } });
      const { _id } = (await made.json()) as NamedList;
      const path = `/my-list/${_id}/standing`;
      const set = () => shop.call('PUT', path, { as: person.token, body: { every: 'week', day: 1 } });
      expect((await set()).status).toBe(200);
      return { ...person, path, set };
    }),
  );
  await turnTo('2030-01-03');
  await bothRun();
  const letters = await raw<{ count: number }>(
    `select count(*)::int as count from mails where subject like 'Your standing order is placed%'`,
  );
  expect(letters).toEqual([{ count: 8 }]);
  await turnTo('2030-01-07');
  const [setter, skipper, stopper] = people;
  await Promise.all([
    bothRun(),
    setter!.set(),
    shop.call('POST', `${skipper!.path}/skip`, { as: skipper!.token, body: { next: '2030-01-07' } }),
    shop.call('DELETE', stopper!.path, { as: stopper!.token }),
  ]);
  await bothRun();
  const placed = await raw<{ userId: string; orders: number }>(
    'select user_id as "userId", count(*)::int as orders from orders group by 1',
  );
  const ordersOf = ({ userId }: { userId: string }) => placed.find((each) => each.userId === userId)?.orders ?? 0;
  for (const person of people) {
    const mayBeLeftOut = person === skipper || person === stopper;
    expect(mayBeLeftOut ? [0, 1] : [1]).toContain(ordersOf(person));
  }
  expect(await raw(`select from standing_orders where paused_code is not null`)).toEqual([]);
});
