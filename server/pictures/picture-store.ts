import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/http/app-error.ts';
import type { PictureFile } from './prepare-picture.ts';

/** Where uploaded pictures are kept, by names that this shop made. */
export interface PictureStore {
  /** Keeps a file; a name that is there already has the same content. @throws AppError SERVICE_UNAVAILABLE */
  put(file: PictureFile): Promise<void>;
  /** A file's bytes; null where there is none. @throws AppError SERVICE_UNAVAILABLE */
  get(name: string): Promise<Uint8Array | null>;
}

const STORE_TIMEOUT_MS = 8_000;

/** The configured S3-compatible store, else a folder of the data directory. */
export function createPictureStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): PictureStore {
  return s3 ? bucketStore(s3) : folderStore(join(dataDir, 'uploads'));
}

function folderStore(folder: string): PictureStore {
  return {
    async put({ name, body }) {
      await mkdir(folder, { recursive: true });
      // Under another name until it is whole, so that nobody is served a part of it.
      const partial = join(folder, `.${name}.${randomBytes(6).toString('hex')}`);
      await writeFile(partial, body, { flush: true });
      await rename(partial, join(folder, name));
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

function bucketStore({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
}: NonNullable<Config['s3']>): PictureStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 1 });
  const send = async (name: string, init: RequestInit): Promise<Response> => {
    const address = `${endpoint.replace(/\/+$/, '')}/${bucket}/uploads/${name}`;
    try {
      return await client.fetch(address, { ...init, signal: AbortSignal.timeout(STORE_TIMEOUT_MS) });
    } catch (cause) {
      throw unavailable(cause);
    }
  };
  return {
    async put({ name, body }) {
      const type = name.endsWith('.avif') ? 'image/avif' : 'image/webp';
      const answer = await send(name, {
        method: 'PUT',
        headers: { 'content-type': type },
        body: new Uint8Array(body),
      });
      if (!answer.ok) throw unavailable(new Error(`the picture store answered ${answer.status}`));
    },
    async get(name) {
      const answer = await send(name, { method: 'GET' });
      if (answer.status === 404) return null;
      if (!answer.ok) throw unavailable(new Error(`the picture store answered ${answer.status}`));
      return new Uint8Array(await answer.arrayBuffer());
    },
  };
}

function unavailable(cause: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The pictures cannot be reached. Please try again.', { cause });
}
