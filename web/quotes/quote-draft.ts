import type { CountUnit } from '#contract/buying/units.ts';
import { useSyncExternalStore } from 'react';

/** A tool that a price is to be asked for. */
export interface DraftLine {
  toolId: string;
  quantity: number;
  /** The pack that its pieces are counted in. */
  pack?: CountUnit | undefined;
  /** What was typed as the wished price. */
  target: string;
}

/** What somebody has begun to ask; `customer` and `message` as they were typed. */
export interface QuoteDraft {
  lines: DraftLine[];
  message: string;
  customer: string;
  /** ISO 3166-1 alpha-2; empty where it is not known yet. */
  country: string;
}

const KEY = 'tradebench.quote';
const EMPTY: QuoteDraft = { lines: [], message: '', customer: '', country: '' };
const listeners = new Set<() => void>();
let kept: QuoteDraft | undefined;

/** What was begun in this browser; null in the document, which is the same for everybody. */
export function useQuoteDraft(): QuoteDraft | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

/** Changes it; it is kept at once, whatever happens to the page. */
export function changeDraft(change: Partial<QuoteDraft>): void {
  kept = { ...read(), ...change };
  try {
    window.localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing can still send the request.
  }
  for (const listener of listeners) listener();
}

/** Puts tools with their pieces into it; one that is there already keeps its wished price. */
export function wish(lines: readonly Omit<DraftLine, 'target'>[]): void {
  changeDraft({ lines: withWished(read().lines, lines) });
}

/** Drops the draft once the quote has been requested. */
export function forgetDraft(): void {
  changeDraft(EMPTY);
}

/** Lines with others behind them, each tool once, at its latest quantity. */
export function withWished(lines: readonly DraftLine[], wished: readonly Omit<DraftLine, 'target'>[]): DraftLine[] {
  const all = new Map(lines.map((line) => [line.toolId, line]));
  // Lines from elsewhere may have more fields than these.
  for (const { toolId, quantity, pack } of wished)
    all.set(toolId, { toolId, quantity, ...(pack && { pack }), target: all.get(toolId)?.target ?? '' });
  return [...all.values()];
}

/** What was kept, as far as it is a draft. */
export function draftFrom(text: string | null): QuoteDraft {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return EMPTY;
    const textOf = (name: string) => {
      const field: unknown = Reflect.get(value, name);
      return typeof field === 'string' ? field : '';
    };
    const lines: unknown = Reflect.get(value, 'lines');
    return {
      lines: Array.isArray(lines) ? lines.filter(isLine) : [],
      message: textOf('message'),
      customer: textOf('customer'),
      country: textOf('country'),
    };
  } catch {
    return EMPTY;
  }
}

function isLine(value: unknown): value is DraftLine {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'toolId') === 'string' &&
    Number.isSafeInteger(Reflect.get(value, 'quantity')) &&
    typeof Reflect.get(value, 'target') === 'string'
  );
}

function read(): QuoteDraft {
  return (kept ??= draftFrom(window.localStorage.getItem(KEY)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
