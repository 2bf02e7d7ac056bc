import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import type { Database } from '#server/engine/db/client.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let database: Database;
let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const remove = (userId: string) => shop.call('DELETE', `/user/${userId}`, { as: ada.token });

test('an admin cannot remove themselves (attacks T94)', async () => {
  const before = await shop.digest();
  const answer = await remove(ada.userId);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'CANNOT_REMOVE_SELF' });
  expect(await shop.digest()).toBe(before);
});

test('whoever is removed leaves their orders, whose totals stay and lead to nobody (attacks T94)', async () => {
  const gone = await shop.person('Gone');
  const tool = await shop.tool({ name: 'Kept in the books', price: 12.5 });
  const paid = await shop.order(gone.token, tool, 3);
  await database.raw(
    `update orders set state = 'paid', paid_at = now(), paid_by = 'card', transaction_id = 'pi_kept' where id = $1`,
    [paid._id],
  );
  await shop.order(gone.token, tool, 2);
  const books = () =>
    database.raw('select count(*)::int as orders, sum(total_cents)::int as cents from orders where state = $1', [
      'paid',
    ]);
  const before = await books();
  expect((await remove(gone.userId)).status).toBe(200);
  expect(await books()).toEqual(before);
  const [row] = await database.raw<{ user: string | null; total: number }>(
    'select user_id as user, total_cents as total from orders where id = $1',
    [paid._id],
  );
  expect(row).toEqual({ user: null, total: 3_750 });
  expect((await shop.call('GET', `/order/${paid._id}`, { as: ada.token })).status).toBe(200);
  const refused = await shop.call('GET', `/order/${paid._id}`, { as: gone.token });
  expect(refused.status).toBe(401);
  // So that the page can say what became of the account, and not only that a session ended.
  expect(await refused.json()).toMatchObject({ code: 'INVALID_TOKEN', account: 'removed' });
});
