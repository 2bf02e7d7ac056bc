import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile, copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { BackupError } from '#server/engine/db/backup.ts';
import { storeFetch } from '#server/engine/outside/store-fetch.ts';
import { makeFolder } from '#server/make-folder.ts';

/** Where backups are kept, by names that sort by their time. */
export interface BackupStore {
  /** Takes over a finished file; whoever lists sees it whole or not at all. */
  put(name: string, file: string): Promise<void>;
  /** Oldest first. */
  list(): Promise<string[]>;
  /** Writes one to a file. */
  get(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const NAME = /^tradebench-(\d{8}T\d{6})Z\.backup$/;
const TIMEOUT_MS = 600_000;
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

/** A folder, or a folder of the S3-compatible store that pictures are in. */
export function createBackupStore(to: string, s3: Config['s3']): BackupStore {
  if (!to.startsWith('s3:')) return folderStore(to);
  if (!s3) throw new BackupError('BACKUP_TO names the picture store, which is not set.');
  return bucketStore(s3, to.slice('s3:'.length).replaceAll(/^\/+|\/+$/g, ''));
}

function folderStore(folder: string): BackupStore {
  return {
    async put(name, file) {
      makeFolder(folder);
      const partial = join(folder, `.${name}.partial`);
      await copyFile(file, partial);
      const written = await open(partial, 'r');
      await written.sync().finally(() => written.close());
      await rename(partial, join(folder, name));
    },
    async list() {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => madeAt(name) !== null).toSorted();
    },
    get: (name, file) => copyFile(join(folder, name), file),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

function bucketStore(s3: NonNullable<Config['s3']>, folder: string): BackupStore {
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
    async put(name, file) {
      const body = new Uint8Array(await readFile(file));
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
    async get(name, file) {
      const answer = await send(`${base}/${prefix}${name}`, { method: 'GET' });
      await writeFile(file, new Uint8Array(await answer.arrayBuffer()), { mode: 0o600 });
    },
    async remove(name) {
      await send(`${base}/${prefix}${name}`, { method: 'DELETE' });
    },
  };
}
