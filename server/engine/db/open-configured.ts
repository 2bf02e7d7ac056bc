import { makeFolder } from '#server/make-folder.ts';
import { makePrivate } from '#server/private-folder.ts';
import { join } from 'node:path';
import { ConfigError, type Config } from '#server/config.ts';
import type { Database } from './client.ts';
import { openDatabase } from './open-database.ts';
import { databaseFault } from './faults.ts';
import { FolderInUse } from './folder-lock.ts';

/**
 * Opens the configured database.
 * @param tell is told what a person should know who waits for it
 * @throws ConfigError where it cannot be used, with what to do about it
 */
export async function openConfigured(
  {
    databaseUrl,
    databaseDirectUrl,
    databaseReplicaUrls,
    dataDir,
  }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrls' | 'dataDir'>,
  tell: (line: string) => void = () => {},
): Promise<Database> {
  try {
    // What lies there already, before anything is opened.
    await makePrivate(dataDir);
    if (databaseUrl) {
      const database = await openDatabase({
        url: databaseUrl,
        directUrl: databaseDirectUrl,
        replicaUrls: databaseReplicaUrls,
      });
      await database.raw('select 1');
      return database;
    }
    const folder = pgliteFolder(dataDir);
    makeFolder(folder);
    const onWait = (pid: number) =>
      tell(`Waiting for process ${pid}, which is shutting down, to release the folder ${folder} …`);
    const database = await openDatabase({ folder, onWait });
    await makePrivate(folder);
    return database;
  } catch (error) {
    if (error instanceof FolderInUse) throw new ConfigError([error.message]);
    const reason: string = databaseFault(error)?.message || (error instanceof Error ? error.message : String(error));
    if (databaseUrl && /unsupported startup parameter/.test(reason)) throw new ConfigError([BEHIND_A_POOLER]);
    throw new ConfigError([
      databaseUrl
        ? `DATABASE_URL: cannot connect to the PostgreSQL server (${reason}). Check that it is running, and the user, password, host and database name.`
        : `DATA_DIR ${dataDir} cannot be used (${reason}). Choose a folder that this user can write to.`,
    ]);
  }
}

/** Where in DATA_DIR a shop without a server has its database. */
export function pgliteFolder(dataDir: string): string {
  return join(dataDir, 'pglite');
}

/** What to do where DATABASE_URL leads through a pooler that hands each transaction to another connection. */
export const BEHIND_A_POOLER =
  'DATABASE_URL leads through a pooler. Set DATABASE_DIRECT_URL beside it, to the PostgreSQL server itself: news from ' +
  'other processes and the lock for migrations need a connection of their own.';
