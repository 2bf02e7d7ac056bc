import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackupError, restore } from '#server/engine/db/backup.ts';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { emptyPostgres, freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { digestOf, openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { listBackups, makeBackup, withBackupOf } from './backups.ts';
import { orderSearchFollower } from '#server/buying/orders/order-search.ts';
import { createNewsReader } from '#server/engine/news/follow-news.ts';
import { allNewsRead } from '#server/engine/news/news-for-tests.ts';
import { figuresFollower } from '#server/money/figures/sales-days.ts';
import { backupJobs } from './backup-job.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const folder = mkdtempSync(join(tmpdir(), 'tradebench-backups-'));
let database: Database;
let shop: TestShop;
let config: TestShop['parts']['config'];
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database, { DATA_DIR: join(folder, 'data') });
  config = { ...shop.parts.config, backups: { to: join(folder, 'backups'), everyMs: 3_600_000, keep: 3 } };
  await shop.order((await shop.person('Alice')).token, await shop.tool());
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

it('is written beside its place, and what a killed process left there goes with the next', async () => {
  const kept = join(folder, 'beside');
  const own = { ...config, backups: { to: kept, everyMs: 1, keep: 3 } };
  await makeBackup(database, own, at('01:00:00'));
  writeFileSync(join(kept, '.tradebench-20260301T000000Z.backup.partial'), 'half of it');
  await makeBackup(database, own, at('02:00:00'));
  await withBackupOf(own, at('03:00:00'), async (file) => expect(file).toContain(kept));
  expect(readdirSync(kept).toSorted()).toEqual([1, 2].map((hour) => `tradebench-20260301T0${hour}0000Z.backup`));
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
  // What is made from orders is made at the next start.
  const reader = createNewsReader({ database: elsewhere, log: silent }, [orderSearchFollower, figuresFollower]);
  await reader.start();
  await allNewsRead(elsewhere, reader);
  await reader.stop();
  const rowsOf = async (from: Database) =>
    (await digestOf(from))
      .split('\n')
      .filter((line) => !/^(schema_migrations|unknown_numbers|news_followers|attribute_values|tools) /.test(line));
  expect(await rowsOf(elsewhere)).toEqual(await rowsOf(database));
  // Values of attributes are learnt anew, in the order in which the tools stand in the file: their numbers may be others.
  const toolsOf = (from: Database) =>
    from.raw(`select to_jsonb(tools) - 'value_ids' as tool, value_ids = value_ids_of(attributes) as "isKnown",
      (select json_agg(known.value order by known.attribute, known.value) from attribute_values known
        where known.id::text = any(string_to_array(value_ids, ','))) as said from tools order by id`);
  const tools = await toolsOf(database);
  expect(tools.length).toBeGreaterThan(0);
  expect(tools.every((tool) => (tool as { isKnown: boolean }).isKnown)).toBe(true);
  expect(await toolsOf(elsewhere)).toEqual(tools);
  await elsewhere.close();
}, 60_000);

it('is made by the clock where a setting says to where', () => {
  const jobs = (changes: object) => backupJobs({ ...config, ...changes }, database, silent).map(({ name }) => name);
  expect(jobs({ backups: undefined })).toEqual([]);
  expect(jobs({})).toEqual(['backup']);
});
