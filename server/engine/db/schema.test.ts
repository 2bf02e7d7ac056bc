import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';

const server = join(import.meta.dirname, '../..');
const files: Record<string, unknown>[] = await Promise.all(
  readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql.ts'))
    .map((name) => import(join(server, name))),
);
const tables = files
  .flatMap((file) => Object.values(file))
  .filter((part) => is(part, PgTable))
  .map((table) => getTableConfig(table));
let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** Names that PostgreSQL gives the types as Drizzle writes them. */
const SPELLED: Record<string, string> = {
  'timestamp with time zone': 'timestamptz',
  bigint: 'int8',
  smallint: 'int2',
  integer: 'int4',
  boolean: 'bool',
  'double precision': 'float8',
  'text[]': '_text',
};

it.each(tables)('the code and the migrations agree on the columns of $name', async ({ name, columns }) => {
  const found = await database.raw<{ column: string; type: string; nullable: boolean }>(
    `select column_name as column, udt_name as type, is_nullable = 'YES' as nullable
     from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [name],
  );
  const inCode = columns.map((column) => {
    const type = column.getSQLType();
    return { column: column.name, type: SPELLED[type] ?? type, nullable: !column.notNull };
  });
  const byName = (one: { column: string }, other: { column: string }) => one.column.localeCompare(other.column);
  // The database may keep columns of its own, such as what a search reads.
  const known = found.filter(({ column }) => inCode.some((mine) => mine.column === column));
  expect(known.toSorted(byName)).toEqual(inCode.toSorted(byName));
});

it('every table that refers to another has an index on the reference, so that removing a row never reads all', async () => {
  const unindexed = await database.raw<{ reference: string }>(
    `select format('%s.%s', c.conrelid::regclass, a.attname) as reference
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
       select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`,
  );
  expect(unindexed).toEqual([]);
});
