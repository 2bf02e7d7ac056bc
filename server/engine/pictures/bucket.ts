import { sentence } from '#contract/sentences.ts';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { storeFetch } from '#server/engine/outside/store-fetch.ts';

const STORE_TIMEOUT_MS = 8_000;
/** Bytes: more than any picture or script that the shop puts there. */
const MOST_OF_A_FILE = 64_000_000;

/** One folder of an S3-compatible store. All calls throw AppError SERVICE_UNAVAILABLE where it cannot be reached. */
interface Bucket {
  put(name: string, body: Uint8Array, type: string): Promise<void>;
  /** A file's bytes; null where there is none. */
  get(name: string): Promise<Uint8Array | null>;
  remove(name: string): Promise<void>;
}

export function openBucket(s3: NonNullable<Config['s3']>, folder: 'uploads' | 'assets'): Bucket {
  const { endpoint, bucket } = s3;
  const call = storeFetch(s3, { limitMs: STORE_TIMEOUT_MS, maxBytes: MOST_OF_A_FILE, retries: 1 });
  const send = async (name: string, init: RequestInit): Promise<Response> => {
    const address = `${endpoint.replace(/\/+$/, '')}/${bucket}/${folder}/${name}`;
    try {
      return await call(address, init);
    } catch (cause) {
      throw unavailable(cause);
    }
  };
  const succeeded = (answer: Response) => {
    if (!answer.ok) throw unavailable(new Error(`the store answered ${answer.status}`));
  };
  return {
    async put(name, body, type) {
      const headers = { 'content-type': type };
      succeeded(await send(name, { method: 'PUT', headers, body: new Uint8Array(body) }));
    },
    async get(name) {
      const answer = await send(name, { method: 'GET' });
      if (answer.status === 404) return null;
      succeeded(answer);
      return new Uint8Array(await answer.arrayBuffer());
    },
    async remove(name) {
      const answer = await send(name, { method: 'DELETE' });
      if (answer.status !== 404) succeeded(answer);
    },
  };
}

function unavailable(cause: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', sentence('The store of files cannot be reached. Please try again.'), {
    cause,
  });
}
