import { registerCache } from './caches.ts';
import type { Transport } from './call.ts';
import { FRESH_MS, withRetries, UNUSED_CACHED_MS } from './defaults.ts';
import { oneOfTab } from './one-of-tab.ts';
import { reachability } from './reachability.ts';

export type Key = readonly unknown[];

/** Something to show that can be fetched on either side: how to name it and how to get it. */
export interface Source<T> {
  key: Key;
  /** @param shown what is there already and shall be fetched anew */
  fetch(transport?: Transport, shown?: T): Promise<T>;
}

interface Entry {
  key: Key;
  /** Undefined until it is there. */
  data: unknown;
  /** When `data` was asked for, in ms since 1970; 0 where it is known to be outdated. */
  at: number;
  usedAt: number;
  asking: Promise<unknown> | null;
  /** Counts changes made here: an answer that was asked for before one must not undo it. */
  turn: number;
  source: Source<unknown> | null;
  listeners: Set<() => void>;
}

const emptyEntry = (key: Key, now: number): Entry => ({
  key,
  data: undefined,
  at: 0,
  usedAt: now,
  asking: null,
  turn: 0,
  source: null,
  listeners: new Set(),
});

export function hashOf(key: Key): string {
  return JSON.stringify(key);
}

/**
 * What a tab keeps of what it fetched for its public pages: shown at once when it is wanted again, asked for anew when it
 * is shown and old. TanStack Query, which the dashboard uses, does this and much more; docs/decisions/040-speed.md says
 * why public pages go without.
 */
export function createDataCache() {
  const entries = new Map<string, Entry>();

  const entryOf = (key: Key): Entry => {
    const now = Date.now();
    for (const [hash, { listeners, asking, usedAt }] of entries) {
      if (listeners.size === 0 && !asking && now - usedAt > UNUSED_CACHED_MS) entries.delete(hash);
    }
    const hash = hashOf(key);
    const entry = entries.get(hash) ?? emptyEntry(key, now);
    entry.usedAt = now;
    entries.set(hash, entry);
    return entry;
  };

  const put = (entry: Entry, data: unknown, at: number) => {
    entry.data = data;
    entry.at = at;
    for (const listener of entry.listeners) listener();
  };

  const ask = (entry: Entry, fetch: () => Promise<unknown>): Promise<unknown> => {
    const { turn } = entry;
    const began = Date.now();
    const asking = fetch()
      .then((data) => {
        if (turn === entry.turn) put(entry, data, began);
        else if (entry.data === undefined) put(entry, data, 0);
        return data;
      })
      .finally(() => {
        if (entry.asking === asking) entry.asking = null;
      });
    entry.asking = asking;
    return asking;
  };

  const isOld = ({ at }: Entry) => Date.now() - at >= FRESH_MS;

  /** For what is shown. A failure leaves it as it is. */
  const freshen = async (source: Source<unknown>, entry: Entry): Promise<void> => {
    if (!isOld(entry)) return;
    const again = () => withRetries(() => source.fetch(undefined, entry.data));
    await (entry.asking ?? ask(entry, again)).catch(() => {});
  };

  /** What changed here stands above every answer that is still on its way. */
  const overtake = (entry: Entry) => {
    entry.turn++;
    entry.asking = null;
  };

  return {
    read: (key: Key): unknown => entries.get(hashOf(key))?.data,

    /** Takes over what came with the document. */
    preload(key: Key, data: unknown): void {
      const entry = entryOf(key);
      if (entry.data === undefined) put(entry, data, Date.now());
    },

    /** What is there, however old, else what is fetched, with retries. @throws what the last try threw */
    async ensure<T>(source: Source<T>): Promise<T> {
      const entry = entryOf(source.key);
      const asked = () => entry.asking ?? ask(entry, () => source.fetch());
      // The source says what its key holds.
      return (entry.data ?? (await withRetries(asked))) as T;
    },

    /** Fetches what will be wanted, unless it is there and fresh; a failure is for whoever wants it then. */
    async prefetch(source: Source<unknown>): Promise<void> {
      const entry = entryOf(source.key);
      if (isOld(entry)) await (entry.asking ?? ask(entry, () => source.fetch(undefined, entry.data))).catch(() => {});
    },

    /** Tells of every change, and asks anew while it is shown. The answer stops it. */
    watch(source: Source<unknown>, listener: () => void): () => void {
      const entry = entryOf(source.key);
      entry.source = source;
      entry.listeners.add(listener);
      void freshen(source, entry);
      return () => {
        entry.listeners.delete(listener);
        entry.usedAt = Date.now();
      };
    },

    /** Changes what is shown before the server was asked; where nothing is there, nothing happens. */
    change<T>({ key }: Source<T>, next: (data: T) => T): void {
      const entry = entries.get(hashOf(key));
      if (entry?.data === undefined) return;
      overtake(entry);
      put(entry, next(entry.data as T), entry.at);
    },

    /** Asks anew for what is shown and old; `isOutdated` names what is old whatever its age. */
    async refresh(isOutdated: (key: Key) => boolean = () => false): Promise<void> {
      const asked: Promise<void>[] = [];
      for (const entry of entries.values()) {
        if (isOutdated(entry.key)) {
          overtake(entry);
          entry.at = 0;
        }
        if (entry.source && entry.listeners.size > 0) asked.push(freshen(entry.source, entry));
      }
      await Promise.all(asked);
    },

    forget(isMeant: (key: Key) => boolean): void {
      for (const [hash, { key }] of entries) if (isMeant(key)) entries.delete(hash);
    },
  };
}

export const tabCache = oneOfTab('cache', openTabCache);

function openTabCache() {
  const opened = createDataCache();
  const look = () => {
    if (document.visibilityState === 'visible' && reachability.now()) void opened.refresh();
  };
  document.addEventListener('visibilitychange', look);
  reachability.subscribe(look);
  registerCache({ outdate: opened.refresh, forget: opened.forget });
  return opened;
}
