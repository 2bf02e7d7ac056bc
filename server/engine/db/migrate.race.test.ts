import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshPostgres } from './database-for-tests.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

it('the limit that PgBouncer wants a role to have is none for migrations, nor for who waits for them', async () => {
  const url = await freshPostgres();
  const database = await openDatabase({ url });
  await database.raw(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '50ms'`);
  const folder = await mkdtemp(join(tmpdir(), 'tradebench-migrations-'));
  const name = '9999-takes-long.sql';
  await writeFile(join(folder, name), 'create table counted as select count(*) from generate_series(1, 3000000)');
  const [first, second] = await Promise.all([migrate(database, folder), migrate(database, folder)]);
  expect([...first.ran, ...second.ran]).toEqual([name]);
  await rm(folder, { recursive: true });
  await database.close();
});
