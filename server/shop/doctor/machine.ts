import { existsSync } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listBackups } from '#server/engine/backups/backups.ts';
import { madeAt } from '#server/engine/backups/backup-store.ts';
import { ConfigError, type Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { projectRoot } from '#server/project-root.ts';

/** Webhooks are refused after 300 s; what is a tenth of it is not yet felt. */
const MOST_APART_MS = 30_000;
const LEAST_FREE = 1024 ** 3;
const LATE = 2;

/** @throws ConfigError where the database is behind this version, as it is before a first start */
export async function lookAtMigrations(database: Database): Promise<string> {
  const files = (await readdir(join(projectRoot, 'migrations'))).filter((name) => name.endsWith('.sql'));
  const [table] = await database.raw<{ there: boolean }>(
    "select to_regclass('schema_migrations') is not null as there",
  );
  const done = table?.there ? await database.raw<{ name: string }>('select name from schema_migrations') : [];
  const ran = new Set(done.map(({ name }) => name));
  const waiting = files.filter((name) => !ran.has(name));
  const later = [...ran].filter((name) => !files.includes(name));
  if (waiting.length > 0 && ran.size > 0)
    throw new ConfigError([`${waiting.length} have not run (${waiting.join(', ')}). Run: npm run shop -- migrate`]);
  if (waiting.length > 0)
    return `none has run yet; the first start, or npm run shop -- migrate, runs all ${waiting.length}`;
  return later.length === 0 ? `all ${files.length} have run` : `all have run, and ${later.length} from a later version`;
}

/** @throws ConfigError where this machine and the database do not agree what time it is */
export async function lookAtClock(database: Database, now: () => number = Date.now): Promise<string> {
  const asked = now();
  const [row] = await database.raw<{ ms: number }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
  // The answer was made at some moment between the two.
  const middle = (asked + now()) / 2;
  const apart = Math.round(Number(row?.ms) - middle);
  if (Math.abs(apart) > MOST_APART_MS)
    throw new ConfigError([
      `the database's clock is ${Math.abs(Math.round(apart / 1000))} s ${apart > 0 ? 'ahead of' : 'behind'} this machine's. Keep both on NTP: timedatectl set-ntp true`,
    ]);
  return `this machine and the database agree within ${Math.max(1, Math.ceil(Math.abs(apart) / 1000))} s`;
}

/** @throws ConfigError where there is little room left */
export async function lookAtDisk({ dataDir, backups }: Pick<Config, 'dataDir' | 'backups'>): Promise<string> {
  const data = await roomAt(dataDir);
  if (data.free < LEAST_FREE)
    throw new ConfigError([
      `${data.said} are free where DATA_DIR is (${data.folder}). Make room; nothing is lost when it is full, but the shop answers 503.`,
    ]);
  const found = `${data.said} free at ${data.folder}`;
  if (!backups || backups.to.startsWith('s3:')) return found;
  const kept = await roomAt(backups.to);
  if (kept.free < LEAST_FREE)
    throw new ConfigError([
      `${kept.said} are free where BACKUP_TO is (${kept.folder}). Make room, or keep fewer with BACKUP_KEEP: a backup that does not fit fails.`,
    ]);
  return `${found}, ${kept.said} for backups at ${kept.folder}`;
}

/** The room in bytes where a folder is or will be. */
async function roomAt(wanted: string): Promise<{ folder: string; free: number; said: string }> {
  let folder = wanted;
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  return { folder, free, said: `${(free / 1024 ** 3).toFixed(1)} GB` };
}

/** @throws ConfigError, BackupError where backups are wanted and the newest is old */
export async function lookAtBackups(config: Config, now = Date.now()): Promise<string> {
  if (!config.backups)
    return config.production
      ? 'not by the shop: BACKUP_TO is not set. Make sure that the database server makes them'
      : 'none scheduled; set BACKUP_TO to have them made';
  const newest = (await listBackups(config)).at(-1);
  if (newest === undefined) return 'none yet; a running shop makes the first one at once';
  const made = madeAt(newest)!;
  if (now - made.getTime() > config.backups.everyMs * LATE)
    throw new ConfigError([
      `the newest is from ${made.toISOString()}. Make one by hand and read what it says: npm run shop -- backup`,
    ]);
  return `the newest is from ${made.toISOString()}`;
}
