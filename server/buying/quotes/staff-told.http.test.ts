import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

it('those who answer quotes hear of everybody, however much one of them writes', async () => {
  const [sally, eve, alice] = [
    await shop.person('Sally', 'sales'),
    await shop.person('Eve'),
    await shop.person('Alice'),
  ];
  const { _id: toolId } = await shop.tool();
  const ask = async (as: string) => {
    const answer = await shop.call('POST', '/quote', { as, body: { lines: [{ toolId, quantity: 1 }] } });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { _id: string })._id;
  };
  const id = await ask(eve.token);
  for (let n = 0; n < 30; n++)
    await shop.call('POST', `/quote/${id}/message`, { as: eve.token, body: { text: `Hurry ${n}` } });
  await ask(alice.token);
  const subjects = (await shop.lettersTo(sally.email)).map(({ subject }) => subject);
  expect(subjects).toHaveLength(22);
  expect(subjects.slice(-2)).toEqual([
    'Too many messages about quotes today',
    expect.stringMatching(/^Alice requested a quote/),
  ]);
});
