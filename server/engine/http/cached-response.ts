import { type Compressible, twin } from './compress.ts';

/** A whole answer, ready to be sent in whatever encoding is asked for. */
export interface CachedResponse extends Compressible {
  status: number;
  headers: Record<string, string>;
  /** Of the body as it is; its encodings have tags of their own (RFC 9110 §8.8.3.3). */
  etag: string;
}

/** How a body can be encoded, `identity` being not at all. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** What of a cached response to send for these request headers: 304, or the body in the best encoding that the client takes. */
export async function choose(
  cached: CachedResponse,
  ifNoneMatch: string | undefined,
  acceptEncoding: string | undefined,
): Promise<{ status: number; headers: Record<string, string>; body: Buffer | null }> {
  const takes = encodingsOf(acceptEncoding);
  const brotli = takes.br ? await twin(cached, 'brotli') : null;
  const gzip = takes.gzip && !brotli ? await twin(cached, 'gzip') : null;
  const [encoding, body]: [Encoding, Buffer] = brotli
    ? ['br', brotli]
    : gzip
      ? ['gzip', gzip]
      : ['identity', cached.body];
  const held = cached.status === 200 ? heldEncoding(ifNoneMatch, cached.etag, encoding) : undefined;
  if (held) return { status: 304, headers: cachedHeaders(cached, held, null), body: null };
  return { status: cached.status, headers: cachedHeaders(cached, encoding, body.length), body };
}

/** The headers of a cached response in one encoding. @param length of the body; null for a 304, which has none */
export function cachedHeaders(
  cached: CachedResponse,
  encoding: Encoding,
  length: number | null,
): Record<string, string> {
  const etag = tagOf(cached.etag, encoding);
  const headers: Record<string, string> = { ...cached.headers, etag, vary: varyOf(cached) };
  if (length === null) {
    delete headers['content-type'];
    return headers;
  }
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  headers['content-length'] = String(length);
  return headers;
}

/** What else than its address a response depends on: a page has a twin in Markdown. */
function varyOf({ headers }: Pick<CachedResponse, 'headers'>): string {
  return /^text\/(html|markdown)\b/.test(headers['content-type'] ?? '') ? 'Accept, Accept-Encoding' : 'Accept-Encoding';
}

/** A strong tag means these very bytes, so each encoding has its own. */
function tagOf(etag: string, encoding: Encoding): string {
  return encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`;
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
  const encodings = read(accepted);
  if (readEncodings.size >= MOST_READ) readEncodings.clear();
  readEncodings.set(accepted, encodings);
  return encodings;
}

/** By RFC 9110 §12.5.3: names in any case, a weight of 0 refuses, `*` is whatever is not named. */
function read(accepted: string): Encodings {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    if (name) weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const takes = (encoding: string) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  return { br: takes('br'), gzip: takes('gzip') };
}

/**
 * In which encoding the client holds these very bytes already, by its If-None-Match; undefined where it holds others. The
 * comparison is weak, as RFC 9110 §13.1.2 has it. @param selected the encoding that would be sent
 */
export function heldEncoding(
  ifNoneMatch: string | null | undefined,
  etag: string,
  selected: Encoding,
): Encoding | undefined {
  if (!ifNoneMatch) return undefined;
  if (ifNoneMatch.trim() === '*') return selected;
  const held = new Set(ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  const encodings: Encoding[] = [selected, 'identity', 'br', 'gzip'];
  return encodings.find((encoding) => held.has(tagOf(etag, encoding)));
}

/** A cached response as a response. */
export async function respond(cached: CachedResponse, request: Request): Promise<Response> {
  const { status, headers, body } = await choose(
    cached,
    request.headers.get('if-none-match') ?? undefined,
    request.headers.get('accept-encoding') ?? undefined,
  );
  return new Response(request.method === 'HEAD' || body === null ? null : new Uint8Array(body), { status, headers });
}
