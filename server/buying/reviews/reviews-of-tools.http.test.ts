import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Review } from '#contract/buying/reviews.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import type { Database } from '#server/engine/db/client.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let database: Database;
let shop: TestShop;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
});
afterAll(() => shop.close());

test('only who has paid for a tool may name it in a review, and everybody sees which it was', async () => {
  const [alice, bob] = [await shop.person('Alice'), await shop.person('Bob')];
  const saw = await shop.tool({ name: 'Bow saw', price: 12.5 });
  const other = await shop.tool({ name: 'Axe' });
  const order = await shop.order(alice.token, saw, 3);
  const post = (as: { token: string }, toolId?: string) =>
    shop.call('POST', '/review', {
      as: as.token,
      body: { review: 'Cuts well.', rating: 5, ...(toolId ? { toolId } : {}) },
    });

  const early = await post(alice, saw._id);
  expect([early.status, await early.json()]).toMatchObject([422, { code: 'NOT_BOUGHT' }]);
  await database.raw(
    `update orders set state = 'paid', paid_at = now(), paid_by = 'card', transaction_id = 'pi_x' where id = $1`,
    [order._id],
  );
  for (const [person, toolId] of [
    [bob, saw._id],
    [alice, other._id],
    [alice, '01aaaaaaaaaaaaaaaaaaaaaaaa'],
  ] as const) {
    const refused = await post(person, toolId);
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'NOT_BOUGHT' }]);
  }
  const posted = await post(alice, saw._id);
  expect([posted.status, await posted.json()]).toMatchObject([201, { tool: 'Bow saw', toolId: saw._id }]);
  const plain = (await (await post(bob)).json()) as Review;
  expect(plain).not.toHaveProperty('tool');
  const [newest, one] = (await (await shop.call('GET', '/review')).json()) as Review[];
  expect(newest?._id).toBe(plain._id);
  expect(one).toMatchObject({ name: 'Alice', tool: 'Bow saw', toolId: saw._id });
});

test('who has not shown that their address is theirs posts no review', async () => {
  const eve = await shop.person('Eve');
  await database.raw('update users set email_verified = false where id = $1', [eve.userId]);
  const posted = await shop.call('POST', '/review', { as: eve.token, body: { review: 'Bad.', rating: 1 } });
  expect([posted.status, await posted.json()]).toMatchObject([409, { code: 'ADDRESS_NOT_PROVED' }]);
});
