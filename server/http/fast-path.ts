import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '#server/config.ts';
import { type Encoding, type Encodings, encodingsOf, type Kept, keptHeaders, matches } from './kept-answer.ts';
import { secured } from './security-headers.ts';

/** A kept answer with all headers written out, so that sending it costs no more than the writing. */
interface Prepared {
  notModified: string[];
  whole: Partial<Record<Encoding, { headers: string[]; body: Buffer }>>;
}

/**
 * Answers reads of what is kept straight on the socket, with the very headers that the whole way through the shop gives
 * (fast-path.test.ts compares them): some three times as many in a second as through Request and Response.
 * @param peek the kept answer under an address as the request line spells it
 * @returns whether it answered; where not, nothing was sent
 */
export function createFastPath(
  peek: (target: string) => Kept | undefined,
  config: Pick<Config, 'production' | 'baseUrl'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const known = new WeakMap<Kept, Prepared>();
  return ({ method, url, headers }, response) => {
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined || !headers.host) return false;
    const kept = peek(url);
    if (kept?.status !== 200) return false;
    let prepared = known.get(kept);
    if (!prepared)
      known.set(kept, (prepared = { notModified: lines(keptHeaders(kept, null, 0), 304, config), whole: {} }));
    if (matches(headers['if-none-match'], kept.etag)) {
      response.writeHead(304, prepared.notModified);
      response.end();
      return true;
    }
    const accepted = headers['accept-encoding'];
    const encoding = readyEncoding(kept, encodingsOf(Array.isArray(accepted) ? accepted.join() : accepted));
    if (!encoding) return false;
    const whole = (prepared.whole[encoding] ??= wholeAnswer(kept, encoding, config));
    response.writeHead(200, whole.headers);
    response.end(method === 'HEAD' ? undefined : whole.body);
    return true;
  };
}

/** The best encoding that the client takes; undefined where that is still to be made. */
function readyEncoding(kept: Kept, takes: Encodings): Encoding | undefined {
  if (takes.br && kept.brotli !== null) return kept.brotli && 'br';
  if (takes.gzip && kept.gzip !== null) return kept.gzip && 'gzip';
  return 'identity';
}

function wholeAnswer(kept: Kept, encoding: Encoding, config: Pick<Config, 'production' | 'baseUrl'>) {
  const body = { br: kept.brotli, gzip: kept.gzip, identity: kept.body }[encoding] ?? kept.body;
  return { headers: lines(keptHeaders(kept, encoding, body.length), 200, config), body };
}

/** Names and values in turn, as writeHead takes them without a look at each. */
function lines(
  headers: Record<string, string>,
  status: number,
  config: Pick<Config, 'production' | 'baseUrl'>,
): string[] {
  return [...secured(new Response(null, { status, headers }), config).headers].flat();
}
