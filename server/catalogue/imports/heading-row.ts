import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { ReadCell, ReadRow } from '#sheets/sheet-rows.ts';
import { takenFor, type TaughtHeadings } from './columns.ts';

/** Titles, addresses and dates above the headings take no more rows than this. */
const LOOKED_AT = 30;

interface Candidate {
  at: number;
  filled: number;
  known: number;
  /** Whether a column says which tool a row is about. */
  hasKey: boolean;
  isText: boolean;
}

/**
 * Which of a sheet's first rows has the headings: the first, unless one below it says what its columns are and the first does not.
 * @returns its place; -1 where all rows are empty
 */
export function headingPlace(
  rows: readonly ReadRow[],
  taught: TaughtHeadings,
  attributes: readonly Attribute[],
): number {
  const found: Candidate[] = [];
  for (const [at, { cells }] of rows.entries()) {
    const filled = cells.filter(isFilled);
    if (filled.length === 0) continue;
    const columns = filled.map((cell) => (typeof cell === 'string' ? takenFor(cell.trim(), taught, attributes) : null));
    const known = new Set(columns.filter((column) => column !== null && column !== ''));
    const hasKey = ['_id', 'sku', 'name', 'gtin'].some((key) => columns.includes(key as '_id'));
    const isText = filled.every((cell) => typeof cell === 'string');
    found.push({ at, filled: filled.length, known: known.size, hasKey, isText });
    if (found.length === LOOKED_AT) break;
  }
  const [first] = found;
  if (!first) return -1;
  const most = Math.max(...found.filter(({ hasKey }) => hasKey).map(({ known }) => known), 0);
  const best = found.find(({ hasKey, known }) => hasKey && known === most);
  // A title such as "Artikel" is a heading by itself: it stands alone in its row.
  if (first.hasKey && (first.filled > 1 || most < 2)) return first.at;
  if (best && most > 1) return best.at;
  const wide = found.find(({ filled, isText }) => filled > 1 && isText);
  return (best && best.filled > 1 ? best : (wide ?? first)).at;
}

/** Whether something is in a cell. */
export function isFilled(cell: ReadCell): boolean {
  return cell !== null && (typeof cell !== 'string' || cell.trim() !== '');
}
