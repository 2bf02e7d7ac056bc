import { Readable } from 'node:stream';
import type { SheetFormat, StreamedFile } from '#contract/sheets.ts';
import { disarmed } from './armed-text.ts';

/**
 * A cell: text, a number, a number that is written as it is and counted with all the same, money likewise and shown in the shop's
 * currency, a day such as 2026-12-24, or a moment as the shop's clocks show it, such as 2026-12-24 13:05:00.
 */
export type Cell =
  | string
  | number
  | { number: string }
  | { money: string }
  | { day: string }
  | { moment: string }
  | null;
export type SheetRow = Cell[];

/** The rows of a sheet in parts of some hundred, so that no part is large; the first row of the first is the headings. */
export type SheetParts = AsyncIterable<SheetRow[]>;

const TYPES: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * A sheet that is written while it is sent, and read no faster than the client takes it.
 * @param name without its ending
 * @param written as CSV with a point in numbers and commas between cells, unless a semicolon is asked for: then numbers have a comma
 * @param currency of its money
 * @param others further sheets of an XLSX file, after the first
 */
export async function sheetFile(
  name: string,
  written: SheetFormat | { format: SheetFormat; separator: ',' | ';' },
  parts: SheetParts,
  currency?: string,
  ...others: [name: string, SheetParts][]
): Promise<StreamedFile> {
  const { format, separator } = typeof written === 'string' ? { format: written, separator: ',' } : written;
  const cellOf = separator === ';' ? csvCellWithComma : csvCell;
  const body =
    format === 'csv'
      ? streamed(csvOf(parts, separator, cellOf))
      : await xlsxOf([['Sheet1', parts], ...others], currency);
  return { type: TYPES[format], name: `${name}.${format}`, body };
}

/** CSV whose cells are parted by semicolons, where a sheet came so and goes back: its numbers have decimal commas. */
export function semicolonFile(name: string, parts: SheetParts): StreamedFile {
  return { type: TYPES.csv, name: `${name}.csv`, body: streamed(csvOf(parts, ';')) };
}

/** Bytes that are made as they are read, and not before. */
export function streamed(parts: AsyncGenerator<Uint8Array>): ReadableStream {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    // Nothing is read from the database before somebody reads the answer.
    { highWaterMark: 0 },
  );
}

/** Excel takes a CSV file for its machine's own encoding unless it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF';

async function* csvOf(parts: SheetParts, separator: string, cellOf = csvCell): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let before = BYTE_ORDER_MARK;
  for await (const rows of parts) {
    yield encoder.encode(before + rows.map((row) => `${row.map(cellOf).join(separator)}\r\n`).join(''));
    before = '';
  }
}

/** As programs write numbers whose Excel has commas in them. */
function csvCellWithComma(cell: Cell): string {
  const isNumber = typeof cell === 'number' || (typeof cell === 'object' && cell !== null && 'money' in cell);
  return isNumber ? csvCell(cell).replace('.', ',') : csvCell(cell);
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') {
    if ('day' in cell) return cell.day;
    if ('money' in cell) return cell.money;
    return 'moment' in cell ? cell.moment : cell.number;
  }
  const text = disarmed(cell);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** What is in a workbook beside its sheets. */
function bookOf(names: string[], currency: string | undefined): Record<string, string> {
  const each = (said: (number: number, name: string) => string) =>
    names.map((name, index) => said(index + 1, name)).join('');
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((number, name) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}">${each((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="${currency === undefined ? '' : `[$${currency}]\\ `}#,##0.00"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${[0, 49, 164, 165, 166].map((format) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}

/** Places in cellXfs. What is typed into a cell of text stays as it is typed, so that a stock number becomes no date. */
const TEXT = 1;
const DAY = 2;
const MOMENT = 3;
const MONEY = 4;

async function xlsxOf(sheets: [name: string, SheetParts][], currency: string | undefined): Promise<ReadableStream> {
  const { ZipFile } = await import('./zip-files.ts');
  const zip = new ZipFile();
  const names = sheets.map(([name]) => name);
  for (const [path, content] of Object.entries(bookOf(names, currency))) zip.addBuffer(Buffer.from(content), path);
  const out = zip.outputStream;
  for (const [index, [, parts]] of sheets.entries()) {
    const sheet = Readable.from(sheetXml(parts), { objectMode: false, highWaterMark: 1 });
    sheet.on('error', (error) => (out as Readable).destroy(error));
    out.on('close', () => sheet.destroy());
    zip.addReadStream(sheet, `xl/worksheets/sheet${index + 1}.xml`);
  }
  zip.end();
  return Readable.toWeb(out as Readable) as ReadableStream;
}

async function* sheetXml(parts: SheetParts): AsyncGenerator<Buffer> {
  let before = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  let number = 0;
  for await (const rows of parts) {
    yield Buffer.from(before + rows.map((row) => xmlRow(row, ++number)).join(''));
    before = '';
  }
  yield Buffer.from(`${before}</sheetData></worksheet>`);
}

function xmlRow(row: SheetRow, number: number): string {
  return `<row r="${number}">${row.map((cell, column) => xmlCell(cell, `${letters(column)}${number}`)).join('')}</row>`;
}

/** The name of a column as spreadsheets show it. @param column from 0 */
export function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

function xmlCell(cell: Cell, at: string): string {
  if (cell === null) return `<c r="${at}" s="${TEXT}"/>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') {
    if ('day' in cell) return `<c r="${at}" s="${DAY}"><v>${spreadsheetDays(Date.parse(cell.day))}</v></c>`;
    if ('money' in cell) return `<c r="${at}" s="${MONEY}"><v>${cell.money}</v></c>`;
    if ('moment' in cell) {
      const seconds = Date.parse(`${cell.moment.replace(' ', 'T')}Z`);
      return `<c r="${at}" s="${MOMENT}"><v>${spreadsheetDays(seconds)}</v></c>`;
    }
    return `<c r="${at}"><v>${cell.number}</v></c>`;
  }
  return `<c r="${at}" t="inlineStr" s="${TEXT}"><is><t xml:space="preserve">${xmlText(disarmed(cell))}</t></is></c>`;
}

/** Days since the last but one of 1899, from which spreadsheets count, with the hour as a part of one. @param ms since 1970 */
function spreadsheetDays(ms: number): number {
  return (ms - Date.UTC(1899, 11, 30)) / 86_400_000;
}

/** XML has no way to write most control characters; the format writes them as _x001F_, and what looks like that likewise. */
function xmlText(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(
      /(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
