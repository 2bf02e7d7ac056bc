import { sentence } from '#contract/sentences.ts';
import { createHash } from 'node:crypto';
import { invalid } from './app-error.ts';

/** One page of a list: the rows, how many there are in all, and where the next page starts. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  next: string | null;
  /** What else its caller is to know of it, in headers of the answer. */
  headers?: Record<string, string>;
}

/** A keyset position as opaque text. */
function encodeCursor(key: (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * The keyset position of a cursor.
 * @param shape the type of each part
 * @throws AppError 400 where no earlier answer can have given it
 */
export function decodeCursor(cursor: string, shape: ('string' | 'number')[]): (string | number)[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(key) && key.length === shape.length && key.every((part, index) => fits(part, shape[index])))
      return key;
  } catch {
    // Falls through to the one complaint that fits every broken cursor.
  }
  throw notGiven();
}

function notGiven() {
  return invalid('cursor', sentence('cursor must come from an earlier answer'));
}

/** The characters of a cursor that say which list gave it. */
const MARK = 8;

/** Which list is asked for at an address, in whatever parts: a place in one order means another row in any other. */
function markOf(address: URL): string {
  const asked = [...address.searchParams].filter(([name]) => name !== 'cursor' && name !== 'limit').toSorted();
  const list = JSON.stringify([address.pathname, asked]);
  return createHash('sha256').update(list).digest('base64url').slice(0, MARK);
}

/** The address of the page that begins at a place of the list that was asked for. */
export function nextPage(asked: string, place: string): string {
  const url = new URL(asked);
  url.searchParams.set('cursor', `${markOf(url)}${place}`);
  return `${url.pathname}${url.search}`;
}

/** The place that a cursor names. @throws AppError 400 where the list of another path, filter or order gave it */
export function placeOf(asked: string, cursor: string): string {
  if (!cursor.startsWith(markOf(new URL(asked)))) {
    throw invalid(
      'cursor',
      sentence('cursor must be one that an earlier answer of this list gave, with the same filters and sort'),
    );
  }
  return cursor.slice(MARK);
}

/** A timestamp as PostgreSQL wrote it into a cursor, to the microsecond. @throws AppError 400 where it is none */
export function timestampOf(text: unknown): string {
  const wellFormed =
    typeof text === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(text);
  if (wellFormed && !Number.isNaN(Date.parse(text.replace(/([+-]\d\d)$/, '$1:00')))) return text;
  throw notGiven();
}

function fits(part: unknown, type: 'string' | 'number' | undefined): boolean {
  if (type === 'number') return Number.isSafeInteger(part);
  return typeof part === 'string' && !part.includes('\0') && part.isWellFormed();
}

/**
 * Cuts rows that were read one beyond the limit to a page.
 * @param keyOf the position of a row in the list's order
 */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  total: number,
  keyOf: (row: Row) => (string | number)[],
): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, total, next: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null };
}
