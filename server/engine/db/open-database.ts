import type { Database } from './client.ts';
import type { FolderLocation } from './pglite.ts';
import type { PostgresLocation } from './postgres.ts';

type DatabaseLocation = PostgresLocation | FolderLocation | { memory: true };

/** Opens the database. The two drivers are loaded on demand, so that neither costs memory where the other serves. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  if ('url' in location) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(location);
  }
  const { openPglite } = await import('./pglite.ts');
  return openPglite('folder' in location ? location : undefined);
}
