import type { Changes } from '#server/engine/http/changes.ts';

/** How something is read, and how it is mended where only some tools have changed; without that it is read anew. */
export interface Reading<What> {
  read(): Promise<What>;
  mend?: (what: What, toolIds: string[]) => Promise<What>;
}

/** Keeps what was read of many tools, so that reading one part of a long list does not read all of it each time. */
export interface Kept<What> {
  /**
   * What is known of a list.
   * @param selection names the list
   * @param bySale whether a sale can change it
   */
  get(selection: string, bySale: boolean, reading: Reading<What>): Promise<What>;
}

/** Where more tools have changed since it was last asked for, all is read anew. */
const MOST_MENDED = 1_000;

interface Entry<What> {
  reading: Promise<What>;
  bySale: boolean;
  isMended: boolean;
  /** The ids of tools that changed since it was read. */
  changed: Set<string>;
  size: number;
}

/**
 * Forgotten when tools are added, changed or removed, here or in another process; what depends on the stock at each sale.
 * What can be mended is mended then where it is told which tools they were.
 * @param most how much is kept in all, of what `sizeOf` measures; the oldest goes first
 */
export function keptUntilChanged<What>(
  changes: Pick<Changes, 'onTouch'>,
  most: number,
  sizeOf: (what: What) => number,
): Kept<What> {
  const entries = new Map<string, Entry<What>>();
  changes.onTouch((tags) => {
    const named = tags?.flatMap((tag) => (tag.startsWith('tool:') ? tag.slice('tool:'.length) : [])) ?? [];
    for (const [selection, entry] of entries) {
      if (entry.isMended && named.length > 0 && entry.changed.size + named.length <= MOST_MENDED) {
        // A long message comes in parts, the general tags in the first alone: each tool that is named may have changed.
        for (const id of named) entry.changed.add(id);
      } else if (tags === null || tags.includes('categories') || (entry.bySale && tags.includes('stock')))
        entries.delete(selection);
      else if (entry.isMended && named.length > 0) entries.delete(selection);
    }
  });
  const makeRoom = () => {
    let all = 0;
    for (const { size } of entries.values()) all += size;
    for (const [selection, { size }] of entries) {
      if (all <= most || entries.size <= 1) return;
      if (size === 0) continue;
      all -= size;
      entries.delete(selection);
    }
  };
  const follow = (selection: string, entry: Entry<What>, reading: Promise<What>) => {
    entry.reading = reading;
    // Only while it is still the one that is kept: a write may have come between.
    const isKept = () => entries.get(selection) === entry && entry.reading === reading;
    reading.then(
      (what) => {
        if (!isKept()) return;
        entry.size = sizeOf(what);
        makeRoom();
      },
      () => {
        if (isKept()) entries.delete(selection);
      },
    );
    return reading;
  };
  return {
    get(selection, bySale, { read, mend }) {
      const known = entries.get(selection);
      if (known && known.changed.size === 0) return known.reading;
      if (known && mend) {
        const toolIds = [...known.changed];
        known.changed.clear();
        return follow(
          selection,
          known,
          known.reading.then((what) => mend(what, toolIds)),
        );
      }
      const reading = read();
      const entry = { reading, bySale, isMended: mend !== undefined, changed: new Set<string>(), size: 0 };
      entries.set(selection, entry);
      return follow(selection, entry, reading);
    },
  };
}
