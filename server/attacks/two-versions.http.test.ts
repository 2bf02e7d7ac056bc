import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { loadStandIns } from '#sandbox/stand-ins.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { projectRoot } from '#server/project-root.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { startShop } from '#server/shop/start.ts';

let database: Database;
let shop: TestShop;
let alice: Awaited<ReturnType<TestShop['person']>>;
let ada: Awaited<ReturnType<TestShop['person']>>;
let tool: Tool;

beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  alice = await shop.person('Alice');
  ada = await shop.person('Ada', 'admin');
  tool = await shop.tool({ availableQuantity: 1_000 });
});
afterAll(() => shop.close());

const LATER = '9999-of-a-later-version.sql';

/** The migrations of a later version, which adds to every table: docs/decisions/050-migrations.md. */
async function laterMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tradebench-later-'));
  await cp(join(projectRoot, 'migrations'), folder, { recursive: true });
  const tables = await database.raw<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name <> 'schema_migrations'`,
  );
  const columns = tables.map(({ name }) => `alter table "${name}" add column later_fact text default 'none';`);
  const more = 'create table later_things (id text primary key); create index later_index on orders (later_fact);';
  await writeFile(join(folder, LATER), [...columns, more].join('\n'));
  return folder;
}

/** Every kind of statement that the shop sends to its tables, reading and writing. */
async function mainJob(as = shop.app): Promise<number[]> {
  const call = (token: string | undefined, method: string, path: string, body?: object) =>
    as.fetch(
      new Request(`http://shop.test${path}`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
  const wish = { name: 'Alice', address: '1 Dock Road', phone: '555', toolId: tool._id, quantity: 1 };
  const made = await call(alice.token, 'POST', '/order', wish);
  const { _id } = (await made.json()) as { _id: string };
  const changed = async () => {
    const now = (await (await call(undefined, 'GET', `/tool/${tool._id}`)).json()) as Tool;
    return call(ada.token, 'PUT', `/tool/${tool._id}`, { ...now, description: _id });
  };
  const answers = [
    made,
    await call(alice.token, 'POST', '/create-payment-intent', { order: _id }),
    await call(alice.token, 'GET', `/order?email=${alice.email}`),
    await call(alice.token, 'GET', `/order/${_id}`),
    await call(alice.token, 'DELETE', `/order/${_id}`),
    await call(alice.token, 'POST', '/review', { review: 'Good', rating: 5 }),
    await call(alice.token, 'PUT', `/user/${alice.email}`, { name: `Alice ${_id}`, address: '', phone: '' }),
    await call(alice.token, 'GET', `/user/${alice.email}/data`),
    await call(undefined, 'GET', '/tool?q=hammer'),
    await call(undefined, 'GET', '/review'),
    await changed(),
    ...(await Promise.all(
      ['/user', '/orders', '/audit', '/figures', '/category'].map((path) => call(ada.token, 'GET', path)),
    )),
  ];
  return answers.map(({ status }) => status).filter((status) => status >= 400);
}

it('a process goes on serving while a later version migrates its database, and after it (attacks T104)', async () => {
  expect(await mainJob()).toEqual([]);
  const wish = { name: 'Alice', address: '1 Dock Road', phone: '555', toolId: tool._id, quantity: 1 };
  const order = () => shop.call('POST', '/order', { as: alice.token, body: wish });
  const folder = await laterMigrations();
  const [migrated, ...made] = await Promise.all([migrate(database, folder), ...Array.from({ length: 12 }, order)]);
  await rm(folder, { recursive: true });
  expect(migrated.ran).toEqual([LATER]);
  expect(made.map(({ status }) => status)).toEqual(Array(12).fill(201));
  expect(await mainJob()).toEqual([]);
  const headers = { origin: 'http://shop.test' };
  const person = { name: 'Nora', email: 'nora@people.test', password: 'tradebench' };
  expect((await shop.call('POST', '/api/auth/sign-up/email', { headers, body: person })).status).toBe(200);
  expect((await shop.signIn(person.email, person.password)).token).not.toBe('');
});

it('a process that starts on a database from a later version serves, and says what it does not know (attacks T104)', async () => {
  const said: unknown[][] = [];
  const log = { debug() {}, info() {}, error() {}, warn: (...words: unknown[]) => void said.push(words) };
  const older = await startShop({ config: shop.parts.config, log, database, standIns: loadStandIns });
  expect(said).toEqual([[{ migrations: [LATER] }, expect.stringContaining('later version')]]);
  expect((await older.app.fetch(new Request('http://shop.test/readyz'))).status).toBe(200);
  expect(await mainJob(older.app)).toEqual([]);
  await Promise.all([older.parts.payments.stop(), older.parts.mail.stop()]);
});
