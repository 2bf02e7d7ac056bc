import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { BackupError } from '#server/engine/db/backup.ts';
import { storeFetch } from '#server/engine/outside/store-fetch.ts';
import { makeFolder } from '#server/make-folder.ts';

/** Where backups are kept, by names that sort by their time. */
interface BackupStore {
  /** Keeps what is written to a new file beside it; whoever lists sees it whole or not at all. */
  put(name: string, write: (file: string) => Promise<void>): Promise<void>;
  /** Oldest first. */
  list(): Promise<string[]>;
  /** In bytes. */
  size(name: string): Promise<number>;
  /** Lends one as a file. */
  lend<T>(name: string, work: (file: string) => Promise<T>): Promise<T>;
  remove(name: string): Promise<void>;
}

const NAME = /^tradebench-(\d{8}T\d{6})Z\.backup$/;
const TIMEOUT_MS = 600_000;
/** No backup takes as long: what is older is another's that died. */
const LEFT_OVER_MS = 24 * 3_600_000;
/** Bytes: more than one answer, and one buffer, can hold. */
const MOST_OF_A_BACKUP = 2_000_000_000;

/** The name of a backup made at a moment, to the second. */
export function backupName(at: Date): string {
  return `tradebench-${at.toISOString().replaceAll(/[-:]|\.\d+Z/g, '')}Z.backup`;
}

/** When the backup of this name was made; null for any other file. */
export function madeAt(name: string): Date | null {
  const [, stamp] = NAME.exec(name) ?? [];
  if (stamp === undefined) return null;
  return new Date(stamp.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6Z'));
}

/**
 * A folder, or a folder of the S3-compatible store that pictures are in.
 * @param dataDir where a file lies that goes to the store or comes from it: a folder for temporary files may be memory
 */
export function createBackupStore(to: string, { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): BackupStore {
  if (!to.startsWith('s3:')) return folderStore(to);
  if (!s3) throw new BackupError('BACKUP_TO names the picture store, which is not set.');
  return bucketStore(s3, to.slice('s3:'.length).replaceAll(/^\/+|\/+$/g, ''), dataDir);
}

function folderStore(folder: string): BackupStore {
  return {
    async put(name, write) {
      makeFolder(folder);
      await removeLeftOvers(folder);
      // Another may be made in the same second; whichever is whole last stays.
      const partial = join(folder, `.${name}.${randomUUID()}.partial`);
      try {
        await write(partial);
        const written = await open(partial, 'r');
        await written.sync().finally(() => written.close());
        await rename(partial, join(folder, name));
      } finally {
        await rm(partial, { force: true });
      }
    },
    async list() {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => madeAt(name) !== null).toSorted();
    },
    size: async (name) => (await stat(join(folder, name))).size,
    lend: (name, work) => work(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/** Removes what was begun and never finished, by a process that died. */
async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const began = /^\.(.+?\.backup)(?:\.[0-9a-f-]+)?\.partial$/.exec(name)?.[1];
    const at = began === undefined ? null : madeAt(began);
    if (at !== null && Date.now() - at.getTime() > LEFT_OVER_MS) await rm(join(folder, name), { force: true });
  }
}

/** Lends a place for a file in a folder of its own, which nobody else may read. */
async function withFile<T>(dataDir: string, work: (file: string) => Promise<T>): Promise<T> {
  makeFolder(dataDir);
  const folder = await mkdtemp(join(dataDir, 'backup-'));
  try {
    return await work(join(folder, 'backup'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function bucketStore(s3: NonNullable<Config['s3']>, folder: string, dataDir: string): BackupStore {
  const { endpoint, bucket } = s3;
  const call = storeFetch(s3, { limitMs: TIMEOUT_MS, maxBytes: MOST_OF_A_BACKUP, retries: 2 });
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const prefix = folder === '' ? '' : `${folder}/`;
  const send = async (address: string, init: RequestInit): Promise<Response> => {
    const answer = await call(address, init);
    if (!answer.ok) throw new BackupError(`The store of the backups answered ${answer.status}.`);
    return answer;
  };
  return {
    async put(name, write) {
      const body = await withFile(dataDir, async (file) => {
        await write(file);
        return new Uint8Array(await readFile(file));
      });
      const checksum = createHash('sha256').update(body).digest('base64');
      await send(`${base}/${prefix}${name}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/gzip', 'x-amz-checksum-sha256': checksum },
        body,
      });
    },
    async list() {
      const names: string[] = [];
      for (let after = ''; ;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix, 'start-after': after });
        const page = await (await send(`${base}?${query}`, { method: 'GET' })).text();
        const keys = [...page.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
        names.push(...keys.map((key) => key.slice(prefix.length)).filter((name) => madeAt(name) !== null));
        const last = keys.at(-1);
        if (last === undefined || !page.includes('<IsTruncated>true</IsTruncated>')) return names.toSorted();
        after = last;
      }
    },
    async size(name) {
      const answer = await send(`${base}/${prefix}${name}`, { method: 'HEAD' });
      return Number(answer.headers.get('content-length') ?? 0);
    },
    lend: (name, work) =>
      withFile(dataDir, async (file) => {
        const answer = await send(`${base}/${prefix}${name}`, { method: 'GET' });
        await writeFile(file, new Uint8Array(await answer.arrayBuffer()), { mode: 0o600 });
        return work(file);
      }),
    async remove(name) {
      await send(`${base}/${prefix}${name}`, { method: 'DELETE' });
    },
  };
}
