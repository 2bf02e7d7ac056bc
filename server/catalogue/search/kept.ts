import type { Changes } from '#server/engine/http/changes.ts';

/** Keeps what was read of many tools, so that reading one part of a long list does not read all of it each time. */
export interface Kept<What> {
  /**
   * What is known of a list.
   * @param selection names the list
   * @param bySale whether a sale can change it
   */
  get(selection: string, bySale: boolean, read: () => Promise<What>): Promise<What>;
}

/**
 * Forgotten when tools are added, changed or removed, here or in another process; what depends on the stock at each sale.
 * @param most how much is kept in all, of what `sizeOf` measures; the oldest goes first
 */
export function keptUntilChanged<What>(
  changes: Pick<Changes, 'onTouch'>,
  most: number,
  sizeOf: (what: What) => number,
): Kept<What> {
  const lasting = new Map<string, Promise<What>>();
  const fleeting = new Map<string, Promise<What>>();
  const sizes = new Map<Promise<What>, number>();
  const forget = (kept: Map<string, Promise<What>>) => {
    for (const reading of kept.values()) sizes.delete(reading);
    kept.clear();
  };
  changes.onTouch((tags) => {
    if (tags === null || tags.includes('stock')) forget(fleeting);
    if (tags === null || tags.includes('categories')) forget(lasting);
  });
  const makeRoom = () => {
    let all = 0;
    for (const size of sizes.values()) all += size;
    for (const kept of [fleeting, lasting])
      for (const [selection, reading] of kept) {
        if (all <= most || sizes.size <= 1) return;
        const size = sizes.get(reading);
        if (size === undefined) continue;
        all -= size;
        sizes.delete(reading);
        kept.delete(selection);
      }
  };
  return {
    get(selection, bySale, read) {
      const kept = bySale ? fleeting : lasting;
      const known = kept.get(selection);
      if (known) return known;
      const reading = read();
      kept.set(selection, reading);
      // Only while it is still the one that is kept: a write may have come between.
      reading.then(
        (what) => {
          if (kept.get(selection) !== reading) return;
          sizes.set(reading, sizeOf(what));
          makeRoom();
        },
        () => {
          if (kept.get(selection) === reading) kept.delete(selection);
        },
      );
      return reading;
    },
  };
}
