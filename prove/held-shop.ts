import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Database } from '#server/engine/db/client.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { projectRoot } from '#server/project-root.ts';
import type { Said } from './what-a-shop-says.ts';

type Line = { table: string; row: unknown } | { sequence: string; value: number | null };

const folder = join(projectRoot, 'prove/held-shops');

/** What the shop of a release answered when it was written down, and whose rights were asked for, by their addresses. */
export function saidAt(release: string): { people: string[]; said: Said } {
  return JSON.parse(gunzipSync(readFileSync(join(folder, `${release}.said.json.gz`))).toString()) as ReturnType<
    typeof saidAt
  >;
}

/** The names of the migrations that a release was the first to hold, in their order. */
function migrationsOf(release: string): string[] {
  const landed = JSON.parse(readFileSync(join(projectRoot, 'migrations/landed.json'), 'utf8')) as Record<
    string,
    object
  >;
  return Object.keys(landed[release] ?? {}).toSorted();
}

/**
 * Fills an empty database with the shop of a release, row by row as its tables were, before any later migration ran.
 * The database's user must be a superuser: no trigger of the release acts on the rows that come.
 */
export async function fillWithHeldShop(database: Database, release: string): Promise<void> {
  const migrations = mkdtempSync(join(tmpdir(), 'tradebench-migrations-'));
  for (const name of migrationsOf(release)) copyFileSync(join(projectRoot, 'migrations', name), join(migrations, name));
  await migrate(database, migrations);
  rmSync(migrations, { recursive: true });
  const lines = gunzipSync(readFileSync(join(folder, `${release}.jsonl.gz`)))
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const rows = new Map<string, unknown[]>();
  for (const line of lines) if ('table' in line) rows.set(line.table, [...(rows.get(line.table) ?? []), line.row]);
  await database.rawTransaction(async ({ query }) => {
    await query(`set local session_replication_role = 'replica'`);
    for (const [table, found] of rows) {
      if (table === 'public.schema_migrations') continue;
      const [columns] = await query<{ names: string | null }>(
        `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
         where table_schema || '.' || table_name = $1 and is_generated = 'NEVER'`,
        [table],
      );
      // The tables of the stand-in for payments are made when it is first asked: what it knew is not the shop's.
      if (!columns?.names) continue;
      await query(`delete from ${table}`);
      await query(
        `insert into ${table} (${columns.names}) overriding system value
         select ${columns.names} from json_populate_recordset(null::${table}, $1::json)`,
        [JSON.stringify(found)],
      );
    }
    for (const line of lines)
      if ('sequence' in line && line.value !== null)
        await query(`select setval($1::regclass, $2)`, [line.sequence, line.value]);
  });
}
