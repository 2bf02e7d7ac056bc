import type { Attribute } from '#contract/catalogue/attributes.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '#contract/catalogue/documents.ts';
import type { CellProblem, KeptCells, ToolCells } from '#contract/catalogue/imports.ts';
import { ToolEdit } from '#contract/catalogue/tools.ts';
import type { AttributeRow } from '#server/catalogue/attributes/attributes.sql.ts';
import { letters } from '#server/engine/sheets/write-sheet.ts';
import type { ReadCell, ReadRow } from '#sheets/sheet-rows.ts';
import { readAttributeCell } from './attribute-cells.ts';
import { cellValue, eitherWay, isEmpty, isProblem, plain, type NumberStyle, stockChangeOf } from './cell-values.ts';
import type { AttributeColumn, SheetColumn } from './columns.ts';
import { isKept, namesFile, readKept } from './kept-cells.ts';
import { readPacks, type SaidPack } from './pack-cells.ts';
import { readDocumentCell, type SaidDocument } from './document-cells.ts';
import type { RowKeys } from './match-tools.ts';
import type { SheetHeadings } from './sheet-headings.ts';

/** One row of a sheet as it was read, before it is known which tool it is about. */
export interface SheetRow {
  row: number;
  keys: RowKeys;
  cells: ToolCells;
  /** What it says of attributes, by their keys; null: that the tool has it no longer. */
  attributes: Map<string, AttributeRow | null>;
  /** Packs that it speaks of: all that its tool has, or one beside others; null: of none. */
  packs: { said: SaidPack[]; areAll: boolean } | null;
  /** Documents that it speaks of. */
  documents: SaidDocument[];
  /** What it says of what staff alone keep. */
  kept: KeptCells;
  /** Price breaks that have columns of their own, by their place: the pieces, and the price. */
  breaks: { from?: number; price?: number }[];
  /** Pieces that come to the stock, or go. */
  stockChange: number | null;
  /** The stock that there was when the sheet was exported. */
  stockThen: number | null;
  errors: CellProblem[];
  /** What is wrong with it where the rest of the sheet does not say that its commas part thousands; null: it has none that do. */
  doubtful: CellProblem | null;
  /** Fields of a new tool in which something stands in. */
  missing: string[];
}

/** Fields that an empty cell clears; it leaves all others as they are. */
const CLEARED: ReadonlySet<SheetColumn> = new Set([
  'sku',
  'category',
  'family',
  'priceBreaks',
  'packs',
  'onSaleFrom',
  'onSaleUntil',
  'reorderBelow',
  'gtin',
  'hsCode',
  'origin',
  'unspsc',
]);

/** Reads the cells of a row under their headings. */
export function readRow({ row, cells }: ReadRow, headings: SheetHeadings, reading: NumberStyle): SheetRow {
  const read: SheetRow = {
    row,
    keys: { _id: null, sku: null, name: null, gtin: null },
    cells: {},
    attributes: new Map(),
    packs: null,
    documents: [],
    kept: {},
    breaks: [],
    stockChange: null,
    stockThen: null,
    errors: [],
    doubtful: null,
    missing: [],
  };
  const { columns, nameless } = headings;
  cells.forEach((cell, place) => {
    const column = columns[place];
    if (cell === null || cell === '') clear(read, column);
    else if (column) readNoting(read, column, cell, reading);
    else if (!nameless.has(place)) {
      nameless.add(place);
      read.errors.push({ row, column: letters(place), message: 'This column has no known heading' });
    }
  });
  // Spreadsheets leave out the empty cells at the end of a row.
  for (const column of columns.slice(cells.length)) clear(read, column);
  if (columns.some((column) => column?.startsWith('break'))) sayBreaks(read);
  return read;
}

/** Reads a cell, and notes where a comma in it was taken to part thousands. */
function readNoting(read: SheetRow, column: SheetColumn, cell: ReadCell, reading: NumberStyle): void {
  const { written, attributes } = reading;
  if (written) written.joined = null;
  readCell(read, column, cell, reading);
  if (!written?.joined) return;
  read.doubtful ??= { row: read.row, column: nameOfColumn(column, attributes), message: eitherWay(written.joined) };
}

