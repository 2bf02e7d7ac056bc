import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Backup, Backups } from '#contract/office/opening.ts';
import { emptyPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { createPasswordAccount } from '#server/people/identity/accounts.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'tradebench-opening-race-'));
const PASSWORD = 'a password of my own';
let shops: [TestShop, TestShop];
let olive: string;
beforeAll(async () => {
  const url = await emptyPostgres();
  const environment = { SEED_QUOTES: 'on', DATA_DIR: folder };
  const first = await openTestShop(await openDatabase({ url }), environment);
  shops = [first, await openTestShop(await openDatabase({ url }), environment)];
  await createPasswordAccount(first.parts.database, {
    email: 'olive@works.example',
    name: 'Olive',
    role: 'admin',
    password: PASSWORD,
  });
  olive = (await first.signIn('olive@works.example', PASSWORD)).token;
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.close()));
  rmSync(folder, { recursive: true, force: true });
});

const statusOf = ({ status }: Response) => status;

it('backups that are made at once, in two processes and in the same second, are all whole', async () => {
  const made = await Promise.all([0, 1, 0, 1].map((at) => shops[at]!.call('POST', '/backup', { as: olive, body: {} })));
  expect(made.map(statusOf)).toEqual([201, 201, 201, 201]);
  for (const answer of made) expect((await answer.json()) as Backup).toMatchObject({ readable: true });
  const { backups } = (await (await shops[0].call('GET', '/backups', { as: olive })).json()) as Backups;
  expect(backups.every(({ readable }) => readable)).toBe(true);
  // Nothing that was begun is left beside them.
  expect(readdirSync(join(folder, 'backups')).toSorted()).toEqual(backups.map(({ name }) => name).toSorted());
});

it('an end of the demo and the loss of the only other admin at once leave an admin', async () => {
  const [ended, taken] = await Promise.all([
    shops[0].call('POST', '/end-demo', { as: olive, body: { password: PASSWORD } }),
    shops[1]
      .signIn('ada@tradebench.test')
      .then(({ token }) =>
        shops[1].call('PUT', '/user/role/olive@works.example', { as: token, body: { role: 'sales' } }),
      ),
  ]);
  const [left] = await shops[0].parts.database.raw<{ admins: number }>(
    `select count(*)::int as admins from users where role = 'admin' and not banned`,
  );
  expect(left!.admins, `${ended.status} ${taken.status}`).toBeGreaterThan(0);
  await shops[0].parts.database.raw(`update users set role = 'admin' where email = 'olive@works.example'`);
});

it('two who end the demo at once end it once', async () => {
  const end = (shop: TestShop) =>
    shop.call('POST', '/end-demo', { as: olive, body: { password: PASSWORD, tools: true } });
  const answers = await Promise.all([end(shops[0]), end(shops[1])]);
  expect(answers.map(statusOf).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(await refused.json()).toMatchObject({ code: 'NO_DEMO' });
  const { raw } = shops[0].parts.database;
  expect(await raw('select from quotes')).toEqual([]);
  expect((await raw(`select from audit_log where action = 'demo.ended' and details->>'tools' <> '0'`)).length).toBe(1);
});
