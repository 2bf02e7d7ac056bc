import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const PARTS: Record<string, string> = {
  '_rels/.rels': `<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/** An XLSX file of one sheet, with other parts beside it or in place of its own. @param sheet what is in its worksheet */
export function xlsxFile(sheet: string, more: Record<string, string> = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const files = { ...PARTS, 'xl/worksheets/sheet1.xml': `<worksheet>${sheet}</worksheet>`, ...more };
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream);
}

/** A row of texts. @param cells in their order, from A on */
export function xlsxRow(row: number, ...cells: string[]): string {
  return `<row r="${row}">${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
}
