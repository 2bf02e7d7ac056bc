import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { Database, RawQuery } from './client.ts';

/**
 * A backup is gzipped lines of JSON: first what it is, then a line per row and a line per uploaded file. It does not
 * depend on the engine, so what was backed up from PGlite can be restored on a server, and the other way round.
 */
interface Header {
  tradebench: 1;
  madeAt: string;
  migrations: string[];
}
type Line = Header | { table: string; row: unknown } | { file: string; base64: string };

/** Made anew as the rows come back that they are made from, by triggers or from the news; or by each start from its own files. */
const DERIVED = new Set([
  'news',
  'news_followers',
  'built_assets',
  'order_search',
  'sales_days',
  'sales_of_tools',
  'attribute_values',
  'translated_words',
  // Of files that lie elsewhere.
  'read_backups',
]);
const BATCH = 500;
/** Far more orders than come between two backups. */
const LEAP = 100_000;

/** Thrown where a backup cannot be made or restored, with what to do about it. */
export class BackupError extends Error {}

/**
 * Writes everything to a file, as it was at one moment.
 * @returns rows by table
 */
export async function backup(database: Database, uploads: string, file: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  await database.rawTransaction(async ({ query }) => {
    await query('set transaction isolation level repeatable read, read only');
    const migrations = (await query<{ name: string }>('select name from schema_migrations order by 1')).map(
      (row) => row.name,
    );
    async function* lines(): AsyncGenerator<string> {
      yield line({ tradebench: 1, madeAt: new Date().toISOString(), migrations });
      for (const { schema, name } of await tablesInOrder(query)) {
        const table = `${schema}.${name}`;
        counts[table] = 0;
        for await (const row of rowsOf(query, schema, name)) {
          counts[table] += 1;
          yield line({ table, row });
        }
      }
      for (const path of filesIn(uploads))
        yield line({ file: relative(uploads, path), base64: readFileSync(path).toString('base64') });
    }
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  });
  return counts;
}

/**
 * Fills an empty, migrated database from a backup, all or nothing. Orders that come go on far behind those that came back,
 * and invoices and credit notes wait until somebody says which went out last (server/buying/invoices/known-numbers.ts).
 * @returns rows by table
 * @throws BackupError where the file is no backup, is of another version, or the database is not empty
 */
export async function restore(database: Database, uploads: string, file: string): Promise<Record<string, number>> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  const [used] = await database.raw<{ count: number }>(
    'select (select count(*) from users) + (select count(*) from tools) as count',
  );
  if (Number(used?.count) > 0)
    throw new BackupError('The database is not empty. Restore into a new one: another DATABASE_URL or DATA_DIR.');
  const counts: Record<string, number> = {};
  await database.rawTransaction(async ({ query }) => {
    let table = '';
    let batch: unknown[] = [];
    const flush = async () => {
      if (batch.length > 0) counts[table] = (counts[table] ?? 0) + (await insert(query, table, batch));
      batch = [];
    };
    for await (const each of linesOf(file)) {
      if ('tradebench' in each) await checkVersion(query, each);
      else if ('file' in each) writeUpload(uploads, each.file, each.base64);
      else {
        if (each.table !== table || batch.length >= BATCH) {
          await flush();
          table = each.table;
        }
        batch.push(each.row);
      }
    }
    await flush();
    await resetSequences(query);
    // What is made from orders is made at the next start, of the newest first.
    await query(
      `insert into news (kind, subject) select 'order.changed', id from orders order by created_at desc, id desc`,
    );
    // Numbers that went out after the backup was made are nobody's twice.
    await query(`select setval('order_numbers', nextval('order_numbers') + ${LEAP}, false)`);
    await query(
      `insert into unknown_numbers (series) values ('invoice'), ('credit-note'), ('delivery-note') on conflict do nothing`,
    );
  });
  return counts;
}

function line(value: Line): string {
  return `${JSON.stringify(value)}\n`;
}

/** Reads a backup to its end. @returns how many rows it holds @throws where it is none, or is cut short */
export async function readBack(file: string): Promise<number> {
  let rows = 0;
  for await (const each of linesOf(file)) if ('table' in each) rows++;
  return rows;
}

