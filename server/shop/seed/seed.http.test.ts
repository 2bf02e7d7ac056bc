import { expect, it } from 'vitest';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { emptyPostgres } from '#server/engine/db/database-for-tests.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { describeSeed, seed } from './seed.ts';

it('says what it added, that there was nothing to add, and where a shop for customers gets its tools from', async () => {
  const database = await openDatabase({ url: await emptyPostgres() });
  await migrate(database);
  const shop = { production: true, seedTools: 0 };
  expect(describeSeed(await seed(database, shop), shop)).toMatch(/^Nothing was added: .*Import.*SEED_TOOLS=N/);
  const demo = { production: false, seedTools: 0 };
  const added = await seed(database, demo);
  expect(added).toMatchObject({ users: 4, orders: 0 });
  expect(describeSeed(added, demo)).toMatch(/^Added 4 users, \d+ tools, \d+ reviews\.$/);
  expect(describeSeed(await seed(database, demo), demo)).toBe('Nothing was added: the database already has data.');
  await database.close();
});
