import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/api/listeners.ts';
import { keepRows, keptRows, type PadRow } from './pad-rows.ts';

const listeners = createListeners();
let rows: PadRow[] | undefined;

function read(): PadRow[] {
  return (rows ??= keptRows(window.localStorage));
}

/** Changes the pad's rows; they are kept in this browser at once, whatever happens to the page. */
export function changePad(change: (rows: readonly PadRow[]) => PadRow[]): void {
  rows = change(read());
  keepRows(window.localStorage, rows);
  listeners.tell();
}

/** The pad's rows; null in the document, which is the same for everybody. */
export function usePadRows(): PadRow[] | null {
  return useSyncExternalStore(listeners.subscribe, read, () => null);
}
