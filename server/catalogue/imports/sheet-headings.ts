import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { CellProblem, ImportFindings } from '#contract/catalogue/imports.ts';
import { letters } from '#server/engine/sheets/write-sheet.ts';
import type { ReadRow } from '#sheets/sheet-rows.ts';
import { columnOf, MAX_HEADING, plainHeading, type SheetColumn, takenFor, type TaughtHeadings } from './columns.ts';

/** What the columns of one sheet are, by the row that has its headings. */
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

/** What is read of a sheet; other columns that are known are left out. */
export interface WantedColumns {
  columns: readonly SheetColumn[];
  /** Whether each attribute of the shop has a column, too. */
  takesAttributes: boolean;
}

/**
 * What a heading that stands twice is, where an attribute is called just like a field: an export has the field's column first.
 * undefined for every other heading.
 */
function calledAlike(texts: readonly string[], place: number, attributes: readonly Attribute[]) {
  const text = texts[place]!;
  const [field, attribute] = [columnOf(text), attributes.find(({ name }) => name === text)];
  if (!field || !attribute || texts.indexOf(text) === texts.lastIndexOf(text)) return undefined;
  return texts.indexOf(text) === place ? field : (`attr.${attribute.key}` as const);
}

const PER_SOME = /(?:\/|(?:^|[^\p{L}])(?:per|pro|je|par|por|pour))\s*(1000|1[.,\s]000|100|10)(?![\d\p{L}])/iu;

/** What is said of a heading that may be of prices for so many pieces, which nobody takes for those of one. */
function perSomeHint(heading: string): string {
  const [, some] = PER_SOME.exec(heading) ?? [];
  if (some === undefined) return '';
  const pieces = some.replaceAll(/\D/g, '');
  return `If these are prices for ${Number(pieces).toLocaleString('en-US')} pieces, call the column price and add a column priceUnit with ${pieces} in each row. `;
}

/** A column of pieces beside one of break prices without a number: the two are one break. */
function joinBreaks(columns: (SheetColumn | null)[]): void {
  const at = columns.indexOf('priceBreaks');
  if (at >= 0 && columns.includes('breakFrom1') && !columns.includes('breakPrice1')) columns[at] = 'breakPrice1';
}

/** What the headings of a sheet say. @param attributes those of the shop */
export function readHeadings(
  { row, cells }: ReadRow,
  taught: TaughtHeadings,
  { columns: wanted, takesAttributes }: WantedColumns,
  attributes: readonly Attribute[],
): SheetHeadings {
  const taken: SheetHeadings['taken'] = [];
  const nameless = new Set<number>();
  const errors: CellProblem[] = [];
  const seen = new Set<SheetColumn>();
  const texts = cells.map((cell) => (typeof cell === 'string' ? cell.trim() : cell === null ? '' : '?'));
  const columns = texts.map((text, place) => {
    if (text === '') return null;
    const named = calledAlike(texts, place, attributes) ?? takenFor(text, taught, attributes);
    const isAttribute = named?.startsWith('attr.') ?? false;
    // Prices from so many pieces on are read wherever breaks are.
    const read = named?.startsWith('breakAt.') ? 'priceBreaks' : named;
    const column = read && !(isAttribute ? takesAttributes : wanted.includes(read)) ? '' : named;
    if (column !== columnOf(text) && !(isAttribute && takesAttributes && !taught.has(plainHeading(text))))
      taken.push({ heading: text.slice(0, MAX_HEADING).toWellFormed(), column });
    if (column === '' || column === null) {
      nameless.add(place);
      const message = `There is no column with this name. ${perSomeHint(text)}Known columns are ${[...wanted, ...(takesAttributes ? attributes.map(({ name }) => name) : [])].join(', ')}`;
      if (column === null) errors.push({ row, column: text === '?' ? letters(place) : text, message });
      return null;
    }
    if (seen.has(column))
      errors.push({ row, column: text, message: `Two columns are matched to ${column.replace('attr.', '')}` });
    seen.add(column);
    return column;
  });
  joinBreaks(columns);
  const usable = seen.has('_id') || seen.has('sku') || seen.has('name') || seen.has('gtin');
  if (!usable)
    errors.push({
      row,
      column: '',
      message: 'No row at the top has the headings: one of them must be _id, sku or name',
    });
  return { row, columns, taken, nameless, errors, usable };
}
