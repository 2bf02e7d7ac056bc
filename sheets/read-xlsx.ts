import { sentence } from '#contract/sentences.ts';
import { type NumberStyle, numberStyles } from './number-styles.ts';
import {
  MAX_CELL,
  MAX_COLUMNS,
  MAX_ROW,
  type ReadCell,
  type ReadProblem,
  type ReadRow,
  RowGatherer,
  SheetProblem,
  type SheetReader,
} from './sheet-rows.ts';
import { pieces, type XmlHandler } from './xml-pieces.ts';
import { noXlsx, unpacked, zipEntries, type ZipEntry } from './zip-entries.ts';

/** How large a sheet may be once it is unpacked, in bytes. */
const MAX_UNPACKED_BYTES = 500 * 1024 * 1024;
const MAX_ENTRIES = 1_000;
const DAY_MS = 86_400_000;
/** The most characters that all different texts of a file may have together: they are kept while it is read. */
const MAX_SHARED = 50_000_000;
/** What a text takes beside its characters. */
const SHARED_EACH = 20;

interface Package {
  archive: Blob;
  entries: Map<string, ZipEntry>;
}

/**
 * Reads the first sheet of an XLSX file, part by part, and no more of it at once than a part and its texts; in the browser too.
 * @throws SheetProblem where it is no XLSX file, or there is more in it than is read
 */
export async function readXlsx(archive: Blob): Promise<SheetReader> {
  try {
    const source = { archive, entries: await entriesOf(archive) };
    const workbook = (await related(source, '', 'officeDocument')) ?? 'xl/workbook.xml';
    const { sheet, isFrom1904 } = await firstSheet(source, workbook);
    const shared = await sharedTexts(
      source,
      (await related(source, workbook, 'sharedStrings')) ?? 'xl/sharedStrings.xml',
    );
    const styles = await numberStyles(
      textPieces(source, (await related(source, workbook, 'styles')) ?? 'xl/styles.xml'),
    );
    const problems: ReadProblem[] = [];
    const parts = rowsOf(source, sheet, shared, styles, problems, isFrom1904);
    return { parts, problems, decimalCommas: false, hasCommas: false };
  } catch (error) {
    throw error instanceof SheetProblem ? error : noXlsx(error);
  }
}

async function entriesOf(archive: Blob): Promise<Map<string, ZipEntry>> {
  const entries = await zipEntries(archive, MAX_ENTRIES);
  let size = 0;
  for (const entry of entries.values()) size += entry.size;
  if (size > MAX_UNPACKED_BYTES)
    throw new SheetProblem('too-large', sentence('This file unpacks to more than 500 MB. Send fewer rows at once.'));
  return entries;
}

async function* textPieces({ archive, entries }: Package, path: string): AsyncGenerator<string> {
  const entry = entries.get(path);
  if (!entry) return;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of unpacked(archive, entry)) yield decoder.decode(bytes, { stream: true });
}

async function readAll(source: Package, path: string, handler: XmlHandler): Promise<void> {
  for await (const _ of pieces(textPieces(source, path), handler)) continue;
}

/** Where a part's relation of a kind leads, as a path in the file. */
async function related(source: Package, from: string, kind: string, id?: string): Promise<string | undefined> {
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  let found: string | undefined;
  await readAll(source, `${folder}_rels/${from.slice(folder.length)}.rels`, {
    open(name, { Type = '', Target = '', Id }) {
      if (name !== 'Relationship' || !Type.endsWith(`/${kind}`) || (id !== undefined && Id !== id)) return;
      found = decodeURIComponent(new URL(Target, `file:///${folder}`).pathname.slice(1));
    },
  });
  return found;
}

/** The path of the first sheet that is not hidden, and whether its days are counted from 1904, as those of old Macs. */
async function firstSheet(source: Package, workbook: string): Promise<{ sheet: string; isFrom1904: boolean }> {
  let id: string | undefined;
  let isFrom1904 = false;
  await readAll(source, workbook, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name !== 'sheet' || id !== undefined || (attributes['state'] ?? 'visible') !== 'visible') return;
      id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  const sheet = id === undefined ? undefined : await related(source, workbook, 'worksheet', id);
  if (sheet === undefined || !source.entries.has(sheet)) throw noXlsx();
  return { sheet, isFrom1904 };
}

async function sharedTexts(source: Package, path: string): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let all = 0;
  let reading = false;
  let phonetic = 0;
  await readAll(source, path, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic++;
      else if (name === 't') reading = phonetic === 0;
    },
    text(piece) {
      if (reading && text.length <= MAX_CELL) text += piece;
    },
    close(name) {
      if (name === 't') reading = false;
      else if (name === 'rPh') phonetic--;
      else if (name === 'si') {
        all += text.length + SHARED_EACH;
        if (all > MAX_SHARED)
          throw new SheetProblem(
            'too-large',
            sentence('This file holds more text than can be read at once. Send it as CSV.'),
          );
        texts.push(unescaped(text));
      }
    },
  });
  return texts;
}