function readCell(read: SheetRow, column: SheetColumn, cell: ReadCell, reading: NumberStyle): void {
  const complain = (message: string) =>
    read.errors.push({ row: read.row, column: nameOfColumn(column, reading.attributes), message });
  if (isEmpty(cell)) clear(read, column);
  else if (column === '_id') {
    if (typeof cell === 'object') complain(isProblem(cell) ? cell.problem : 'This is an amount of money, not an _id');
    else read.keys._id = String(cell).trim();
  } else if (column === 'stockChange' || column === 'stockThen') {
    const change = stockChangeOf(cell, reading);
    if (typeof change === 'object') complain(change.problem);
    else read[column] = change;
  } else if (isAttribute(column)) {
    const problem = sayAttribute(read, column, cell, reading);
    if (problem !== null) complain(problem);
  } else if (isKind(column)) {
    const said = isProblem(cell) ? cell : readDocumentCell(column, String(plain(cell)));
    if ('problem' in said) complain(said.problem);
    else read.documents.push(...said);
  } else {
    const problem = readFact(read, column, cell, reading);
    if (problem !== null) complain(problem);
  }
}

type FactColumn = Exclude<SheetColumn, '_id' | 'stockChange' | 'stockThen' | DocumentKind | AttributeColumn>;

/** @returns what is wrong with it; null where nothing is */
function readFact(
  read: SheetRow,
  column: FactColumn,
  cell: Exclude<ReadCell, null>,
  reading: NumberStyle,
): string | null {
  if (column === 'packs' || column === 'packSize') return readPackCell(read, column, cell, reading);
  if (isBreak(column)) return readBreakCell(read, column, cell, reading);
  const kept = column === 'image' && typeof cell === 'string' && namesFile(cell.trim()) ? 'imageFile' : column;
  if (isKept(kept)) {
    const said = readKept(kept, cell, reading);
    if ('problem' in said) return said.problem;
    Object.assign(read.kept, { [kept]: said.value });
    return null;
  }
  if (kept === 'weightKg' || (kept === 'weight' && typeof cell === 'string' && /\p{L}/u.test(cell))) {
    const grams = readWeight(cell, kept === 'weightKg' ? 'kg' : 'g', reading);
    if (typeof grams === 'object') return grams.problem;
    read.cells.weight = grams;
    return null;
  }
  const said = cellValue(kept, cell, reading);
  if ('problem' in said) return said.problem;
  Object.assign(read.cells, { [kept]: said.value });
  if (kept === 'sku' || kept === 'name' || kept === 'gtin') read.keys[kept] = String(said.value);
  return null;
}

/** @returns what is wrong with it; null where nothing is */
function sayAttribute(
  read: SheetRow,
  column: AttributeColumn,
  cell: Exclude<ReadCell, null>,
  reading: NumberStyle,
): string | null {
  const attribute = reading.attributes.find(({ key }) => key === keyOf(column));
  if (!attribute) return null;
  const said = isProblem(cell) ? cell : readAttributeCell(attribute, plain(cell), reading);
  if ('problem' in said) return said.problem;
  read.attributes.set(attribute.key, said);
  return null;
}

/** @returns what is wrong with it; null where nothing is */
function readPackCell(
  read: SheetRow,
  column: 'packs' | 'packSize',
  cell: Exclude<ReadCell, null>,
  reading: NumberStyle,
): string | null {
  if (column === 'packs') {
    const said = isProblem(cell) ? cell : readPacks(plain(cell));
    if ('problem' in said) return said.problem;
    read.packs = { said, areAll: true };
    return null;
  }
  const size = cellValue('quantityStep', cell, reading);
  if ('problem' in size) return size.problem;
  const pieces = Number(size.value);
  // What is packed by so many is sold by so many, unless a column of its own says otherwise.
  read.cells.quantityStep ??= pieces;
  if (pieces > 1) read.packs ??= { said: [{ code: 'PK', name: 'VPE', pieces }], areAll: false };
  return null;
}

