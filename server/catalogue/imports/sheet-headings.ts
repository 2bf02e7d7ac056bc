import type { CellProblem, ImportFindings } from '#contract/catalogue/imports.ts';
import { letters } from '#server/engine/sheets/write-sheet.ts';
import type { ReadRow } from '#sheets/sheet-rows.ts';
import { columnOf, MAX_HEADING, type SheetColumn, takenFor, type TaughtHeadings } from './columns.ts';

/** What the columns of one sheet are, by its first row that is not empty. */
export interface SheetHeadings {
  row: number;
  /** By place; null where nothing is read. */
  columns: readonly (SheetColumn | null)[];
  /** What headings are taken for that are none by themselves. */
  taken: ImportFindings['columns'];
  /** Places of columns that were complained of already: at a heading that nobody knows, or at the first cell below none. */
  nameless: Set<number>;
  errors: CellProblem[];
  /** False: they do not say which tool a row is about, and every row would be wrong in the same way. */
  usable: boolean;
}

/** @param wanted what is read; other columns that are known are left out */
export function readHeadings(
  { row, cells }: ReadRow,
  taught: TaughtHeadings,
  wanted: readonly SheetColumn[],
): SheetHeadings {
  const taken: SheetHeadings['taken'] = [];
  const nameless = new Set<number>();
  const errors: CellProblem[] = [];
  const seen = new Set<SheetColumn>();
  const columns = cells.map((cell, place) => {
    const text = typeof cell === 'string' ? cell.trim() : cell === null ? '' : '?';
    if (text === '') return null;
    const named = takenFor(text, taught);
    const column = named && !wanted.includes(named) ? '' : named;
    if (column !== columnOf(text)) taken.push({ heading: text.slice(0, MAX_HEADING), column });
    if (column === '' || column === null) {
      nameless.add(place);
      const message = `There is no column of this name. Known are ${wanted.join(', ')}`;
      if (column === null) errors.push({ row, column: text === '?' ? letters(place) : text, message });
      return null;
    }
    if (seen.has(column)) errors.push({ row, column: text, message: `Two columns are ${column}` });
    seen.add(column);
    return column;
  });
  const usable = seen.has('_id') || seen.has('sku') || seen.has('name');
  if (!usable)
    errors.push({ row, column: '', message: 'The first row must be the headings, one of them _id, sku or name' });
  return { row, columns, taken, nameless, errors, usable };
}
