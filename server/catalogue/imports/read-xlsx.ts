import { posix } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { MAX_UNPACKED_BYTES } from '#contract/catalogue/imports.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { type NumberStyle, numberStyles } from './number-styles.ts';
import { noXlsx, pieces, type XmlHandler } from './xml-pieces.ts';
import { PART, type ReadCell, type ReadProblem, type ReadRow, type SheetReader } from './read-row.ts';

const MAX_ENTRIES = 10_000;
const MAX_COLUMNS = 256;
const DAY_MS = 86_400_000;
/** Longer than any field may be; what a cell has beyond it is not kept. */
const MAX_TEXT = 40_000;
/** The most characters that all different texts of a file may have together: they are kept while it is read. */
const MAX_SHARED = 50_000_000;

interface Package {
  zip: ZipFile;
  entries: Map<string, Entry>;
}

/**
 * Reads the first sheet of an XLSX file from its disk, part by part, and no more of it at once than a part and its texts.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE where it is no XLSX file, BODY_TOO_LARGE where it unpacks to more than 500 MB
 */
export async function readXlsx(path: string): Promise<SheetReader> {
  const { openPromise } = await import('#server/engine/sheets/zip-files.ts');
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(broken);
  try {
    const source = { zip, entries: await entriesOf(zip) };
    const workbook = (await related(source, '', 'officeDocument')) ?? 'xl/workbook.xml';
    const sheets = await sheetsOf(source, workbook);
    const shared = await sharedTexts(
      source,
      (await related(source, workbook, 'sharedStrings')) ?? 'xl/sharedStrings.xml',
    );
    const styles = await numberStyles(
      textPieces(source, (await related(source, workbook, 'styles')) ?? 'xl/styles.xml'),
    );
    const problems: ReadProblem[] = [];
    return { parts: rowsOf(source, sheets, shared, styles, problems), problems, decimalCommas: false };
  } catch (error) {
    zip.close();
    throw error instanceof AppError ? error : noXlsx(error);
  }
}

function broken(cause: unknown): never {
  throw noXlsx(cause);
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  if (zip.entryCount > MAX_ENTRIES) throw noXlsx();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry);
    // The library ends an entry that has more in it than it says here.
    unpacked += entry.uncompressedSize;
  }
  if (unpacked > MAX_UNPACKED_BYTES)
    throw new AppError('BODY_TOO_LARGE', 'This file unpacks to more than 500 MB. Send fewer rows at once.');
  return entries;
}

async function* textPieces({ zip, entries }: Package, path: string): AsyncGenerator<string> {
  const entry = entries.get(path);
  if (!entry) return;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const stream = await zip.openReadStreamPromise(entry);
  for await (const bytes of stream as AsyncIterable<Buffer>) yield decoder.decode(bytes, { stream: true });
}

async function readAll(source: Package, path: string, handler: XmlHandler): Promise<void> {
  for await (const _ of pieces(textPieces(source, path), handler)) continue;
}

/** Where a part's relation of a kind leads, as a path in the file. */
async function related(source: Package, from: string, kind: string, id?: string): Promise<string | undefined> {
  const folder = posix.dirname(from);
  const relations = posix.join(from === '' ? '.' : folder, '_rels', `${posix.basename(from)}.rels`);
  let found: string | undefined;
  await readAll(source, relations, {
    open(name, { Type = '', Target = '', Id }) {
      if (name !== 'Relationship' || !Type.endsWith(`/${kind}`) || (id !== undefined && Id !== id)) return;
      found = Target.startsWith('/') ? Target.slice(1) : posix.join(from === '' ? '.' : folder, Target);
    },
  });
  return found;
}

