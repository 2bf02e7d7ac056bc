import { sentence } from '#contract/sentences.ts';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { openBucket } from './bucket.ts';

/** A file under a name that is made from its content, such as `3f…-640.webp`. */
export interface UploadedFile {
  name: string;
  body: Uint8Array;
}

/** What each ending of an uploaded file's name says that it is. */
const UPLOAD_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  png: 'image/png',
  step: 'model/step',
  dxf: 'image/vnd.dxf',
  zip: 'application/zip',
};

/** The type of an uploaded file by its name. */
export function uploadType(name: string): string {
  return UPLOAD_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** Where uploaded pictures and documents are kept, by names that this shop made. */
export interface UploadStore {
  /** Keeps files; a name that is there already has the same content. @throws AppError SERVICE_UNAVAILABLE */
  put(files: UploadedFile[]): Promise<void>;
  /** A file's bytes; null where there is none. @throws AppError SERVICE_UNAVAILABLE */
  get(name: string): Promise<Uint8Array | null>;
}

/** The configured S3-compatible store, else a folder of the data directory. */
export function createUploadStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): UploadStore {
  return s3 ? bucketStore(s3) : folderStore(join(dataDir, 'uploads'));
}

function folderStore(folder: string): UploadStore {
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

function bucketStore(s3: NonNullable<Config['s3']>): UploadStore {
  const bucket = openBucket(s3, 'uploads');
  return {
    async put(files) {
      for (const { name, body } of files)
        await bucket.put(name, body, uploadType(name)).catch((cause: unknown) => {
          throw notKept(cause);
        });
    },
    get: (name) => bucket.get(name),
  };
}

/** The disk is full, read-only or gone: nothing that the sender did. */
function notKept(cause: unknown): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    sentence('The file could not be saved: the shop has no room for it right now.'),
    {
      cause,
    },
  );
}
