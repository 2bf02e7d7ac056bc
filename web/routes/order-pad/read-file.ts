/** The largest list that is read in the browser, in bytes. */
const MOST_BYTES = 5 * 1024 * 1024;

/** Thrown with what to do about it. */
export class FileProblem extends Error {}

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
    throw new FileProblem('This is no list. Drop a CSV, text or XLSX file.');
  return textOf(bytes);
}

/** UTF-8, UTF-16 with its mark, else what Windows programs wrote before. */
export function textOf(bytes: Uint8Array): string {
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
  const { readSheet } = await import('read-excel-file/browser');
  try {
    const rows = await readSheet(file);
    return rows.map((row) => row.map((cell) => cellText(cell)).join('\t')).join('\n');
  } catch (cause) {
    throw new FileProblem('This XLSX file could not be read. Open and save it again, or save it as CSV.', { cause });
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell).replaceAll(/[\t\n\r]+/g, ' ');
}
