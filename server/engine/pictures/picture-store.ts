import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { openBucket } from './bucket.ts';
import type { PictureFile } from './prepare-picture.ts';

/** Where uploaded pictures are kept, by names that this shop made. */
export interface PictureStore {
  /** Keeps the files of a picture; a name that is there already has the same content. @throws AppError SERVICE_UNAVAILABLE */
  put(files: PictureFile[]): Promise<void>;
  /** A file's bytes; null where there is none. @throws AppError SERVICE_UNAVAILABLE */
  get(name: string): Promise<Uint8Array | null>;
}

/** The configured S3-compatible store, else a folder of the data directory. */
export function createPictureStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): PictureStore {
  return s3 ? bucketStore(s3) : folderStore(join(dataDir, 'uploads'));
}

function folderStore(folder: string): PictureStore {
  return {
    async put(files) {
      // Under other names until all are whole: nobody is served a part of one, and a full disk is left no fuller.
      const partial = (name: string, mark: string) => join(folder, `.${name}.${mark}`);
      const mark = randomBytes(6).toString('hex');
      try {
        await mkdir(folder, { recursive: true });
        for (const { name, body } of files) await writeFile(partial(name, mark), body, { flush: true });
        for (const { name } of files) await rename(partial(name, mark), join(folder, name));
      } catch (cause) {
        await Promise.all(files.map(({ name }) => rm(partial(name, mark), { force: true }).catch(() => {})));
        throw notKept(cause);
      }
    },
    async get(name) {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}

function bucketStore(s3: NonNullable<Config['s3']>): PictureStore {
  const bucket = openBucket(s3, 'uploads');
  return {
    async put(files) {
      for (const { name, body } of files)
        await bucket.put(name, body, name.endsWith('.avif') ? 'image/avif' : 'image/webp').catch((cause: unknown) => {
          throw notKept(cause);
        });
    },
    get: (name) => bucket.get(name),
  };
}

/** The disk is full, read-only or gone: nothing that the sender did. */
function notKept(cause: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The picture could not be kept: the shop has no room for it just now.', {
    cause,
  });
}