/** The path of the first sheet that is not hidden. */
async function sheetsOf(source: Package, workbook: string): Promise<string> {
  let id: string | undefined;
  await readAll(source, workbook, {
    open(name, attributes) {
      if (name !== 'sheet' || id !== undefined || (attributes['state'] ?? 'visible') !== 'visible') return;
      id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  const path = id === undefined ? undefined : await related(source, workbook, 'worksheet', id);
  if (path === undefined || !source.entries.has(path)) throw noXlsx();
  return path;
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
      if (reading && text.length < MAX_TEXT) text += piece;
    },
    close(name) {
      if (name === 't') reading = false;
      else if (name === 'rPh') phonetic--;
      else if (name === 'si') {
        all += text.length;
        if (all > MAX_SHARED)
          throw new AppError('BODY_TOO_LARGE', 'This file holds more text than can be read at once. Send it as CSV.');
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
): AsyncGenerator<ReadRow[]> {
  let rows: ReadRow[] = [];
  let current: ReadRow = { row: 0, cells: [] };
  let cell: OpenCell | undefined;
  let reading = false;
  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === 'row') current = { row: Number(attributes['r'] ?? current.row + 1), cells: [] };
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
      else if ((name === 'v' || name === 't') && cell) reading = cell.hasValue = true;
      else if (name === 'rPh') cell = undefined;
      else if (name === 'mergeCell') problems.push(merged(attributes['ref'] ?? ''));
    },
    text(piece) {
      if (reading && cell && cell.value.length < MAX_TEXT) cell.value += piece;
    },
    close(name) {
      if (name === 'v' || name === 't') reading = false;
      else if (name === 'c' && cell) {
        if (cell.column < MAX_COLUMNS) put(current.cells, cell.column, valueOf(cell, shared));
        cell = undefined;
      } else if (name === 'row' && current.cells.some((value) => value !== null)) rows.push(current);
    },
  };
  try {
    for await (const _ of pieces(textPieces(source, path), handler)) {
      while (rows.length >= PART) {
        yield rows.slice(0, PART);
        rows = rows.slice(PART);
      }
    }
    if (rows.length > 0) yield rows;
  } catch (error) {
    throw error instanceof AppError ? error : noXlsx(error);
  } finally {
    source.zip.close();
  }
}

/** The day that a spreadsheet counts from the last of 1899, as most do. */
function dayOf(value: string): { day?: string } {
  const days = Math.floor(Number(value));
  if (!(days > 60 && days < 1_000_000)) return {};
  return { day: new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10) };
}

function put(cells: ReadCell[], column: number, value: ReadCell): void {
  while (cells.length < column) cells.push(null);
  cells[column] = value;
}

function valueOf({ type, style, formula, hasValue, value }: OpenCell, shared: string[]): ReadCell {
  if (!hasValue)
    return formula
      ? { problem: 'This formula was saved without its result. Open the file, save it, and send it again' }
      : null;
  if (type === 'e') return { problem: `This cell has an error, ${value}` };
  if (type === 's') return shared[Number(value)] ?? null;
  if (type === 'inlineStr' || type === 'str') return unescaped(value);
  if (type === 'b') return value === '1';
  if (type === 'd' || (style === 'date' && value !== ''))
    return {
      problem: 'The spreadsheet made a date of this. Format the column as text and type it again',
      ...dayOf(value),
    };
  if (value === '') return null;
  if (style === 'percent') return { problem: 'The spreadsheet shows this as a percentage. Write the number itself' };
  // What people see, and type elsewhere, has zeros before it.
  return typeof style === 'object' && /^\d+$/.test(value) ? value.padStart(style.digits, '0') : Number(value);
}

/** The place of the column in a reference such as AB12, from 0. */
function columnIn(reference: string): number {
  let place = 0;
  for (const letter of /^[A-Z]+/i.exec(reference)?.[0].toUpperCase() ?? 'A')
    place = place * 26 + letter.charCodeAt(0) - 64;
  return place - 1;
}

function merged(reference: string): ReadProblem {
  const row = Number(/\d+/.exec(reference)?.[0] ?? 1);
  const message = `The cells ${reference} are merged, so that nobody knows what those have that cannot be seen. Split them`;
  return { row, column: columnIn(reference), message };
}