async function* linesOf(file: string): AsyncGenerator<Line> {
  const reader = createInterface({
    input: createReadStream(file).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let first = true;
  for await (const text of reader) {
    const value = JSON.parse(text) as Line;
    if (first && !('tradebench' in value)) throw new BackupError(`${file} is not a backup of this shop.`);
    first = false;
    yield value;
  }
}

async function checkVersion(query: RawQuery, header: Header): Promise<void> {
  const mine = (await query<{ name: string }>('select name from schema_migrations order by 1')).map((row) => row.name);
  const unknown = header.migrations.filter((name) => !mine.includes(name));
  if (unknown.length > 0)
    throw new BackupError(`The backup is of a newer version (${unknown.join(', ')}). Restore it with that version.`);
  // Migrations bring rows along as they find them in their tables; rows that come later would lack what those wrote.
  if (mine.some((name) => !header.migrations.includes(name)))
    throw new BackupError(
      'The backup is of an older version. Restore it with that version, then start this one: it brings the shop along.',
    );
}

/** Tables with those they refer to before them. */
async function tablesInOrder(query: RawQuery): Promise<{ schema: string; name: string }[]> {
  const tables = await query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'sandbox_stripe') order by 1, 2`,
  );
  const references = await query<{ from: string; to: string }>(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
     where contype = 'f' and conrelid <> confrelid`,
  );
  const shortName = ({ schema, name }: { schema: string; name: string }) =>
    schema === 'public' ? name : `${schema}.${name}`;
  const ordered: { schema: string; name: string }[] = [];
  let rest = tables.filter(({ name }) => name !== 'schema_migrations' && !DERIVED.has(name));
  while (rest.length > 0) {
    const names = new Set(rest.map(shortName));
    const ready = rest.filter((table) =>
      references.every(({ from, to }) => from !== shortName(table) || !names.has(to)),
    );
    if (ready.length === 0) throw new BackupError('Tables refer to each other in a circle.');
    ordered.push(...ready);
    rest = rest.filter((table) => !ready.includes(table));
  }
  return ordered;
}

async function* rowsOf(query: RawQuery, schema: string, name: string): AsyncGenerator<unknown> {
  const cursor = `backup_${name}`;
  await query(`declare "${cursor}" cursor for select row_to_json(t) as row from "${schema}"."${name}" t`);
  for (;;) {
    const rows = await query<{ row: unknown }>(`fetch ${BATCH} from "${cursor}"`);
    if (rows.length === 0) break;
    for (const { row } of rows) yield row;
  }
  await query(`close "${cursor}"`);
}

/** @returns how many rows it wrote */
async function insert(query: RawQuery, table: string, rows: unknown[]): Promise<number> {
  const [schema, name] = table.split('.');
  const [exists] = await query<{ found: string | null }>('select to_regclass($1)::text as found', [
    `"${schema}"."${name}"`,
  ]);
  // The sandbox's tables are only there where the demo has run; its payments mean nothing elsewhere.
  if (!exists?.found) return 0;
  const [columns] = await query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = $1 and table_name = $2 and is_generated = 'NEVER'`,
    [schema, name],
  );
  const names = columns?.names ?? '';
  await query(
    `insert into "${schema}"."${name}" (${names}) overriding system value
     select ${names} from json_populate_recordset(null::"${schema}"."${name}", $1::json)`,
    [JSON.stringify(rows)],
  );
  return rows.length;
}

/** Every sequence that fills a column goes on behind the highest value that came back, identity or not (order numbers). */
async function resetSequences(query: RawQuery): Promise<void> {
  const owned = await query<{ sequence: string; table: string; column: string }>(
    `select s.seqrelid::regclass::text as sequence, d.refobjid::regclass::text as "table",
      quote_ident(a.attname) as "column"
     from pg_sequence s
     join pg_depend d on d.objid = s.seqrelid and d.classid = 'pg_class'::regclass
       and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
     join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     join pg_class t on t.oid = d.refobjid where t.relnamespace = 'public'::regnamespace`,
  );
  for (const { sequence, table, column } of owned) {
    // A sequence that is ahead stays so: a number that was given once is never given again.
    await query(
      `select setval('${sequence}',
         greatest(coalesce((select max(${column}) from ${table}), 0) + 1, nextval('${sequence}')), false)`,
    );
  }
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

function writeUpload(uploads: string, name: string, base64: string): void {
  const path = join(uploads, name);
  if (relative(uploads, path).startsWith('..'))
    throw new BackupError(`The backup has a file outside its folder: ${name}.`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.from(base64, 'base64'));
}
