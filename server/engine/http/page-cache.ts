import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Tag } from './changes.ts';
import { WORTH_COMPRESSING } from './compress.ts';
import type { CachedResponse } from './cached-response.ts';

/** How long a new render of an address waits for the one before it, in ms; one that hangs must not hold up the next for ever. */
const RENDER_WAIT_MS = 1_000;

/** Caches public answers in memory, whole and, once asked for, compressed, until a write touches what they show. */
export interface PageCache {
  /** What is cached under the key, without waiting. */
  peek(key: string): CachedResponse | undefined;
  /**
   * What is cached under the key; else what `make` answers, made once however many ask meanwhile. Of an answer that is made
   * from others, which `make` gets here, it is known that it shows what they show.
   * @param mayShow what the answer can show at most, known before it is made
   * @param keepMissing whether a 404 is kept too: only under keys that no visitor can make up
   */
  get(key: string, mayShow: Tag[], make: () => Promise<Response>, keepMissing?: boolean): Promise<CachedResponse>;
  /** For `make`: what its answer does show, where that is less than it might. */
  shows(tags: Tag[]): void;
  /** Forgets what shows any of the tags; everything with null. An answer that is being made is not cached. */
  drop(tags: Tag[] | null): void;
  /** Bytes in use. */
  size(): number;
}

interface CacheEntry {
  cached: CachedResponse;
  shown: readonly Tag[];
}

interface Entry extends CacheEntry {
  bytes: number;
}

interface PendingEntry {
  promise: Promise<CacheEntry>;
  mayShow: Tag[];
  /** Whether it has looked at anything yet. */
  begun: boolean;
  /** What was written to since then. */
  missed: Set<Tag> | 'everything';
}

/** @param maxBytes how much may be cached; the least recently used goes first */
export function createPageCache(maxBytes: number): PageCache {
  const kept = createEntries(maxBytes);
  /** What those who ask now wait for. */
  const making = new Map<string, PendingEntry>();
  /** All that is being made, also for those who asked before a write. */
  const unfinished = new Set<PendingEntry>();
  /** The newest render of each address that is under way, outdated or not. */
  const running = new Map<string, Promise<CacheEntry>>();
  /** What the answer that is being made shows, and whether anything was said of it: nothing at all is said by `shows([])`. */
  const collecting = new AsyncLocalStorage<{ tags: Set<Tag>; isKnown: boolean }>();

  const render = async (mayShow: Tag[], make: () => Promise<Response>): Promise<CacheEntry> => {
    const found = { tags: new Set<Tag>(), isKnown: false };
    const cached = await collecting.run(found, async () => pack(await make()));
    return { cached, shown: cached.status === 200 && found.isKnown ? [...found.tags] : mayShow };
  };

  /**
   * One render of an address at a time: where writes come faster than renders end, those who ask meanwhile share the next
   * one, instead of each write adding one more to those under way.
   */
  const begin = (key: string, mayShow: Tag[], make: () => Promise<Response>): PendingEntry => {
    const before = running.get(key);
    const state = { mayShow, begun: !before, missed: new Set<Tag>() };
    const inTurn = async (earlier: Promise<CacheEntry>) => {
      await settledOrTimedOut(earlier);
      state.begun = true;
      return render(mayShow, make);
    };
    return Object.assign(state, { promise: before ? inTurn(before) : render(mayShow, make) });
  };

  const made = async (
    key: string,
    mayShow: Tag[],
    make: () => Promise<Response>,
    keepMissing: boolean,
  ): Promise<CacheEntry> => {
    const known = kept.find(key) ?? making.get(key)?.promise;
    if (known) return known;
    const mine = begin(key, mayShow, make);
    making.set(key, mine);
    running.set(key, mine.promise);
    unfinished.add(mine);
    try {
      const result = await mine.promise;
      const { status } = result.cached;
      if ((status === 200 || (status === 404 && keepMissing)) && !meets(result.shown, mine.missed))
        kept.store(key, result);
      return result;
    } finally {
      unfinished.delete(mine);
      if (making.get(key) === mine) making.delete(key);
      if (running.get(key) === mine.promise) running.delete(key);
    }
  };

  const note = (tags: readonly Tag[]) => {
    const found = collecting.getStore();
    if (!found) return;
    found.isKnown = true;
    for (const tag of tags) found.tags.add(tag);
  };

  return {
    peek: (key) => kept.find(key)?.cached,
    shows: note,
    async get(key, mayShow, make, keepMissing = false) {
      const { cached, shown } = await made(key, mayShow, make, keepMissing);
      note(shown);
      return cached;
    },
    drop(tags) {
      kept.drop(tags);
      for (const each of unfinished) {
        if (!each.begun) continue;
        if (tags === null) each.missed = 'everything';
        else if (each.missed !== 'everything') for (const tag of tags) each.missed.add(tag);
      }
      for (const [key, each] of making) {
        // Whoever asks from now on must see the write: they start anew, and this one is only for those who asked before.
        if (each.begun && meets(each.mayShow, each.missed)) making.delete(key);
      }
    },
    size: () => kept.size(),
  };
}

/** What is cached, by key, within `maxBytes`. */
function createEntries(maxBytes: number) {
  const entries = new Map<string, Entry>();
  /** The addresses that show each tag, so that a write looks at no others. */
  const showing = new Map<Tag, Set<string>>();
  let used = 0;

  const remove = (key: string, entry: Entry) => {
    entries.delete(key);
    used -= entry.bytes;
    for (const tag of entry.shown) {
      const keys = showing.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) showing.delete(tag);
    }
  };

  return {
    store(key: string, { cached, shown }: CacheEntry) {
      const bytes = weight(cached);
      if (bytes > maxBytes / 4) return;
      const earlier = entries.get(key);
      if (earlier) remove(key, earlier);
      entries.set(key, { cached, shown, bytes });
      for (const tag of shown) showing.set(tag, (showing.get(tag) ?? new Set()).add(key));
      used += bytes;
      for (const [oldest, entry] of entries) {
        if (used <= maxBytes) break;
        remove(oldest, entry);
      }
    },
    find(key: string): Entry | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      // The map keeps the order of insertion: what was just used moves to its end.
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    drop(tags: Tag[] | null) {
      const keys = tags === null ? entries.keys() : new Set(tags.flatMap((tag) => [...(showing.get(tag) ?? [])]));
      for (const key of keys) remove(key, entries.get(key)!);
    },
    size: () => used,
  };
}

function meets(shown: readonly Tag[], written: PendingEntry['missed']): boolean {
  return written === 'everything' || shown.some((tag) => written.has(tag));
}

/** Resolves when the work has ended, however, or RENDER_WAIT_MS have passed. */
async function settledOrTimedOut(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, RENDER_WAIT_MS).unref();
  });
  await Promise.race([work.catch(() => {}), timeout]);
  clearTimeout(timer);
}

/** With room for both compressed twins, which together come to less than half of any text. */
function weight(cached: CachedResponse): number {
  return cached.body.length * 1.5 + 1_000;
}

/** Reads an answer to its end. */
export async function pack(response: Response): Promise<CachedResponse> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = Object.fromEntries(response.headers);
  const compressed = body.length >= WORTH_COMPRESSING && response.status === 200 ? undefined : null;
  const hash = createHash('sha1').update(body);
  for (const name of ['link', 'x-total-count', 'x-nearest', 'x-corrected']) hash.update(headers[name] ?? '');
  const etag = `"${hash.digest('base64url')}"`;
  return { status: response.status, headers, etag, body, gzip: compressed, brotli: compressed };
}
