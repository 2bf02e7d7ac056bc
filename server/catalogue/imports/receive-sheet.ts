import { sentence } from '#contract/sentences.ts';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_SHEET_BYTES } from '#contract/limits.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';

/**
 * Takes the body of a request to the disk, lets it be read there, and removes it.
 * @throws AppError BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR where there is no body
 */
export async function withSheet<T>(request: Request, work: (path: string) => Promise<T>): Promise<T> {
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && encoding !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', sentence('Send the sheet as it is, without compression.'));
  if (Number(request.headers.get('content-length') ?? 0) > MAX_SHEET_BYTES) throw tooLarge();
  if (!request.body) throw noSheet();
  const folder = await mkdtemp(join(tmpdir(), 'tradebench-import-'));
  try {
    const path = join(folder, 'sheet');
    // The types of the web's streams and of Node's differ in name alone.
    await pipeline(
      limited(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])),
      createWriteStream(path),
    );
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > MAX_SHEET_BYTES) throw tooLarge();
    yield chunk;
  }
}

function tooLarge(): AppError {
  return new AppError(
    'BODY_TOO_LARGE',
    sentence('A sheet may have at most 50 MB. Send fewer rows or columns at once.'),
  );
}

/** What to say to whoever sends nothing. */
export function noSheet(): AppError {
  return invalid('body', sentence('Send a sheet, CSV or XLSX, as the body'));
}
