import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Below this many bytes a compressed answer is hardly smaller. */
export const WORTH_COMPRESSING = 600;
/** Brotli's effort: most of the gain at a fraction of the time of the highest. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** The smallest and the largest window that brotli looks back through, as powers of two. */
const WINDOWS = { least: 10, most: 22 };

/** A body and its compressed twins; undefined: not made yet, null: not worth it. */
export interface Compressible {
  body: Buffer;
  gzip: Buffer | null | undefined;
  brotli: Buffer | null | undefined;
}

const making = new WeakMap<Compressible, Partial<Record<'gzip' | 'brotli', Promise<Buffer>>>>();

/**
 * The body's twin, made when it is first asked for and once however many ask: most answers are asked for in one encoding
 * alone, and of searches that nobody repeats many in none.
 */
export async function twin(of: Compressible, encoding: 'gzip' | 'brotli'): Promise<Buffer | null> {
  const made = of[encoding];
  if (made !== undefined) return made;
  let started = making.get(of);
  if (!started) making.set(of, (started = {}));
  const compressed = await (started[encoding] ??= encoding === 'gzip' ? zipped(of.body) : squeezed(of.body));
  of[encoding] = compressed;
  return compressed;
}

function zipped(body: Buffer): Promise<Buffer> {
  return compressGzip(body, { level: GZIP_LEVEL });
}

/** The window is no larger than the body: getting memory for the usual one takes longer than a small body's compressing. */
function squeezed(body: Buffer): Promise<Buffer> {
  const window = Math.min(WINDOWS.most, Math.max(WINDOWS.least, Math.ceil(Math.log2(body.length + 16))));
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_LGWIN]: window,
    },
  });
}
