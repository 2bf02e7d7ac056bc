import type { RawQuery } from '#server/engine/db/client.ts';

/** One connection, in a transaction. */
interface Connection {
  exec: (sql: string) => Promise<void>;
  query: RawQuery;
}

/**
 * Fills tables without what makes each row cost: their foreign keys and all indexes but those of keys are gone meanwhile and
 * made again at the end, which sorts and checks all rows at once. To be called in a transaction, so that nobody ever sees the
 * tables without them.
 */
export async function withoutIndexes(
  { exec, query }: Connection,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const keys = await query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) order by oid`,
    [tables],
  );
  const indexes = await query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
     order by indexrelid`,
    [tables],
  );
  for (const { table, name } of keys) await exec(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await exec(`drop index ${name}`);
  await fill();
  for (const { definition } of indexes) await exec(definition);
  for (const { table, name, definition } of keys)
    await exec(`alter table ${table} add constraint ${name} ${definition}`);
}
