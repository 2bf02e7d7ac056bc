import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { backup, BackupError } from '#server/engine/db/backup.ts';
import type { Database } from '#server/engine/db/client.ts';
import { backupName, createBackupStore, madeAt } from './backup-store.ts';

type Settings = Pick<Config, 'backups' | 's3' | 'dataDir'>;

/**
 * Makes a backup where BACKUP_TO says, and removes the oldest beyond BACKUP_KEEP once the new one is there.
 * @returns its name
 */
export async function makeBackup(database: Database, config: Settings, now = new Date()): Promise<string> {
  const { to, keep } = configured(config);
  const store = createBackupStore(to, config);
  const name = backupName(now);
  await store.put(name, async (file) => {
    await backup(database, join(config.dataDir, 'uploads'), file);
  });
  for (const old of (await store.list()).slice(0, -keep)) await store.remove(old);
  return name;
}

/** The names of the backups that there are, oldest first. */
export async function listBackups(config: Settings): Promise<string[]> {
  return createBackupStore(configured(config).to, config).list();
}

/**
 * Lends the newest backup that was made at or before a moment, as a file.
 * @throws BackupError where there is none
 */
export async function withBackupOf<T>(
  config: Settings,
  moment: Date,
  work: (file: string, name: string) => Promise<T>,
): Promise<T> {
  const store = createBackupStore(configured(config).to, config);
  const names = await store.list();
  const name = names.findLast((each) => madeAt(each)! <= moment);
  if (name === undefined) {
    const first = names[0];
    throw new BackupError(
      first === undefined
        ? 'There are no backups at BACKUP_TO.'
        : `There is no backup from that time or before; the oldest was made at ${madeAt(first)!.toISOString()}.`,
    );
  }
  return store.lend(name, (file) => work(file, name));
}

function configured({ backups }: Settings): NonNullable<Config['backups']> {
  if (!backups)
    throw new BackupError('BACKUP_TO is not set: set it to a folder, or to s3:/a/folder in the bucket of S3_BUCKET.');
  return backups;
}
