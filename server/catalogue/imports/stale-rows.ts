import { and, eq, isNull, notExists, sql } from 'drizzle-orm';
import { type CellProblem, ERRORS_SHOWN, type ToolCells } from '#contract/catalogue/imports.ts';
import { fullGtin } from '#contract/catalogue/gtin.ts';
import type { Db } from '#server/engine/db/client.ts';
import { outdatedAttributes } from '#server/catalogue/attributes/attributes.ts';
import { numbersOf, toolsByGtin } from '#server/catalogue/tools/gtins.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { importRows } from './imports.sql.ts';
import { stockSums } from './match-tools.ts';
import type { ImportRow, RowOfTool } from './rows-of-import.ts';
import { cellsOf, changedSince, contradictionsIn } from './same-cell.ts';

/** Cells that an import would write are no longer what its dry run saw. */
export class StaleRows extends Error {
  readonly issues: CellProblem[];
  constructor(issues: CellProblem[]) {
    super('cells are no longer what the dry run saw');
    this.issues = issues.slice(0, ERRORS_SHOWN);
  }
}

/**
 * @param made attributes that the import makes itself
 * @throws StaleRows where rows are no longer as the dry run saw them; a sale alone makes nothing stale
 */
export async function refuseStale(
  db: Db,
  importId: string,
  rows: readonly RowOfTool[],
  made: readonly { key: string }[],
): Promise<void> {
  const changed = rows.filter(({ row }) => !row.isNew);
  const added = rows.flatMap(({ row }) => (row.isNew ? [row] : []));
  const issues = [
    ...(await staleChanges(db, changed)),
    ...(await staleAdditions(db, importId, added)),
    ...(await staleAttributes(db, rows, made)),
    ...(await staleGtins(db, rows)),
  ];
  if (issues.length > 0) throw new StaleRows(issues);
}

async function staleChanges(db: Db, rows: readonly RowOfTool[]): Promise<CellProblem[]> {
  const sum = await stockSums(db, counted(rows));
  return rows.flatMap(({ row: { row, toolId, before, after, stockSeen }, tool }): CellProblem[] => {
    if (tool === null) return [{ row, column: '', message: 'Somebody removed this tool in the meantime' }];
    const changed = changedSince(tool, before, sum(toolId) === stockSeen);
    if (changed.length > 0)
      return changed.map((column) => ({ row, column, message: 'Somebody changed this in the meantime' }));
    return contradictionsIn({ ...cellsOf(tool), ...after }).map((problem) => ({ row, ...problem }));
  });
}

/** The tools of rows whose stock is written. */
export function counted(rows: readonly RowOfTool[]): string[] {
  return rows.filter(({ row }) => 'availableQuantity' in row.after).map(({ row }) => row.toolId);
}

/** The rows of new tools that somebody else has added by now. */
async function staleAdditions(db: Db, importId: string, rows: readonly ImportRow[]): Promise<CellProblem[]> {
  if (rows.length === 0) return [];
  const taken = await takenKeys(db, importId, rows);
  return rows.flatMap(({ row, after }) => {
    const column = hasSku(after) ? 'sku' : 'name';
    return taken[column].has(after[column] ?? '')
      ? [{ row, column, message: 'Somebody added this tool in the meantime' }]
      : [];
  });
}

/** What rows say of attributes that the shop has no longer, or that are of another kind or measure by now. */
async function staleAttributes(
  db: Db,
  rows: readonly RowOfTool[],
  made: readonly { key: string }[],
): Promise<CellProblem[]> {
  const own = new Set(made.map(({ key }) => key));
  const said = rows.map(({ row: { row, after } }) => ({
    row,
    attributes: (after.attributes ?? []).filter(({ key }) => !own.has(key)),
  }));
  const outdated = await outdatedAttributes(
    db,
    said.map(({ attributes }) => attributes),
  );
  return said.flatMap(({ row, attributes }) =>
    outdated(attributes).map(({ key, message }) => ({ row, column: key, message })),
  );
}

/** The numbers under bar codes that rows give their tools, by the row. */
export function gtinsOf(rows: readonly RowOfTool[]): { row: number; column: string; toolId: string; gtin: string }[] {
  return rows.flatMap(({ row: { row, toolId, after } }) =>
    numbersIn(after).map(({ column, gtin }) => ({ row, column, toolId, gtin })),
  );
}

/** The numbers of cells, each with the column that it stands in. */
export function numbersIn({ gtin, packs }: ToolCells): { column: 'gtin' | 'packs'; gtin: string }[] {
  return numbersOf({ gtin, packs: packs ?? [] }).map(({ path, gtin: number }) => ({
    column: path === 'gtin' ? 'gtin' : 'packs',
    gtin: number,
  }));
}

/** Rows that give a tool the number of another one, which has it since the dry run. */
async function staleGtins(db: Db, rows: readonly RowOfTool[]): Promise<CellProblem[]> {
  const given = gtinsOf(rows);
  const owners = await toolsByGtin(
    db,
    given.map(({ gtin }) => gtin),
  );
  return given.flatMap(({ row, column, toolId, gtin }) =>
    owners.get(fullGtin(gtin))?.some((owner) => owner !== toolId)
      ? [{ row, column, message: 'Another tool was given this GTIN in the meantime' }]
      : [],
  );
}

function hasSku({ sku }: ToolCells): boolean {
  return typeof sku === 'string' && sku !== '';
}

/** The stock numbers and names of new tools that tools have which the import did not add itself. */
async function takenKeys(db: Db, importId: string, rows: readonly ImportRow[]) {
  const skus = rows.flatMap(({ after }) => (hasSku(after) ? [after.sku] : []));
  const names = rows.flatMap(({ after }) => (hasSku(after) ? [] : [after.name]));
  const own = db
    .select({ row: importRows.row })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), eq(importRows.toolId, tools.id), eq(importRows.isNew, true)));
  const found = await db
    .select({ sku: tools.sku, name: tools.name })
    .from(tools)
    .where(
      and(
        isNull(tools.removedAt),
        sql`(${tools.sku} = any(${sql.param(skus)}::text[]) or ${tools.name} = any(${sql.param(names)}::text[]))`,
        notExists(own),
      ),
    );
  return { sku: new Set(found.map(({ sku }) => sku)), name: new Set(found.map(({ name }) => name)) };
}
