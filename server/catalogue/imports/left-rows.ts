import { and, asc, eq, gt } from 'drizzle-orm';
import type { CellProblem } from '#contract/catalogue/imports.ts';
import type { StreamedFile, SheetFormat } from '#contract/sheets.ts';
import type { Database } from '#server/engine/db/client.ts';
import { type Cell, semicolonFile, sheetFile, type SheetParts } from '#server/engine/sheets/write-sheet.ts';
import type { ReadCell, SheetReader } from '#sheets/sheet-rows.ts';
import { importNotFound } from './imports.ts';
import { importLeftRows, imports } from './imports.sql.ts';

/** The most rows in error that come back as a sheet. */
const MAX_LEFT_ROWS = 10_000;
/** And the most characters of them. */
const MAX_TEXT = 20_000_000;
const PART = 500;
/** Known to the import, and left out there. */
const WHY = 'Why it was left out';

type KeptRow = typeof importLeftRows.$inferInsert;

/** Notes why rows cannot be written, of so many as come back. */
export function noteReasons(wrong: Map<number, string[]>, problems: readonly CellProblem[]): void {
  for (const { row, column, message } of problems)
    if (wrong.has(row) || wrong.size < MAX_LEFT_ROWS)
      wrong.set(row, [...(wrong.get(row) ?? []), column === '' ? message : `${column}: ${message}`]);
}

/** Keeps the rows in error as they stand in the sheet. @param wrong why, by their numbers @param headingRow the number of the headings' */
export async function keepLeftRows(
  { db }: Database,
  importId: string,
  sheet: Pick<SheetReader, 'parts' | 'decimalCommas'>,
  headingRow: number,
  wrong: ReadonlyMap<number, string[]>,
): Promise<void> {
  const last = Math.max(...wrong.keys());
  // What parts its cells goes back as it came: so its numbers are read in the same way.
  const separator = sheet.decimalCommas ? ';' : ',';
  let left = MAX_TEXT;
  for await (const part of sheet.parts) {
    const rows: KeptRow[] = [];
    for (const { row, cells } of part) {
      if (row !== headingRow && !(row > headingRow && wrong.has(row))) continue;
      const kept = cells.map(asKept);
      left -= kept.reduce<number>((sum, cell) => sum + String(cell).length + 8, 0);
      if (left < 0) break;
      const reason = (wrong.get(row) ?? []).join('; ').slice(0, 2_000).toWellFormed();
      rows.push({
        importId,
        row: row === headingRow ? 0 : row,
        cells: kept,
        reason: row === headingRow ? separator : reason,
      });
    }
    if (rows.length > 0) await db.insert(importLeftRows).values(rows);
    if (left < 0 || (part.at(-1)?.row ?? 0) >= last) return;
  }
}

function asKept(cell: ReadCell): string | number {
  if (cell === null) return '';
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'object') return 'amount' in cell ? cell.amount : (cell.day ?? '');
  // What the database takes in a text.
  return String(cell).replaceAll('\0', '').toWellFormed();
}

/** The rows in error of an import as a sheet, each with the reason behind it. @throws AppError IMPORT_NOT_FOUND */
export async function leftOutSheet({ db }: Database, id: string, format: SheetFormat): Promise<StreamedFile> {
  const [found] = await db.select({ id: imports.id }).from(imports).where(eq(imports.id, id));
  if (!found) throw importNotFound();
  const [heading] = await db
    .select()
    .from(importLeftRows)
    .where(and(eq(importLeftRows.importId, id), eq(importLeftRows.row, 0)));
  const width = heading?.cells.length ?? 0;
  const line = (cells: readonly Cell[], reason: string): Cell[] => [
    ...cells,
    ...Array.from({ length: Math.max(0, width - cells.length) }, () => ''),
    reason,
  ];
  const parts = async function* (): SheetParts & AsyncGenerator<Cell[][]> {
    yield [line(heading?.cells ?? [], WHY)];
    for (let after: number | undefined = 0; after !== undefined;) {
      const rows: KeptRow[] = await db
        .select()
        .from(importLeftRows)
        .where(and(eq(importLeftRows.importId, id), gt(importLeftRows.row, after)))
        .orderBy(asc(importLeftRows.row))
        .limit(PART);
      if (rows.length > 0) yield rows.map(({ cells, reason }) => line(cells, reason ?? ''));
      after = rows.length < PART ? undefined : rows.at(-1)?.row;
    }
  };
  const isSemicolons = heading?.reason === ';' && format === 'csv';
  return isSemicolons ? semicolonFile('left-out', parts()) : sheetFile('left-out', format, parts());
}
