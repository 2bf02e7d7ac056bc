import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let url: string;
let database: Database;
let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  url = await freshPostgres();
  database = await openDatabase({ url });
  shop = await openTestShop(database);
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const FINISH: Attribute = { key: 'finish', name: 'Finish', kind: 'choice', unit: null, isFacet: true };
const tool = {
  name: 'Chisel',
  description: 'For mortises.',
  price: 1,
  availableQuantity: 1,
  minOrderQuantity: 1,
  image: '/pictures/hook-640.webp',
};

it.each([
  ['removed', []],
  ['made a flag', [{ ...FINISH, kind: 'flag' as const }]],
])('an attribute that is %s while a tool that has it is written is in use', async (_what, list) => {
  const set = (body: Attribute[]) => shop.call('PUT', '/attributes', { as: ada.token, body });
  await database.raw('update tools set removed_at = now() where removed_at is null');
  expect((await set([FINISH])).status).toBe(200);
  const holder = new Client({ connectionString: url });
  await holder.connect();
  const waiting = async () => {
    const { rows } = await holder.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.waiting;
  };
  try {
    await holder.query('begin');
    // It may be read, and nothing be written into it.
    await holder.query('lock table tools in share mode');
    const attributes = [{ key: 'finish', value: 'Zinc' }];
    const written = shop.call('POST', '/tool', { as: ada.token, body: { ...tool, attributes } });
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    const changed = set(list);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
    await holder.query('commit');
    expect([(await written).status, (await changed).status]).toEqual([201, 409]);
  } finally {
    await holder.end();
  }
});
