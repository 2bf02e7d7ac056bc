import { expect, it } from 'vitest';
import { openImage } from '#server/engine/db/database-for-tests.ts';
import { preparedPglite } from '../../../house/prepared-databases.ts';
import { upkeep } from './upkeep.ts';

it('what a table has is counted, and the room of changed rows is used again, where no server does it', async () => {
  const database = await openImage(await preparedPglite());
  await database.raw(
    `insert into users (id, name, email) select 'u' || at, repeat('n', 200), at || '@upkeep.test' from generate_series(1, 2000) as at`,
  );
  expect(await upkeep(database)).toContain('users');
  const [known] = await database.raw<{ rows: number; there: number }>(
    `select reltuples::int as rows, (select count(*)::int from users) as there from pg_class where relname = 'users'`,
  );
  expect(known?.there).toBeGreaterThan(2_000);
  expect(known?.rows).toBe(known?.there);
  expect(await upkeep(database)).toEqual([]);
  const change = () => database.raw(`update users set name = name || '.'`);
  const pages = async () =>
    (await database.raw<{ pages: number }>(`select pg_relation_size('users')::int / 8192 as pages`))[0]!.pages;
  await change();
  expect(await upkeep(database)).toEqual(['users']);
  const before = await pages();
  await change();
  expect(await pages()).toBeLessThan(1.1 * before);
  await database.close();
});
