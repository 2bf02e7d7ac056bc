import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type Transaction, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle, PgliteSession, PgliteTransaction } from 'drizzle-orm/pglite';
import { makeFolder } from '#server/make-folder.ts';
import { projectRoot } from '#server/project-root.ts';
import type { Database, Db, NoSchema, RawQuery, Tx } from './client.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { isOn } from './raw-in-transaction.ts';

/** Where the files are. */
export interface FolderLocation {
  folder: string;
  /** Is told that another process still has the folder and is ending. */
  onWait?: (pid: number) => void;
}

/** How PGlite starts: with little of PostgreSQL's own cache, since the system caches the files as well; 128 MB would never be given back. */
export const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** How bytes go in and out: PGlite's own way makes a text of each of them, half a second for a megabyte. */
const BYTES = {
  serializers: { [types.BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` },
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
};

/**
 * Opens PostgreSQL inside this process, with its files in `folder`, or in memory without one.
 * @throws FolderInUse where another process has the folder: two on one folder would lose each other's rows.
 */
export async function openPglite(location: FolderLocation | undefined): Promise<Database> {
  const folder = location?.folder;
  if (folder) makeFolder(folder);
  const lock = folder ? await lockFolder(folder, location?.onWait) : undefined;
  const dataDir = folder && pgliteData(folder);
  const engine = await PGlite.create({
    ...(dataDir ? { dataDir, ...(await prepared(dataDir)) } : {}),
    extensions: { pg_trgm },
    startParams: START_PARAMS,
    ...BYTES,
  });
  return pgliteDatabase(engine, lock);
}

/** Where in its folder PGlite's own files are, beside the lock. */
export function pgliteData(folder: string): string {
  return join(folder, 'database');
}

/** What a new folder begins with: making it anew takes three times the memory of a shop at rest (decision 310). */
async function prepared(dataDir: string): Promise<{ loadDataDir?: Blob }> {
  const image = join(projectRoot, 'build', 'pglite.tar.gz');
  if (existsSync(join(dataDir, 'PG_VERSION')) || !existsSync(image)) return {};
  return { loadDataDir: new Blob([new Uint8Array(await readFile(image))]) };
}

/**
 * Lets requests have a turn after each statement: the engine works in the thread that answers them, and a call of several long
 * statements would hold them up for the sum of them.
 */
function giveTurns(engine: PGlite): void {
  const query = engine.query.bind(engine);
  engine.query = (...statement) => thenTurn(query<never>(...statement));
  const transaction = engine.transaction.bind(engine);
  engine.transaction = (work) =>
    transaction((tx) =>
      work(
        Object.create(tx, {
          query: { value: (...statement: Parameters<typeof tx.query>) => thenTurn(tx.query(...statement)) },
        }),
      ),
    );
}

async function thenTurn<T>(answer: Promise<T>): Promise<T> {
  const answered = await answer;
  await new Promise((resolve) => setImmediate(resolve));
  return answered;
}

/** What drizzle makes of the engine, with transactions whose own connection `rawInTransaction` finds. */
function openDb(engine: PGlite, queryOn: (connection: Transaction) => RawQuery): Db {
  // The two drivers answer queries in one shape; only the names of their types differ.
  const db = drizzle(engine) as unknown as Db;
  const dialect = new PgDialect();
  db.transaction = (work, config) =>
    engine.transaction(async (connection) => {
      const session = new PgliteSession<NoSchema, ExtractTablesWithRelations<NoSchema>>(connection, dialect, undefined);
      const tx = new PgliteTransaction(dialect, session, undefined);
      if (config) await tx.setTransaction(config);
      return work(isOn(tx as unknown as Tx, queryOn(connection)));
    });
  return db;
}

/** The shop's database over an engine that is already open. */
export function pgliteDatabase(engine: PGlite, lock?: FolderLock): Database {
  giveTurns(engine);
  const queryOn =
    (on: Pick<PGlite, 'query'>): RawQuery =>
    async <Row>(text: string, params: unknown[] = []) =>
      (await on.query<Row>(text, params)).rows;
  const db = openDb(engine, queryOn);
  const raw = queryOn(engine);
  return {
    kind: 'pglite',
    db,
    raw,
    read: (work) => work({ db, raw }),
    wrote() {},
    replicas: () => [],
    rawTransaction: (work) => engine.transaction((tx) => work({ query: queryOn(tx) })),
    async withLock(_key, work) {
      // One process, one connection: nobody to keep out.
      await work(async (text) => {
        await engine.exec(text);
      }, raw);
    },
    async notify(channel, payload) {
      await engine.query('select pg_notify($1, $2)', [channel, payload]);
    },
    async listen(channel, onMessage) {
      await engine.listen(channel, onMessage);
      return () => {};
    },
    leaving: () => lock?.leaving(),
    async close() {
      await engine.close();
      lock?.release();
    },
  };
}