/** The format writes signs that XML has no way to write as _x001F_. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

interface OpenCell {
  column: number;
  type: string;
  style: NumberStyle | undefined;
  formula: boolean;
  hasValue: boolean;
  value: string;
}

async function* rowsOf(
  source: Package,
  path: string,
  shared: string[],
  styles: ReadonlyMap<number, NumberStyle>,
  problems: ReadProblem[],
  isFrom1904: boolean,
): AsyncGenerator<ReadRow[]> {
  const gatherer = new RowGatherer(problems);
  let current: ReadRow = { row: 0, cells: [] };
  let cell: OpenCell | undefined;
  let reading = false;
  let phonetic = 0;
  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === 'row') current = { row: rowAfter(current.row, attributes['r']), cells: [] };
      else if (name === 'c') {
        cell = {
          column: attributes['r'] === undefined ? current.cells.length : columnIn(attributes['r']),
          type: attributes['t'] ?? 'n',
          style: styles.get(Number(attributes['s'] ?? 0)),
          formula: false,
          hasValue: false,
          value: '',
        };
      } else if (name === 'f' && cell) cell.formula = true;
      else if (name === 'rPh') phonetic++;
      else if ((name === 'v' || name === 't') && cell && phonetic === 0) reading = cell.hasValue = true;
      else if (name === 'mergeCell') complainOfMerged((attributes['ref'] ?? '').slice(0, MAX_REFERENCE), gatherer);
    },
    text(piece) {
      if (reading && cell && cell.value.length <= MAX_CELL) cell.value += piece;
    },
    close(name) {
      if (name === 'v' || name === 't') reading = false;
      else if (name === 'rPh') phonetic--;
      else if (name === 'c' && cell) {
        const value = valueOf(cell, shared, isFrom1904);
        if (value !== null) put(current.cells, Math.min(cell.column, MAX_COLUMNS), value);
        cell = undefined;
      } else if (name === 'row' && current.cells.length > 0) gatherer.add(current);
    },
  };
  try {
    for await (const _ of pieces(textPieces(source, path), handler)) yield* gatherer.full();
    yield* gatherer.rest();
  } catch (error) {
    throw error instanceof SheetProblem ? error : noXlsx(error);
  }
}

/** The longest reference that is one: XFD1048576:XFD1048576. */
const MAX_REFERENCE = 21;

/** The number of a row, which rise. */
function rowAfter(before: number, said: string | undefined): number {
  const row = said === undefined ? before + 1 : Number(said);
  if (!Number.isInteger(row) || row <= before || row > MAX_ROW) throw noXlsx();
  return row;
}

/** From the last of 1899, as most count, to the first of 1904. */
const DAYS_TO_1904 = 1_462;

/** The day that a spreadsheet counts, or says as ISO 8601 does. */
function dayOf(value: string, isFrom1904: boolean): { day?: string } {
  const [said] = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(value) ?? [];
  if (said !== undefined) return { day: said };
  const days = Math.floor(Number(value)) + (isFrom1904 ? DAYS_TO_1904 : 0);
  if (!(days > 60 && days < 1_000_000)) return {};
  return { day: new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10) };
}

function put(cells: ReadCell[], column: number, value: ReadCell): void {
  while (cells.length < column) cells.push(null);
  cells[column] = value;
}

function valueOf({ type, style, formula, hasValue, value }: OpenCell, shared: string[], isFrom1904: boolean): ReadCell {
  if (!hasValue)
    return formula
      ? { problem: 'This formula was saved without its result. Open the file, save it, and send it again' }
      : null;
  if (type === 'e') return { problem: `This cell has an error: ${value}` };
  if (type === 's') return shared[Number(value)] ?? null;
  if (type === 'inlineStr' || type === 'str') return unescaped(value);
  if (type === 'b') return value === '1';
  if (type === 'd' || (style === 'date' && value !== ''))
    return {
      problem: 'The spreadsheet turned this into a date. Format the column as text and enter it again',
      ...dayOf(value, isFrom1904),
    };
  if (value === '') return null;
  if (style === 'percent') return { problem: 'The spreadsheet shows this as a percentage. Enter the number itself' };
  // What people see, and type elsewhere, has zeros before it.
  if (typeof style === 'object' && 'digits' in style && /^\d+$/.test(value)) return value.padStart(style.digits, '0');
  const number = Number(value);
  if (!Number.isFinite(number)) return { problem: 'This is not a number' };
  return typeof style === 'object' && 'currency' in style ? { amount: number, currency: style.currency } : number;
}

/** The place of the column in a reference such as AB12, from 0; beyond all where it has more letters than any. */
function columnIn(reference: string): number {
  let place = 0;
  for (const letter of /^[A-Z]{1,4}/i.exec(reference)?.[0].toUpperCase() ?? 'A')
    place = place * 26 + letter.charCodeAt(0) - 64;
  return place - 1;
}

function complainOfMerged(reference: string, gatherer: RowGatherer): void {
  const row = Number(/\d+/.exec(reference)?.[0] ?? 1);
  const message = `The cells ${reference} are merged, which hides what some of them contain. Unmerge them`;
  gatherer.complain(row, columnIn(reference), message);
}
