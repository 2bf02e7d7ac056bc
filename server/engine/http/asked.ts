import { sentence } from '#contract/sentences.ts';
import { createHash } from 'node:crypto';
import { MAX_SHEET_BYTES } from '#contract/limits.ts';
import { AppError } from './app-error.ts';

/** The same for values that say the same, whatever the order and spelling of their fields. All of them count, whatever they are. */
export function hashOf(said: unknown): string {
  const text = JSON.stringify(said, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('hex');
}

/** A request whose body is a file, and what of it was read so far, as a hash. */
export interface HashedFile {
  request: Request;
  hash(): string;
  /** Reads what nobody has read. @throws AppError BODY_TOO_LARGE */
  readOut(): Promise<void>;
}

/** The same request with a hash of its body, which is made while it is read. */
export function hashedFile({ url, method, headers, body, signal }: Request): HashedFile {
  const digest = createHash('sha256');
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        digest.update(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
  const request = new Request(url, { method, headers, signal, ...(counted ? { body: counted, duplex: 'half' } : {}) });
  return {
    request,
    hash: () => digest.copy().digest('hex'),
    async readOut() {
      let size = 0;
      for await (const chunk of request.body ?? []) {
        size += chunk.byteLength;
        if (size > MAX_SHEET_BYTES) throw new AppError('BODY_TOO_LARGE', sentence('The body is too large.'));
      }
    },
  };
}
