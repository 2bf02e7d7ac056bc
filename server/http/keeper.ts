import { createHash } from 'node:crypto';
import type { Tag } from './changes.ts';
import { type Compressible, twin, WORTH_COMPRESSING } from './compress.ts';

/** How long a new render of an address waits for the one before it, in ms; one that hangs must not hold up the next for ever. */
const PATIENCE_MS = 1_000;

/** A whole answer, ready to be sent in whatever encoding is asked for. */
export interface Kept extends Compressible {
  status: number;
  headers: Record<string, string>;
  etag: string;
}

/** Keeps public answers in memory, whole and, once asked for, compressed, until a write touches what they show. */
export interface Keeper {
  /** What is kept under the key, without waiting. */
  peek(key: string): Kept | undefined;
  /**
   * What is kept under the key; else what `make` answers, made once however many ask meanwhile.
   * @param tags what the answer shows, known before it is made
   */
  get(key: string, tags: Tag[], make: () => Promise<Response>): Promise<Kept>;
  /** Forgets what shows any of the tags; everything with null. An answer that is being made is not kept. */
  drop(tags: Tag[] | null): void;
  /** Bytes in use. */
  size(): number;
}

interface Entry {
  kept: Kept;
  tags: Tag[];
  bytes: number;
}

interface Making {
  promise: Promise<Kept>;
  tags: Tag[];
  /** Whether it has looked at anything yet. */
  begun: boolean;
  outdated: boolean;
}

/** @param maxBytes how much may be kept; the least recently used goes first */
export function createKeeper(maxBytes: number): Keeper {
  const entries = new Map<string, Entry>();
  const making = new Map<string, Making>();
  /** The newest render of each address that is under way, outdated or not. */
  const running = new Map<string, Promise<Kept>>();
  let used = 0;

  const remove = (key: string, entry: Entry) => {
    entries.delete(key);
    used -= entry.bytes;
  };

  const keep = (key: string, kept: Kept, tags: Tag[]) => {
    const bytes = weight(kept);
    if (bytes > maxBytes / 4) return;
    const earlier = entries.get(key);
    if (earlier) remove(key, earlier);
    entries.set(key, { kept, tags, bytes });
    used += bytes;
    for (const [oldest, entry] of entries) {
      if (used <= maxBytes) break;
      remove(oldest, entry);
    }
  };

  /**
   * One render of an address at a time: where writes come faster than renders end, those who ask meanwhile share the next
   * one, instead of each write adding one more to those under way.
   */
  const begin = (key: string, tags: Tag[], render: () => Promise<Kept>): Making => {
    const before = running.get(key);
    const state = { tags, begun: !before, outdated: false };
    const inTurn = async (earlier: Promise<Kept>) => {
      await patiently(earlier);
      state.begun = true;
      return render();
    };
    return Object.assign(state, { promise: before ? inTurn(before) : render() });
  };

  const peek = (key: string) => {
    const entry = entries.get(key);
    if (!entry) return undefined;
    // The map keeps the order of insertion: what was just used moves to its end.
    entries.delete(key);
    entries.set(key, entry);
    return entry.kept;
  };

  return {
    peek,
    async get(key, tags, make) {
      const kept = peek(key);
      if (kept) return kept;
      const current = making.get(key);
      if (current) return current.promise;
      const mine = begin(key, tags, () => make().then(pack));
      making.set(key, mine);
      running.set(key, mine.promise);
      try {
        const made = await mine.promise;
        if (!mine.outdated && made.status === 200) keep(key, made, tags);
        return made;
      } finally {
        if (making.get(key) === mine) making.delete(key);
        if (running.get(key) === mine.promise) running.delete(key);
      }
    },
    drop(tags) {
      const touched = (shown: Tag[]) => tags === null || shown.some((tag) => tags.includes(tag));
      for (const [key, entry] of entries) if (touched(entry.tags)) remove(key, entry);
      for (const [key, each] of making) {
        if (!each.begun || !touched(each.tags)) continue;
        // Whoever asks from now on must see the write: they start anew, and this one is only for those who asked before.
        each.outdated = true;
        making.delete(key);
      }
    },
    size: () => used,
  };
}

/** Resolves when the work has ended, however, or patience has. */
async function patiently(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS).unref();
  });
  await Promise.race([work.catch(() => {}), patience]);
  clearTimeout(timer);
}

/** With room for both compressed twins, which together come to less than half of any text. */
function weight(kept: Kept): number {
  return kept.body.length * 1.5 + 1_000;
}

/** Reads an answer to its end. */
async function pack(response: Response): Promise<Kept> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = Object.fromEntries(response.headers);
  const compressed = body.length >= WORTH_COMPRESSING && response.status === 200 ? undefined : null;
  const hash = createHash('sha1').update(body);
  for (const name of ['link', 'x-total-count']) hash.update(headers[name] ?? '');
  const etag = `"${hash.digest('base64url')}"`;
  return { status: response.status, headers, etag, body, gzip: compressed, brotli: compressed };
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
