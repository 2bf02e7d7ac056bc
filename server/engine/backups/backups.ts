import { join, resolve } from 'node:path';
import type { Config } from '#server/config.ts';
import { backup, BackupError, readBack } from '#server/engine/db/backup.ts';
import type { Database } from '#server/engine/db/client.ts';
import { readBackups } from './read-backups.sql.ts';
import { backupName, createBackupStore, madeAt } from './backup-store.ts';

type Settings = Pick<Config, 'backups' | 's3' | 'dataDir'>;

/** So many are kept where no setting says so. */
const KEPT = 14;

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

/** Where backups are and how many of them: where BACKUP_TO says, else beside the shop's other files, made only when somebody asks. */
function configured({ backups, dataDir }: Settings): { to: string; keep: number; everyMs: number | null } {
  return backups ?? { to: join(dataDir, 'backups'), keep: KEPT, everyMs: null };
}

/** A backup as it is listed: whether it could be read back to its end, which nobody may have tried, and how many rows that found. */
interface Listed {
  name: string;
  madeAt: Date;
  /** Bytes. */
  size: number;
  readable: boolean | null;
  rows: number | null;
}

/** What there is of backups, newest first, and where. @throws BackupError where the place cannot be read */
export async function describeBackups(
  database: Database,
  config: Settings,
): Promise<{ place: string; keep: number; everyMs: number | null; backups: Listed[] }> {
  const { to, keep, everyMs } = configured(config);
  const store = createBackupStore(to, config);
  const read = await database.db.select().from(readBackups);
  const backups = await Promise.all(
    (await store.list()).toReversed().map(async (name) => {
      const known = read.find((each) => each.name === name);
      const size = known?.size ?? (await store.size(name));
      return {
        name,
        madeAt: madeAt(name)!,
        size,
        readable: known ? known.rows !== null : null,
        rows: known?.rows ?? null,
      };
    }),
  );
  return { place: to.startsWith('s3:') ? to : resolve(to), keep, everyMs, backups };
}

/** Makes a backup and reads it back to its end, as whoever needs it will. @throws BackupError where it cannot be made */
export async function makeAndRead(database: Database, config: Settings, now = new Date()): Promise<Listed> {
  const name = await makeBackup(database, config, now);
  const store = createBackupStore(configured(config).to, config);
  const size = await store.size(name);
  const rows = await store.lend(name, readBack).catch(() => null);
  await database.db
    .insert(readBackups)
    .values({ name, size, rows })
    .onConflictDoUpdate({ target: readBackups.name, set: { size, rows } });
  return { name, madeAt: madeAt(name)!, size, readable: rows !== null, rows };
}
