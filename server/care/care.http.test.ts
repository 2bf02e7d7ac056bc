import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { BackupError, restore } from '#server/db/backup.ts';
import type { Database } from '#server/db/client.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { emptyPostgres, freshDatabase } from '#server/db/database-for-tests.ts';
import { migrate } from '#server/db/migrate.ts';
import { digestOf, openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { listBackups, makeBackup, withBackupOf } from './backups.ts';
import { careJobs } from './care-jobs.ts';
import { forgetPeople } from './personal-data.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const folder = mkdtempSync(join(tmpdir(), 'tradebench-care-'));
let database: Database;
let shop: TestShop;
let config: TestShop['parts']['config'];
let order: Order;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database, { DATA_DIR: join(folder, 'data') });
  config = { ...shop.parts.config, backups: { to: join(folder, 'backups'), everyMs: 3_600_000, keep: 3 } };
  order = await shop.order((await shop.person('Alice')).token, await shop.tool());
  await shop.atRest();
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (time: string) => new Date(`2026-03-01T${time}Z`);

it('keeps as many of the newest backups as are wanted, and touches nothing else in the folder', async () => {
  for (const time of ['01:00:00', '02:00:00', '03:00:00', '04:00:00']) await makeBackup(database, config, at(time));
  writeFileSync(join(folder, 'backups/notes.txt'), 'ours');
  await makeBackup(database, config, at('05:00:00'));
  expect(await listBackups(config)).toEqual([3, 4, 5].map((hour) => `tradebench-20260301T0${hour}0000Z.backup`));
  expect(readdirSync(join(folder, 'backups'))).toContain('notes.txt');
});

it('finds the newest backup of a moment, and says from when there are any', async () => {
  const found = (time: string) => withBackupOf(config, at(time), async (_file, name) => name);
  expect(await found('04:59:59')).toBe('tradebench-20260301T040000Z.backup');
  expect(await found('05:00:00')).toBe('tradebench-20260301T050000Z.backup');
  await expect(found('00:30:00')).rejects.toThrow('2026-03-01T03:00:00.000Z');
  await expect(withBackupOf({ ...config, backups: undefined }, at('05:00:00'), async () => 0)).rejects.toThrow(
    BackupError,
  );
});

it('what was lost comes back row by row from the backup', async () => {
  await makeBackup(database, config, at('06:00:00'));
  const elsewhere = await openDatabase({ url: await emptyPostgres() });
  await migrate(elsewhere);
  await withBackupOf(config, at('07:00:00'), (file) => restore(elsewhere, join(folder, 'restored'), file));
  const rowsOf = async (from: Database) =>
    (await digestOf(from)).split('\n').filter((line) => !line.startsWith('schema_migrations'));
  expect(await rowsOf(elsewhere)).toEqual(await rowsOf(database));
  await elsewhere.close();
}, 60_000);

it('is done by the clock where a setting asks for it', () => {
  const jobs = (changes: object) => careJobs({ ...config, ...changes }, database, silent).map(({ name }) => name);
  expect(jobs({ backups: undefined, personalDataMonths: undefined })).toEqual([]);
  expect(jobs({ personalDataMonths: 24 })).toEqual(['backup', 'personal-data']);
});

it('takes away after so many months who made an order that came to nothing, and keeps paid ones', async () => {
  const [paid] = await database.raw<{ id: string }>(
    `insert into orders (id, user_id, name, email, address, phone, total_cents, state, transaction_id, paid_at, created_at)
     select 'paid-long-ago', user_id, name, email, address, phone, total_cents, 'paid', 'pi_old', now() - interval '5 years',
       now() - interval '5 years' from orders where id = $1 returning id`,
    [order._id],
  );
  await database.raw(`update orders set state = 'expired', closed_at = now() - interval '25 months' where id = $1`, [
    order._id,
  ]);
  await database.raw(
    `insert into audit_log (id, actor_email, action, subject, details, created_at)
     values ('old', 'ada@people.test', 'user.disabled', 'some-id', '{"email": "bob@people.test"}', now() - interval '25 months')`,
  );
  const nothing = { orders: 0, audit: 0, actors: 0, sessions: 0 };
  expect(await forgetPeople(database, 26)).toEqual(nothing);
  expect(await forgetPeople(database, 24)).toEqual({ ...nothing, orders: 1, audit: 1 });
  expect(await forgetPeople(database, 24)).toEqual(nothing);
  expect(await database.raw('select id, email from orders where id in ($1, $2)', [order._id, paid!.id])).toEqual([
    { id: 'paid-long-ago', email: 'alice@people.test' },
  ]);
  expect(await database.raw(`select action, actor_email, details from audit_log where id = 'old'`)).toEqual([
    { action: 'user.disabled', actor_email: '', details: {} },
  ]);
});

it('takes away after so many months who of the staff did what, however much it is, and keeps that it was done', async () => {
  const kept = await shop.order((await shop.person('Berta')).token, await shop.tool());
  const { toolId } = kept.lines[0]!;
  for (const [name, months] of Object.entries({ old: 25, recent: 23 }))
    await database.raw(
      `with stock as (
         insert into stock_changes (id, tool_id, kind, change, reason, actor_email, created_at)
         select 'stock-${name}-' || i, $1, 'counted', 1, '', 'sam@people.test', now() - interval '${months} months' from generate_series(1, 2001) i),
       parcel as (
         insert into shipments (id, order_id, carrier, actor_email, shipped_at)
         values ('parcel-${name}', $2, 'DHL', 'wes@people.test', now() - interval '${months} months'))
       insert into order_events (id, order_id, kind, actor_email, created_at)
       values ('event-${name}', $2, 'changed', 'sam@people.test', now() - interval '${months} months')`,
      [toolId, kept._id],
    );
  expect(await forgetPeople(database, 24)).toMatchObject({ actors: 2003 });
  const left = (name: string) =>
    database.raw(
      `select count(*)::int as rows, count(*) filter (where actor_email <> '')::int as named from (
         select id, actor_email from stock_changes union all select id, actor_email from shipments
         union all select id, actor_email from order_events) acted where id like '%-${name}%'`,
    );
  expect(await left('old')).toEqual([{ rows: 2003, named: 0 }]);
  expect(await left('recent')).toEqual([{ rows: 2003, named: 2003 }]);
});
