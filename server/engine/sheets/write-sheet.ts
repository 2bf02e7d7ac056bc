import { Readable } from 'node:stream';
import type { SheetFormat, StreamedFile } from '#contract/sheets.ts';
import { disarmed } from './armed-text.ts';

/** A cell: text, a number, or money and the like that is written as it is and counted with all the same. */
export type Cell = string | number | { number: string } | null;
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
 */
export async function sheetFile(name: string, format: SheetFormat, parts: SheetParts): Promise<StreamedFile> {
  const body = format === 'csv' ? fromParts(csvOf(parts)) : await xlsxOf(parts);
  return { type: TYPES[format], name: `${name}.${format}`, body };
}

function fromParts(parts: AsyncGenerator<Uint8Array>): ReadableStream {
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

async function* csvOf(parts: SheetParts): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let before = BYTE_ORDER_MARK;
  for await (const rows of parts) {
    yield encoder.encode(before + rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join(''));
    before = '';
  }
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.number;
  const text = disarmed(cell);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1 is text: what is typed into such a cell stays as it is typed, so that a stock number becomes no date.
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

async function xlsxOf(parts: SheetParts): Promise<ReadableStream> {
  const { ZipFile } = await import('./zip-files.ts');
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(content), path);
  const sheet = Readable.from(sheetXml(parts), { objectMode: false, highWaterMark: 1 });
  const out = zip.outputStream;
  sheet.on('error', (error) => (out as Readable).destroy(error));
  out.on('close', () => sheet.destroy());
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
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
  if (cell === null) return `<c r="${at}" s="1"/>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${at}"><v>${cell.number}</v></c>`;
  return `<c r="${at}" t="inlineStr" s="1"><is><t xml:space="preserve">${xmlText(disarmed(cell))}</t></is></c>`;
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