/** Grams of a cell that is in kilograms, or says its unit itself; a little is a gram. */
function readWeight(cell: Exclude<ReadCell, null>, unit: string, reading: NumberStyle): number | { problem: string } {
  if (isProblem(cell)) return cell;
  const weight = { key: 'weight', name: 'Weight', kind: 'number', unit, isFacet: false } as const;
  const said = readAttributeCell(weight, plain(cell), reading);
  if ('problem' in said) return said;
  const grams = said.base ?? 0;
  const parsed = ToolEdit.shape.weight.safeParse(grams > 0 ? Math.max(1, Math.round(grams)) : grams);
  return parsed.success ? (parsed.data ?? 0) : { problem: parsed.error.issues[0]?.message ?? 'Enter a weight' };
}

/** The breaks that have a column for their pieces and one for their price. */
const NUMBERED = 3;

type BreakColumn = Extract<SheetColumn, `break${string}`>;

function isBreak(column: SheetColumn): column is BreakColumn {
  return column.startsWith('break');
}

/** @returns what is wrong with it; null where nothing is */
function readBreakCell(
  read: SheetRow,
  column: BreakColumn,
  cell: Exclude<ReadCell, null>,
  reading: NumberStyle,
): string | null {
  const said = cellValue(column.startsWith('breakFrom') ? 'availableQuantity' : 'price', cell, reading);
  if ('problem' in said) return said.problem;
  const [, pieces] = column.split('.');
  if (pieces !== undefined) {
    // Behind those with columns for both; where it is 0, there is none.
    if (Number(said.value) > 0)
      read.breaks[Math.max(NUMBERED, read.breaks.length)] = { from: Number(pieces), price: Number(said.value) };
    return null;
  }
  const at = Number(column.slice(-1)) - 1;
  read.breaks[at] = {
    ...read.breaks[at],
    [column.startsWith('breakFrom') ? 'from' : 'price']: Number(said.value),
  };
  return null;
}

/** The breaks of a row's own columns as its tool has them; ERPs write 0 where there is none. */
function sayBreaks(read: SheetRow): void {
  const breaks: { from: number; price: number }[] = [];
  for (const said of read.breaks) {
    if (!said || (!said.from && !said.price)) continue;
    const { from, price } = said;
    if (from && price) breaks.push({ from, price });
    else
      read.errors.push({
        row: read.row,
        column: 'priceBreaks',
        message: 'A price break needs its pieces and its price',
      });
  }
  read.cells.priceBreaks ??= breaks.toSorted((one, other) => one.from - other.from);
}

/** Of an empty cell: it takes away what may be left out; documents stay as they are. */
function clear(read: SheetRow, column: SheetColumn | null | undefined): void {
  if (column && isAttribute(column)) read.attributes.set(keyOf(column), null);
  else if (column && isKept(column)) read.kept[column] = null;
  else if (column && CLEARED.has(column))
    Object.assign(read.cells, { [column]: column === 'priceBreaks' || column === 'packs' ? [] : null });
}

const PREFIX = 'attr.';

function isAttribute(column: SheetColumn): column is AttributeColumn {
  return column.startsWith(PREFIX);
}

function keyOf(column: AttributeColumn): string {
  return column.slice(PREFIX.length);
}

function isKind(column: SheetColumn): column is DocumentKind {
  return (DOCUMENT_KINDS as readonly string[]).includes(column);
}

/** What a column is called in its sheet. */
export function nameOfColumn(column: SheetColumn, attributes: readonly Attribute[]): string {
  if (column === 'packSize') return 'quantityStep';
  if (column === 'weightKg') return 'weight';
  if (isBreak(column)) return 'priceBreaks';
  if (!isAttribute(column)) return column;
  const key = keyOf(column);
  return attributes.find((each) => each.key === key)?.name ?? key;
}
