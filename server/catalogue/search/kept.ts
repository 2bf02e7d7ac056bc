import type { Changes } from '#server/engine/http/changes.ts';

/** Keeps what was read of many tools, so that reading one part of a long list does not read all of it each time. */
export interface ListMemory<What> {
  /**
   * What is known of a list.
   * @param selection names the list
   * @param bySale whether a sale can change it
   */
  get(selection: string, bySale: boolean, read: () => Promise<What>): Promise<What>;
}

/**
 * Forgotten when tools are added, changed or removed, here or in another process; what depends on the stock at each sale.
 * @param most of how many lists something is kept; the oldest goes first
 */
export function keptUntilChanged<What>(changes: Pick<Changes, 'onTouch'>, most: number): ListMemory<What> {
  const entries = new Map<string, { reading: Promise<What>; bySale: boolean }>();
  changes.onTouch((tags) => {
    for (const [selection, { bySale }] of entries)
      if (tags === null || tags.includes('categories') || (bySale && tags.includes('stock'))) entries.delete(selection);
  });
  return {
    get(selection, bySale, read) {
      const known = entries.get(selection);
      if (known) return known.reading;
      const entry = { reading: read(), bySale };
      entries.set(selection, entry);
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
      // Only while it is still the one that is kept: a write may have come between.
      entry.reading.catch(() => entries.get(selection) === entry && entries.delete(selection));
      return entry.reading;
    },
  };
}
