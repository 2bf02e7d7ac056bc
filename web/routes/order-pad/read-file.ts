import type { ReadCell } from '#sheets/sheet-rows.ts';

/** The largest list that is read in the browser, in bytes. */
const MOST_BYTES = 5 * 1024 * 1024;
/** More than a list may have: the answer to so many says so. */
const MOST_ROWS = 2_000;

/** Thrown with what to do about it. */
class FileProblem extends Error {}

/**
 * The text of a dropped list: CSV or text in whatever encoding spreadsheets write, or the first sheet of an XLSX file as
 * cells between tabs. @throws FileProblem
 */
export async function readListFile(file: File): Promise<string> {
  if (file.size > MOST_BYTES)
    throw new FileProblem('This file is larger than 5 MB. Keep only the columns with stock numbers and quantities.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  // XLSX is a ZIP archive.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return sheetText(file);
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new FileProblem('This is an old Excel file (XLS). Save it as XLSX or CSV and drop it again.');
  if (bytes.subarray(0, 512).includes(0) && !isUtf16(bytes))
    throw new FileProblem('This is not a list. Drop a CSV, text or XLSX file.');
  return textOf(bytes);
}

/** UTF-8, UTF-16 with its mark, else what Windows programs wrote before. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

async function sheetText(file: File): Promise<string> {
  const [{ readXlsx }, { SheetProblem }] = await Promise.all([
    import('#sheets/read-xlsx.ts'),
    import('#sheets/sheet-rows.ts'),
  ]);
  const rows: string[] = [];
  try {
    for await (const part of (await readXlsx(file)).parts) {
      for (const { cells } of part) rows.push(cells.map(cellText).join('\t'));
      if (rows.length > MOST_ROWS) break;
    }
  } catch (error) {
    throw error instanceof SheetProblem ? new FileProblem(error.message) : error;
  }
  return rows.join('\n');
}

/** A day as a day; of what cannot be read nothing, so that the row says what it lacks. */
function cellText(cell: ReadCell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return 'amount' in cell ? String(cell.amount) : (cell.day ?? '');
  return String(cell).replaceAll(/[\t\n\r]/g, ' ');
}
