import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { Log } from '#server/log.ts';
import { openBucket } from '#server/engine/pictures/bucket.ts';

/** The scripts and styles of earlier and later versions: a page asks for its own, whichever process gets the call. */
interface AssetStore {
  /** Puts the files of a folder with those of other versions, and forgets what no process has had for long. */
  keep(folder: string): Promise<void>;
  /** A file's bytes; null where no version that is remembered had one of this name. @throws AppError SERVICE_UNAVAILABLE */
  get(name: string): Promise<Buffer | null>;
}

/** What a build calls its files: a name, a hash, an ending. */
const NAME = /^[\w.-]{1,150}\.(js|css|woff2)$/;

/** In the configured S3-compatible store, else in the database, where all processes of the shop find them. */
export function createAssetStore(
  { s3, assetsKeptMs }: Pick<Config, 's3' | 'assetsKeptMs'>,
  database: Pick<Database, 'raw'>,
  log: Log,
): AssetStore {
  const bucket = s3 ? openBucket(s3, 'assets') : undefined;

  const add = async (name: string, body: Buffer) => {
    // The name is made from the content, so whoever writes it writes the same.
    await bucket?.put(name, body, 'application/octet-stream');
    await database.raw('insert into built_assets (name, body) values ($1, $2) on conflict (name) do nothing', [
      name,
      bucket ? null : body.toString('base64'),
    ]);
  };

  return {
    async keep(folder) {
      const names = (await readdir(folder)).filter((name) => NAME.test(name));
      const known = await database.raw<{ name: string }>(
        'update built_assets set seen_at = now() where name = any($1::text[]) returning name',
        [names],
      );
      const there = new Set(known.map(({ name }) => name));
      for (const name of names) if (!there.has(name)) await add(name, await readFile(join(folder, name)));
      const forgotten = await database.raw<{ name: string }>(
        'delete from built_assets where seen_at < now() - make_interval(secs => $1) returning name',
        [assetsKeptMs / 1_000],
      );
      for (const { name } of forgotten) await bucket?.remove(name);
      if (there.size < names.length)
        log.debug(
          { files: names.length - there.size, forgotten: forgotten.length },
          'stored the files of a new version',
        );
    },
    async get(name) {
      if (!NAME.test(name)) return null;
      const [row] = await database.raw<{ body: string | null }>('select body from built_assets where name = $1', [
        name,
      ]);
      if (!row) return null;
      if (row.body !== null) return Buffer.from(row.body, 'base64');
      const bytes = await bucket?.get(name);
      return bytes ? Buffer.from(bytes) : null;
    },
  };
}
