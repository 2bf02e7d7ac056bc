import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '#server/config.ts';
import {
  type Encoding,
  type Encodings,
  encodingsOf,
  type CachedResponse,
  cachedHeaders,
  heldEncoding,
} from './cached-response.ts';
import { wantsMarkdown } from './wants-markdown.ts';
import { secured } from './security-headers.ts';

/** A cached response with all headers written out, so that sending it costs no more than the writing. */
interface WrittenResponse {
  notModified: Partial<Record<Encoding, string[]>>;
  whole: Partial<Record<Encoding, { headers: string[]; body: Buffer }>>;
}

/**
 * Answers reads of what is cached straight on the socket, with the very headers that the whole way through the shop gives
 * (fast-path.http.test.ts compares them): some three times as many in a second as through Request and Response.
 * @param peek the cached response under an address as the request line spells it
 * @returns whether it answered; where not, nothing was sent
 */
export function createFastPath(
  peek: (target: string) => CachedResponse | undefined,
  config: Pick<Config, 'production' | 'baseUrl'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const known = new WeakMap<CachedResponse, WrittenResponse>();
  return ({ method, url, headers }, response) => {
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined || !headers.host) return false;
    // A page's twin in Markdown is made on the whole way, and what an origin may read is said there.
    if (headers.origin !== undefined || wantsMarkdown(headers.accept)) return false;
    const cached = peek(url);
    if (cached?.status !== 200) return false;
    let prepared = known.get(cached);
    if (!prepared) known.set(cached, (prepared = { notModified: {}, whole: {} }));
    const accepted = headers['accept-encoding'];
    const encoding = readyEncoding(cached, encodingsOf(Array.isArray(accepted) ? accepted.join() : accepted));
    if (!encoding) return false;
    const held = heldEncoding(headers['if-none-match'], cached.etag, encoding);
    if (held) {
      response.writeHead(304, (prepared.notModified[held] ??= lines(cachedHeaders(cached, held, null), 304, config)));
      response.end();
      return true;
    }
    const whole = (prepared.whole[encoding] ??= wholeAnswer(cached, encoding, config));
    response.writeHead(200, whole.headers);
    response.end(method === 'HEAD' ? undefined : whole.body);
    return true;
  };
}

/** The best encoding that the client takes; undefined where that is still to be made. */
function readyEncoding(cached: CachedResponse, takes: Encodings): Encoding | undefined {
  if (takes.br && cached.brotli !== null) return cached.brotli && 'br';
  if (takes.gzip && cached.gzip !== null) return cached.gzip && 'gzip';
  return 'identity';
}

function wholeAnswer(cached: CachedResponse, encoding: Encoding, config: Pick<Config, 'production' | 'baseUrl'>) {
  const body = { br: cached.brotli, gzip: cached.gzip, identity: cached.body }[encoding] ?? cached.body;
  return { headers: lines(cachedHeaders(cached, encoding, body.length), 200, config), body };
}

/** Names and values in turn, as writeHead takes them without a look at each. */
function lines(
  headers: Record<string, string>,
  status: number,
  config: Pick<Config, 'production' | 'baseUrl'>,
): string[] {
  return [...secured(new Response(null, { status, headers }), config).headers].flat();
}
