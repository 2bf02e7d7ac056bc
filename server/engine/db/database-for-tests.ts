import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { inject } from 'vitest';
import type { Database } from './client.ts';
import { openDatabase } from './open-database.ts';
import { pgliteDatabase, START_PARAMS } from './pglite.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's address; empty where the tests run on PGlite. */
    postgresUrl: string;
    /** A file with a migrated and seeded PGlite, so that each test file need not start from nothing. */
    pgliteDump: string;
  }
}

/** A database of this test file's own, with the shop's tables and the demo's seed: on PGlite or a server, as the run says. */
export async function freshDatabase(): Promise<Database> {
  if (inject('postgresUrl')) return openDatabase({ url: await freshPostgres() });
  const dump = inject('pgliteDump');
  if (!dump) return openDatabase({ memory: true });
  return openImage(dump);
}

/** A database of its own from an image of PGlite's files. */
export async function openImage(path: string): Promise<Database> {
  const { readFile } = await import('node:fs/promises');
  compiled ??= readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  const engine = await PGlite.create({
    loadDataDir: new Blob([new Uint8Array(await readFile(path))]),
    pgliteWasmModule: await compiled,
    extensions: { pg_trgm },
    startParams: START_PARAMS,
  });
  return pgliteDatabase(engine);
}

/** PGlite itself, compiled once in a worker: every engine would do so for itself. */
let compiled: Promise<WebAssembly.Module> | undefined;

/** A new database on the test server, a copy of one with tables and seed. @returns its address */
export function freshPostgres(): Promise<string> {
  return newPostgres('template shop_template');
}

/** A new database on the test server without any table. @returns its address */
export function emptyPostgres(): Promise<string> {
  return newPostgres('');
}

async function newPostgres(template: string): Promise<string> {
  const server = inject('postgresUrl');
  if (!server) throw new Error('this test needs a PostgreSQL server: run it in the projects "unit", "http" or "race"');
  const { Client } = await import('pg');
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name} ${template}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
