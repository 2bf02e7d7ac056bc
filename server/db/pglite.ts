import { makeFolder } from '#server/make-folder.ts';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, Db } from './client.ts';
import { lockFolder } from './folder-lock.ts';
import { schema } from './schema.ts';

/**
 * Opens PostgreSQL inside this process, with its files in `folder`, or in memory without one.
 * @throws FolderInUse where another process has the folder: two on one folder would lose each other's rows.
 */
export async function openPglite(folder: string | undefined): Promise<Database> {
  if (folder) makeFolder(folder);
  const unlock = folder ? lockFolder(folder) : () => {};
  const engine = await PGlite.create({
    ...(folder ? { dataDir: join(folder, 'database') } : {}),
    extensions: { pg_trgm },
  });
  return pgliteDatabase(engine, unlock);
}

/** The shop's database over an engine that is already open. */
export function pgliteDatabase(engine: PGlite, afterClose: () => void = () => {}): Database {
  // The two drivers answer queries in one shape; only the names of their types differ.
  const db = drizzle(engine, { schema }) as unknown as Db;
  return {
    kind: 'pglite',
    db,
    async raw<Row>(text: string, params: unknown[] = []) {
      return (await engine.query<Row>(text, params)).rows;
    },
    rawTransaction: (work) =>
      engine.transaction((tx) =>
        work({ query: async <Row>(text: string, params?: unknown[]) => (await tx.query<Row>(text, params)).rows }),
      ),
    async withLock(_key, work) {
      // One process, one connection: nobody to keep out.
      await work(
        async (text) => {
          await engine.exec(text);
        },
        async <Row>(text: string, params?: unknown[]) => (await engine.query<Row>(text, params)).rows,
      );
    },
    async notify(channel, payload) {
      await engine.query('select pg_notify($1, $2)', [channel, payload]);
    },
    async listen(channel, onMessage) {
      await engine.listen(channel, onMessage);
    },
    async close() {
      await engine.close();
      afterClose();
    },
  };
}
