import { useMemo, useState } from 'react';

/** Which rows of a table are chosen, by their keys. */
export interface Selection<Row> {
  keys: ReadonlySet<string>;
  onChange: (keys: ReadonlySet<string>) => void;
  /** A row in words, for its box. */
  nameOf: (row: Row) => string;
}

/** A selection that forgets rows which are no longer there. */
export function useSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  nameOf: (row: Row) => string,
): Selection<Row> & { chosen: Row[] } {
  const [wanted, onChange] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => rows.filter((row) => wanted.has(keyOf(row))), [rows, wanted, keyOf]);
  const keys = useMemo(() => new Set(chosen.map(keyOf)), [chosen, keyOf]);
  return { keys, onChange, nameOf, chosen };
}

/** The keys with one of them toggled. */
export function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
