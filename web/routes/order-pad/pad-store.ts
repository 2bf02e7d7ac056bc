import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/api/listeners.ts';
import type { PadRow } from './pad-rows.ts';

const KEY = 'tradebench.order-pad';
const NOTE_KEY = 'tradebench.order-pad-note';
const listeners = createListeners();
let rows: PadRow[] | undefined;

function read(): PadRow[] {
  return (rows ??= keptRows());
}

/** Changes the pad's rows; they are kept in this browser at once, whatever happens to the page. */
export function changePad(change: (rows: readonly PadRow[]) => PadRow[]): void {
  rows = change(read());
  if (rows.length === 0) window.localStorage.removeItem(KEY);
  else window.localStorage.setItem(KEY, JSON.stringify(rows));
  listeners.tell();
}

/** Changes the note that a list had beside its rows; it is kept as they are. */
export function changePadNote(change: (note: string) => string): void {
  const now = readNote();
  const note = change(now);
  if (note === now) return;
  if (note === '') window.localStorage.removeItem(NOTE_KEY);
  else window.localStorage.setItem(NOTE_KEY, note);
  listeners.tell();
}

/** The note for the order that the pad's list had; empty in the document. */
export function usePadNote(): string {
  return useSyncExternalStore(listeners.subscribe, readNote, () => '');
}

function readNote(): string {
  return window.localStorage.getItem(NOTE_KEY) ?? '';
}

/** The pad's rows; null in the document, which is the same for everybody. */
export function usePadRows(): PadRow[] | null {
  return useSyncExternalStore(listeners.subscribe, read, () => null);
}

/** The rows that were left here last time; anything else stored there is ignored. */
function keptRows(): PadRow[] {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isRow) : [];
  } catch {
    return [];
  }
}

function isRow(value: unknown): value is PadRow {
  if (typeof value !== 'object' || value === null) return false;
  const { key, text, toolId, quantity, candidates } = value as Record<string, unknown>;
  return (
    typeof key === 'string' &&
    typeof text === 'string' &&
    (toolId === null || typeof toolId === 'string') &&
    (quantity === null || Number.isSafeInteger(quantity)) &&
    Array.isArray(candidates)
  );
}
