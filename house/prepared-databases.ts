import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Database } from '#server/engine/db/client.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { pgliteDatabase } from '#server/engine/db/pglite.ts';
import { openPostgres } from '#server/engine/db/postgres.ts';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { seed } from '#server/shop/seed/seed.ts';
import { projectRoot } from '#server/project-root.ts';
import { importsOf, isForTests } from './source-files.ts';

const DAY_MS = 86_400_000;

/** The database on a test server whose copies the test files get. */
const TEMPLATE = 'shop_template';

/** A file with a migrated and seeded PGlite, from which each test file starts its own. */
export async function preparedPglite(): Promise<string> {
  return join(await pgliteImages(), 'seeded');
}

/** The same with tables and no seed. */
export async function migratedPglite(): Promise<string> {
  return join(await pgliteImages(), 'migrated');
}

function pgliteImages(): Promise<string> {
  return prepared('pglite', async (folder) => {
    const engine = await PGlite.create({ extensions: { pg_trgm } });
    const database = pgliteDatabase(engine);
    const write = async (name: string) =>
      writeFileSync(join(folder, name), new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer()));
    mkdirSync(folder);
    await migrate(database);
    await trim(engine);
    await write('migrated');
    await seedDemo(database);
    await engine.exec('checkpoint');
    await write('seeded');
    await database.close();
  });
}

/** The data of a PostgreSQL server that has a template database, for `startPostgres({ from })`. */
export function preparedPostgres(): Promise<string> {
  return prepared('postgres', async (folder) => {
    const server = await startPostgres();
    try {
      await makeTemplate(server.url);
      await server.saveTo(folder);
    } finally {
      await server.stop();
    }
  });
}

/** A database with the tables and the seed on a running server, to be copied. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE}`);
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${TEMPLATE}`;
  const database = openPostgres({ url: url.href });
  await migrate(database);
  await seedDemo(database);
  await database.close();
}

/**
 * Without what only a server needs: the databases that new ones are copied from, which are two files of three, and statements
 * to be done again. Each test file unpacks and opens it.
 */
async function trim(engine: PGlite): Promise<void> {
  await engine.exec('update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await engine.exec(`drop database ${name}`);
  await engine.exec('checkpoint');
}

async function seedDemo(database: Database): Promise<void> {
  await seed(database, { production: false, seedTools: 0 });
}

/**
 * A file or folder in .cache that is made once for what it is made from, so that whoever runs one test waits for no
 * migration. @param make is given the path to make it at
 */
async function prepared(kind: string, make: (path: string) => Promise<void>): Promise<string> {
  const folder = join(projectRoot, '.cache', kind);
  const path = join(folder, fingerprint());
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const half = `${path}.${process.pid}`;
  await make(half);
  try {
    renameSync(half, path);
  } catch (error) {
    // Another run made the same at this moment.
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
  for (const name of readdirSync(folder)) {
    const other = join(folder, name);
    const age = Date.now() - (statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (other !== path && age > DAY_MS) rmSync(other, { recursive: true, force: true });
  }
  return path;
}

/** The sources that decide what is in it: the migrations, the packages and all that is imported on the way to it. */
export function madeFrom(): string[] {
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path) || isForTests(path) || !existsSync(join(projectRoot, path))) return;
    found.add(path);
    for (const name of importsOf({ path, text: readFileSync(join(projectRoot, path), 'utf8') })) visit(name);
  };
  visit('server/engine/db/migrate.ts');
  visit('server/shop/seed/seed.ts');
  const migrations = readdirSync(join(projectRoot, 'migrations')).map((name) => `migrations/${name}`);
  return [...found, ...migrations, 'house/prepared-databases.ts', 'package-lock.json'].toSorted();
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of madeFrom()) hash.update(path).update(readFileSync(join(projectRoot, path)));
  return hash.digest('hex').slice(0, 16);
}
