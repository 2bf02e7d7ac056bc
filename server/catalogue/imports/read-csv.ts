import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import {
  MAX_COLUMNS,
  MAX_ROW_TEXT,
  type ReadCell,
  type ReadProblem,
  type ReadRow,
  RowGatherer,
  type SheetReader,
} from '#sheets/sheet-rows.ts';
import { columnOf } from './columns.ts';
import { decoded, GUESSED, headOf } from './decoded-text.ts';

const SEPARATORS = [',', ';', '\t', '|'];

/**
 * Reads CSV as spreadsheets write it: UTF-8, UTF-16 or Windows-1252; commas, semicolons, tabs or bars between the cells.
 * @param encoding as `encodingOf` finds it
 * @param isHeading whether a heading is one that is known
 * @throws SheetProblem where there is more in it than is read
 */
export async function readCsv(
  path: string,
  encoding: string,
  isHeading = (cell: string) => columnOf(cell) !== undefined,
): Promise<SheetReader> {
  const { separator, skipped } = separatorOf(await headOf(path, encoding), isHeading);
  const problems: ReadProblem[] = [];
  const parts = rowsOf(path, encoding, separator, skipped, problems);
  return { parts, problems, decimalCommas: separator === ';', hasCommas: separator === ',' };
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
  // What goes wrong on the way is the parser's, too.
  const fed = pipeline(decoded(path, encoding), parser).catch(() => {});
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
    await fed;
  }
  yield* gatherer.rest();
}

const UNREADABLE = /[\u0080-\u009F\uFFFD]/;

/** Letters in the midst of words, where a Mac of old has ä, ö, ü, é and ß, and capitals before others of their kind, where it has Ä, Ö and Ü. */
const OLD_MAC = /\p{L}[ŠŸŽ]\p{L}|\p{Ll}š\p{Ll}|\p{L}§|[€…†]\p{Ll}|\p{Lu}[€…†]\p{Lu}/u;

function readable(cell: string): ReadCell {
  if (OLD_MAC.test(cell))
    return {
      problem: 'This may have been saved on an old Mac in another encoding. Save the file as "CSV UTF-8" or XLSX',
    };
  if (!UNREADABLE.test(cell)) return cell;
  return { problem: 'The encoding of this text is unknown. Save the file as "CSV UTF-8" or XLSX' };
}

function complaint(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return 'A quotation mark opens a cell here or further down and is never closed';
  if (error.code === 'CSV_MAX_RECORD_SIZE') return 'This row is far too long: a quotation mark may be missing';
  return 'The quotation marks in this row are wrong: a cell that contains one is written "like ""this"""';
}

/** Headings stand within so many lines: programs write of what follows above them. */
const HEADING_LINES = 40;

/**
 * What separates the cells: what finds the most headings in one line; where none is known, what finds the most cells in the first line
 * that has several. `sep=;` before them says it itself.
 */
function separatorOf(head: string, isHeading: (cell: string) => boolean): { separator: string; skipped: number } {
  const said = /^\uFEFF?"?sep=(.)"?\r?\n/i.exec(head);
  if (said) return { separator: said[1] ?? ',', skipped: 1 };
  const lines = head.split(/[\r\n]+/, HEADING_LINES).filter((line) => line.trim() !== '');
  const first = lines.find((line) => SEPARATORS.some((separator) => line.includes(separator)));
  let best = { separator: ',', known: 0, parts: 1 };
  for (const line of lines)
    for (const separator of SEPARATORS) {
      const cells = line.split(separator, MAX_COLUMNS).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
      const known = cells.filter(isHeading).length;
      if (known > best.known || (known === best.known && line === first && cells.length > best.parts))
        best = { separator, known, parts: cells.length };
    }
  return { separator: best.separator, skipped: 0 };
}
