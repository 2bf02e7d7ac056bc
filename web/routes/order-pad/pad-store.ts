import { useSyncExternalStore } from 'react';
import { keepRows, keptRows, type PadRow } from './pad-rows.ts';

const listeners = new Set<() => void>();
let rows: PadRow[] | undefined;

function read(): PadRow[] {
  return (rows ??= keptRows(window.localStorage));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Changes the pad's rows; they are kept in this browser at once, whatever happens to the page. */
export function changePad(change: (rows: readonly PadRow[]) => PadRow[]): void {
  rows = change(read());
  keepRows(window.localStorage, rows);
  for (const listener of listeners) listener();
}

/** The pad's rows; null in the document, which is the same for everybody. */
export function usePadRows(): PadRow[] | null {
  return useSyncExternalStore(subscribe, read, () => null);
}
