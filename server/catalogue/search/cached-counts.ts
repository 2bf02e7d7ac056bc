import type { Changes } from '#server/engine/http/changes.ts';

/** How many different selections' lengths are remembered. */
const MOST_CACHED = 1_000;

/** Remembers how long lists are, so that reading one part of a long list does not count all of it each time. */
export interface CachedCounts {
  /**
   * The length of a list.
   * @param selection names the list
   * @param bySale whether a sale can change it
   */
  get(selection: string, bySale: boolean, count: () => Promise<number>): Promise<number>;
}

/** Lengths are forgotten when tools are added, changed or removed, here or in another process; those that depend on the stock at each sale. */
export function cachedCounts(changes: Pick<Changes, 'onTouch'>): CachedCounts {
  const lasting = new Map<string, Promise<number>>();
  const fleeting = new Map<string, Promise<number>>();
  changes.onTouch((tags) => {
    if (tags === null || tags.includes('stock')) fleeting.clear();
    if (tags === null || tags.includes('categories')) lasting.clear();
  });
  return {
    get(selection, bySale, count) {
      const cached = bySale ? fleeting : lasting;
      const known = cached.get(selection);
      if (known) return known;
      const counting = count();
      cached.set(selection, counting);
      // Only while it is still the one that is cached: a write may have come between.
      counting.catch(() => {
        if (cached.get(selection) === counting) cached.delete(selection);
      });
      const oldest = cached.size > MOST_CACHED ? cached.keys().next().value : undefined;
      if (oldest !== undefined) cached.delete(oldest);
      return counting;
    },
  };
}
