import { expect, it } from 'vitest';
import { freshPostgres } from './database-for-tests.ts';
import { openDatabase } from './open-database.ts';
import { transaction } from './transaction.ts';
import { sql } from 'drizzle-orm';

const CUT = /terminat|Failed query/;
const CUT_MINE = 'select pg_terminate_backend(pg_backend_pid())';

it('a connection that is cut within a transaction fails that transaction alone', async () => {
  const database = await openDatabase({ url: await freshPostgres() });
  await expect(database.rawTransaction(({ query }) => query(CUT_MINE))).rejects.toThrow(CUT);
  await expect(transaction(database, (tx) => tx.execute(sql.raw(CUT_MINE)))).rejects.toThrow(CUT);
  expect(await database.raw('select 1 as one')).toEqual([{ one: 1 }]);
  await database.close();
});
