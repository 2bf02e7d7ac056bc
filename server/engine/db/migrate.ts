import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '#server/config.ts';
import { projectRoot } from '#server/project-root.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './client.ts';
import { databaseFault, isRetryable } from './faults.ts';

/** Any number, as long as all of the shop's processes agree on it. */
const MIGRATION_LOCK = 7_421_903;
/**
 * A migration and the orders of processes that serve meanwhile may wait for each other. It gives way, and long before
 * PostgreSQL looks for a deadlock (1 s), since whoever orders waits behind it.
 */
const LOCK_WAIT_MS = 200;
const POLITE_ATTEMPTS = 40;
const LONGEST_PAUSE_MS = 500;
/** After that it waits for whoever holds a table that long, and only what PostgreSQL itself ends is tried again. */
const ATTEMPTS = 50;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings the schema up to date: runs each file of migrations/ that has not run, in the order of their names, each in
 * its own transaction, one process at a time.
 * @returns the files that ran, and those that ran for a later version and are not known here: this version serves all
 * the same (docs/decisions/050-migrations.md)
 * @throws ConfigError where a file that has run reads otherwise now, so that the tables are not those of this version
 */
export async function migrate(
  database: Database,
  folder = join(projectRoot, 'migrations'),
): Promise<{ ran: string[]; later: string[] }> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const ran: string[] = [];
  const later: string[] = [];
  await database.withLock(MIGRATION_LOCK, async (exec, query) => {
    await exec(
      `create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now());
       alter table schema_migrations add column if not exists sha256 text`,
    );
    const done = await query<{ name: string; sha256: string | null }>('select name, sha256 from schema_migrations');
    later.push(...done.flatMap(({ name }) => (files.includes(name) ? [] : [name])).toSorted());
    const found = await Promise.all(files.map((name) => readMigration(folder, name)));
    refuseOtherwiseMade(
      found.filter((file) => done.some((ran) => ran.name === file.name && ran.sha256 !== file.sha256)),
    );
    for (const file of found.filter(({ name }) => !done.some((ran) => ran.name === name))) {
      await runOne(exec, file);
      ran.push(file.name);
    }
  });
  return { ran, later };
}

type Migration = { name: string; body: string; sha256: string };

async function readMigration(folder: string, name: string): Promise<Migration> {
  const body = await readFile(join(folder, name), 'utf8');
  return { name, body, sha256: createHash('sha256').update(body).digest('hex') };
}

function refuseOtherwiseMade(changed: Migration[]): void {
  if (changed.length === 0) return;
  throw new ConfigError([
    `The database was created by a commit before release 1.0.0, when ${changed.map(({ name }) => name).join(', ')} were different, so its tables do not match this version. Use a new one (another DATA_DIR or DATABASE_URL), or keep running the commit that created it.`,
  ]);
}

async function runOne(exec: (sql: string) => Promise<void>, { name, body, sha256 }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const wait = attempt <= POLITE_ATTEMPTS ? LOCK_WAIT_MS : 0;
      // One simple-protocol call is one transaction; the name holds only letters, digits, dots and dashes.
      return await exec(
        `begin; set local lock_timeout = ${wait}; ${body};
         insert into schema_migrations (name, sha256) values ('${name}', '${sha256}'); commit;`,
      );
    } catch (error) {
      const gaveWay = isRetryable(error) || databaseFault(error)?.code === LOCK_NOT_AVAILABLE;
      if (attempt >= ATTEMPTS || !gaveWay) throw error;
      await exec('rollback');
      // Those who waited behind it go first.
      await pause(Math.min(LONGEST_PAUSE_MS, 20 * attempt));
    }
  }
}
