import { ended, sentence } from '#contract/sentences.ts';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { createUploadStore } from './upload-store.ts';

/** Names that uploaded pictures can have; nothing else is ever looked up (attacks T81). */
const NAME = /^[0-9a-f]{32}-\d{3,4}\.(avif|webp)$/;
const UPLOADS = '/uploads/';

/** What is said of one that is missing. */
export const NOT_KEPT = sentence('There is no such uploaded picture');

/** A tool cannot have it, at the field `image`. */
export function notKept(): AppError {
  return new AppError('INVALID_IMAGE_URL', ended(NOT_KEPT), { issues: [{ path: 'image', message: NOT_KEPT }] });
}

/** Uploaded pictures by their addresses. */
export interface KeptPictures {
  /** The bytes of one; null for every other address, however it is spelt. @throws AppError SERVICE_UNAVAILABLE */
  get(address: string): Promise<Uint8Array | null>;
  /** Which of some pictures' addresses are uploads that there are not. @throws AppError SERVICE_UNAVAILABLE */
  missing(addresses: Iterable<string>): Promise<Set<string>>;
}

export function createKeptPictures(config: Pick<Config, 's3' | 'dataDir'>): KeptPictures {
  const store = createUploadStore(config);
  const get = async (address: string) => {
    const name = address.startsWith(UPLOADS) ? address.slice(UPLOADS.length) : '';
    return NAME.test(name) ? store.get(name) : null;
  };
  return {
    get,
    async missing(addresses) {
      const missing = new Set<string>();
      for (const address of new Set(addresses))
        if (address.startsWith(UPLOADS) && (await get(address)) === null) missing.add(address);
      return missing;
    },
  };
}
