import { expect, it } from 'vitest';
import type { MadeApiKey } from '#contract/office/api-keys.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop } from '#server/shop-for-tests.ts';

it("buyers' and staff's keys in parallel on one connection are all answered", async () => {
  const database = await openDatabase({ url: await freshPostgres(), maxConnections: 1 });
  const shop = await openTestShop(database);
  const ada = await shop.person('Ada', 'admin');
  const alice = await shop.person('Alice');
  const keyOf = async (path: string, as: string, scopes: string[]) => {
    const made = await shop.call('POST', path, { as, body: { name: 'Key', scopes } });
    expect(made.status).toBe(201);
    return ((await made.json()) as MadeApiKey).key;
  };
  const calls: [path: string, key: string][] = [];
  for (let each = 0; each < 8; each++) {
    calls.push(['/my-basket', await keyOf('/my-api-key', alice.token, ['basket'])]);
    calls.push(['/attributes', await keyOf('/api-key', ada.token, ['tools.read'])]);
  }
  const answers = await Promise.all(calls.map(([path, as]) => shop.call('GET', path, { as })));
  expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
  await shop.close();
});

it('two statements under one name on one connection are each themselves', async () => {
  const database = await openDatabase({ url: await freshPostgres(), maxConnections: 1 });
  expect(await database.raw('select 1 as one', [], 'same')).toEqual([{ one: 1 }]);
  expect(await database.raw('select 2 as two', [], 'same')).toEqual([{ two: 2 }]);
  await database.close();
});
