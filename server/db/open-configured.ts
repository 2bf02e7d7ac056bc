import { makeFolder } from '#server/make-folder.ts';
import { join } from 'node:path';
import { ConfigError, type Config } from '#server/config.ts';
import { type Database, openDatabase } from './client.ts';
import { databaseFault } from './faults.ts';
import { FolderInUse } from './folder-lock.ts';

/** Opens the configured database. @throws ConfigError where it cannot be used, with what to do about it */
export async function openConfigured({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  try {
    if (databaseUrl) {
      const database = await openDatabase({ url: databaseUrl });
      await database.raw('select 1');
      return database;
    }
    const folder = join(dataDir, 'pglite');
    makeFolder(folder);
    return await openDatabase({ folder });
  } catch (error) {
    if (error instanceof FolderInUse) throw new ConfigError([error.message]);
    const reason = databaseFault(error)?.message || (error instanceof Error ? error.message : String(error));
    throw new ConfigError([
      databaseUrl
        ? `DATABASE_URL: the PostgreSQL server does not let us in (${reason}). Check that it runs, and the user, password, host and database name.`
        : `DATA_DIR ${dataDir} cannot be used (${reason}). Give a folder that this user may write.`,
    ]);
  }
}
