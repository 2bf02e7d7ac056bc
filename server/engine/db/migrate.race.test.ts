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

it('a database whose migrations read otherwise now is left as it is, and the start says what to do', async () => {
  const database = await openDatabase({ url: await freshPostgres() });
  const folder = await mkdtemp(join(tmpdir(), 'tradebench-migrations-'));
  const written = (name: string, sql: string) => writeFile(join(folder, name), sql);
  await written('9998-first.sql', 'create table first_thing (id text)');
  await migrate(database, folder);
  await written('9998-first.sql', 'create table first_thing (id text, name text)');
  await written('9999-second.sql', 'create table second_thing (id text)');
  await expect(migrate(database, folder)).rejects.toThrow(/9998-first\.sql were different.*another DATA_DIR/s);
  const [made] = await database.raw<{ second: string | null }>(`select to_regclass('second_thing')::text as second`);
  expect(made?.second).toBeNull();
  await rm(folder, { recursive: true });
  await database.close();
});
