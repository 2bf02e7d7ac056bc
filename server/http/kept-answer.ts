import { type Compressible, twin } from './compress.ts';

/** A whole answer, ready to be sent in whatever encoding is asked for. */
export interface Kept extends Compressible {
  status: number;
  headers: Record<string, string>;
  etag: string;
}

/** How a body can be encoded, `identity` being not at all. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** What of a kept answer to send for these request headers: 304, or the body in the best encoding that the client takes. */
export async function choose(
  kept: Kept,
  ifNoneMatch: string | undefined,
  acceptEncoding: string | undefined,
): Promise<{ status: number; headers: Record<string, string>; body: Buffer | null }> {
  if (kept.status === 200 && matches(ifNoneMatch, kept.etag))
    return { status: 304, headers: keptHeaders(kept, null, 0), body: null };
  const takes = encodingsOf(acceptEncoding);
  const brotli = takes.br ? await twin(kept, 'brotli') : null;
  const gzip = takes.gzip && !brotli ? await twin(kept, 'gzip') : null;
  const [encoding, body]: [Encoding, Buffer] = brotli
    ? ['br', brotli]
    : gzip
      ? ['gzip', gzip]
      : ['identity', kept.body];
  return { status: kept.status, headers: keptHeaders(kept, encoding, body.length), body };
}

/** The headers of a kept answer in one encoding; those of a 304 with null. */
export function keptHeaders(kept: Kept, encoding: Encoding | null, length: number): Record<string, string> {
  const headers: Record<string, string> = { ...kept.headers, etag: kept.etag, vary: 'Accept-Encoding' };
  if (encoding === null) {
    delete headers['content-type'];
    return headers;
  }
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  headers['content-length'] = String(length);
  return headers;
}

export interface Encodings {
  br: boolean;
  gzip: boolean;
}

/** Browsers send a handful of different values: each is read once. */
const readEncodings = new Map<string, Encodings>();
const MOST_READ = 200;

/** Which encodings a client takes by its Accept-Encoding. */
export function encodingsOf(accepted = ''): Encodings {
  const known = readEncodings.get(accepted);
  if (known) return known;
  const read = { br: takes(accepted, 'br'), gzip: takes(accepted, 'gzip') };
  if (readEncodings.size >= MOST_READ) readEncodings.clear();
  readEncodings.set(accepted, read);
  return read;
}

function takes(accepted: string, encoding: string): boolean {
  return new RegExp(`(^|,)\\s*${encoding}\\s*(;\\s*q=(0\\.0*[1-9]|1)|,|;(?!\\s*q)|$)`).test(accepted);
}

/** Weak comparison, as RFC 9110 §13.1.2 has it for If-None-Match. */
export function matches(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag));
}

/** A kept answer as a response. */
export async function respond(kept: Kept, request: Request): Promise<Response> {
  const { status, headers, body } = await choose(
    kept,
    request.headers.get('if-none-match') ?? undefined,
    request.headers.get('accept-encoding') ?? undefined,
  );
  return new Response(request.method === 'HEAD' || body === null ? null : new Uint8Array(body), { status, headers });
}
