import { createReadStream } from 'node:fs';
import { CsvError, parse, type Parser } from 'csv-parse';
import {
  MAX_ROW_TEXT,
  type ReadCell,
  type ReadProblem,
  type ReadRow,
  RowGatherer,
  SheetProblem,
  type SheetReader,
} from '#sheets/sheet-rows.ts';
import { columnOf } from './columns.ts';

/** How much of a file is read at a stretch, and looked at to see what separates its cells. */
const HEAD_BYTES = 64 * 1024;
const SEPARATORS = [',', ';', '\t', '|'];

/**
 * Reads CSV as spreadsheets write it: UTF-8, UTF-16 or Windows-1252; commas, semicolons, tabs or bars between the cells.
 * @throws SheetProblem where it is no text, or there is more in it than is read
 */
export async function readCsv(path: string): Promise<SheetReader> {
  const encoding = await encodingOf(path);
  const { separator, skipped } = separatorOf(await headOf(path, encoding));
  const problems: ReadProblem[] = [];
  return { parts: rowsOf(path, encoding, separator, skipped, problems), problems, decimalCommas: separator === ';' };
}

async function* rowsOf(
  path: string,
  encoding: string,
  separator: string,
  skipped: number,
  problems: ReadProblem[],
): AsyncGenerator<ReadRow[]> {
  const parser = parse({
    delimiter: separator,
    // Files that several programs have written to have several.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // An inch sign in a cell is no quotation mark.
    relax_quotes: true,
    max_record_size: MAX_ROW_TEXT,
    from_line: skipped + 1,
  });
  const feed = (async () => {
    try {
      for await (const text of decoded(path, encoding)) {
        if (!parser.write(text)) await drained(parser);
        if (parser.destroyed) return;
      }
      parser.end();
    } catch (error) {
      parser.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  })();
  const gatherer = new RowGatherer(problems);
  let row = skipped;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row++;
      gatherer.add({ row, cells: encoding === GUESSED ? record.map(readable) : record });
      yield* gatherer.full();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    gatherer.complain(row + 1, null, complaint(error));
  } finally {
    parser.destroy();
    await feed;
  }
  yield* gatherer.rest();
}

/** Windows-1252 has a letter for almost any byte: what is read so may have been written by a program that has other letters for them. */
const GUESSED = 'windows-1252';
const UNREADABLE = /[\u0080-\u009F\uFFFD]/;

function readable(cell: string): ReadCell {
  if (!UNREADABLE.test(cell)) return cell;
  return { problem: 'This has letters in an encoding that nobody can guess. Save the file as "CSV UTF-8" or XLSX' };
}

/** Until the parser takes more, or has ended. */
function drained(parser: Parser): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      parser.off('drain', goOn).off('close', goOn);
      resolve();
    };
    parser.on('drain', goOn).on('close', goOn);
  });
}

function complaint(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return 'A quotation mark opens a cell here or further down and nothing closes it';
  if (error.code === 'CSV_MAX_RECORD_SIZE') return 'This row is far too long: a quotation mark may be missing';
  return 'The quotation marks of this row are wrong: a cell that has one is written "like ""this"""';
}

async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of createReadStream(path, { highWaterMark: HEAD_BYTES }) as AsyncIterable<Buffer>)
    yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

async function headOf(path: string, encoding: string): Promise<string> {
  for await (const text of decoded(path, encoding)) if (text !== '') return text;
  return '';
}

/** The encoding by its mark, by its zero bytes, or by what it cannot be. */
async function encodingOf(path: string): Promise<string> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let first = true;
  for await (const bytes of createReadStream(path, { highWaterMark: HEAD_BYTES }) as AsyncIterable<Buffer>) {
    if (first) {
      const wide = wideEncoding(bytes);
      if (wide !== undefined) return wide;
      first = false;
    }
    if (bytes.includes(0))
      throw new SheetProblem('unreadable', 'This is no sheet. Send CSV, or XLSX as Excel and LibreOffice save it.');
    try {
      if (isUtf8) strict.decode(bytes, { stream: true });
    } catch {
      isUtf8 = false;
    }
  }
  try {
    if (isUtf8) strict.decode();
  } catch {
    isUtf8 = false;
  }
  return isUtf8 ? 'utf-8' : GUESSED;
}

/** UTF-16 by its mark, or by the zero bytes that ASCII has in it. */
function wideEncoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 200);
  const zeros = [0, 1].map((odd) => sample.filter((byte, index) => byte === 0 && index % 2 === odd).length);
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : undefined;
}

/** The first line; where it has one cell alone, as what banks write above their headings, the first that has more. */
function headingOf(head: string): string {
  const lines = head.split(/[\r\n]+/, 40).filter((line) => line.trim() !== '');
  return lines.find((line) => SEPARATORS.some((separator) => line.includes(separator))) ?? lines[0] ?? '';
}

/** What separates the cells: what finds the most headings; `sep=;` before them says it itself. */
function separatorOf(head: string): { separator: string; skipped: number } {
  const said = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(head);
  if (said) return { separator: said[1] ?? ',', skipped: 1 };
  const line = headingOf(head);
  let best = { separator: ',', known: 0, parts: 1 };
  for (const separator of SEPARATORS) {
    const cells = line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const known = cells.filter((cell) => columnOf(cell) !== undefined).length;
    if (known > best.known || (known === best.known && cells.length > best.parts))
      best = { separator, known, parts: cells.length };
  }
  return { separator: best.separator, skipped: 0 };
}
