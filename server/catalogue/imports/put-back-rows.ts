import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { CellProblem, ToolCells } from '#contract/catalogue/imports.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import { contradictions, type Tool } from '#contract/catalogue/tools.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { presentTool } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { importRows } from './imports.sql.ts';
import { stockSums } from './match-tools.ts';
import { cellsOf, fieldsOf, sameCell } from './same-cell.ts';
import { type Actor, recordStock, writeCells, type Written } from './write-cells.ts';

export type ImportRow = typeof importRows.$inferSelect;

/** Cells that an import would write are no longer what its dry run saw. */
export class StaleRows extends Error {
  readonly issues: CellProblem[];
  constructor(issues: CellProblem[]) {
    super('cells are no longer what the dry run saw');
    this.issues = issues;
  }
}

/** The tools of rows as they are, and what the changes of their stock but the orders come to. */
interface Now {
  tools: Map<string, Tool>;
  sum: (toolId: string) => number;
}

async function readNow(db: Db, rows: readonly ImportRow[]): Promise<Now> {
  const ids = rows.map(({ toolId }) => toolId);
  const query = db
    .select()
    .from(tools)
    .where(and(inArray(tools.id, ids), isNull(tools.removedAt)));
  const found = ids.length === 0 ? [] : await query;
  const counted = rows.filter(({ after }) => 'availableQuantity' in after).map(({ toolId }) => toolId);
  return { tools: new Map(found.map((row) => [row.id, presentTool(row)])), sum: await stockSums(db, counted) };
}

/** What of rows is no longer as the dry run saw it. A sale alone makes nothing stale. */
async function staleCells(db: Db, rows: readonly ImportRow[]): Promise<CellProblem[]> {
  return stale(rows, await readNow(db, rows), await takenKeys(db, rows));
}

function stale(rows: readonly ImportRow[], now: Now, taken: Set<string>): CellProblem[] {
  return rows.flatMap((each): CellProblem[] => {
    const { row, before, after } = each;
    const said = (column: string, message: string) => ({ row, column, message });
    if (each.isNew) {
      const key = keyOf(after);
      return taken.has(key) ? [said(key.startsWith('sku') ? 'sku' : 'name', 'Somebody added this tool meanwhile')] : [];
    }
    const tool = now.tools.get(each.toolId);
    if (!tool) return [said('', 'Somebody removed this tool meanwhile')];
    const cells = cellsOf(tool);
    const changed = fieldsOf(after)
      .filter((field) =>
        field === 'availableQuantity'
          ? now.sum(each.toolId) !== each.stockSeen
          : !sameCell(cells[field], before[field]),
      )
      .map((field) => said(field, 'Somebody changed this meanwhile'));
    if (changed.length > 0) return changed;
    return contradictions(sellingOf(cells, after)).map(({ path, message }) => said(path.split('.')[0] ?? '', message));
  });
}

function sellingOf(cells: Required<ToolCells>, after: ToolCells) {
  const all = { ...cells, ...after };
  return {
    price: all.price ?? 0,
    minOrderQuantity: all.minOrderQuantity ?? 1,
    quantityStep: all.quantityStep ?? 1,
    priceBreaks: all.priceBreaks ?? [],
    onSaleFrom: all.onSaleFrom ?? '',
    onSaleUntil: all.onSaleUntil ?? '',
  };
}

function keyOf({ sku, name }: ToolCells): string {
  return typeof sku === 'string' ? `sku ${sku}` : `name ${name}`;
}

/** The keys of new tools that tools have by now. */
async function takenKeys(db: Db, rows: readonly ImportRow[]): Promise<Set<string>> {
  const added = rows.filter(({ isNew }) => isNew).map(({ after }) => after);
  if (added.length === 0) return new Set();
  const skus = added.flatMap(({ sku }) => (typeof sku === 'string' ? [sku] : []));
  const names = added.flatMap(({ sku, name }) => (typeof sku === 'string' ? [] : [name ?? '']));
  const found = await db
    .select({ sku: tools.sku, name: tools.name })
    .from(tools)
    .where(
      and(
        isNull(tools.removedAt),
        sql`(${tools.sku} = any(${sql.param(skus)}::text[]) or ${tools.name} = any(${sql.param(names)}::text[]))`,
      ),
    );
  return new Set(found.flatMap(({ sku, name }) => [`name ${name}`, ...(sku === null ? [] : [`sku ${sku}`])]));
}

/** What a step did to some rows: the tools that it touched, and what it left as it was. */
export interface Applied {
  toolIds: string[];
  kept: CellProblem[];
}

/**
 * Puts back what rows wrote where nothing else has changed it since; stock by the difference, so that sales stay. Their tools are locked.
 */
export async function putBackRows(
  tx: Tx,
  actor: Actor,
  importId: string,
  reason: string,
  rows: readonly ImportRow[],
): Promise<Applied> {
  const now = await readNow(tx, rows);
  const ordered = await orderedAmong(tx, rows);
  const kept: CellProblem[] = [];
  const removed: string[] = [];
  const written: Written[] = [];
  for (const each of rows) {
    const { row, toolId, after } = each;
    const keep = (column: string, message: string) => kept.push({ row, column, message });
    const tool = now.tools.get(toolId);
    if (!tool) {
      keep('', 'Somebody removed this tool since');
      continue;
    }
    const cells = cellsOf(tool);
    const stockStays = () => now.sum(toolId) === (each.stockSeen ?? 0) + (each.stockChange ?? 0);
    const others = fieldsOf(after).filter((field) =>
      field === 'availableQuantity' ? !stockStays() : !sameCell(cells[field], after[field]),
    );
    if (each.isNew) {
      if (others.length > 0) keep(others[0] ?? '', 'Somebody changed this tool since, so it stays');
      else if (ordered.has(toolId)) keep('', 'Somebody ordered this tool since, so it stays');
      else removed.push(toolId);
      continue;
    }
    for (const field of others) keep(field, 'Somebody changed this since');
    const back = fieldsOf(after).filter((field) => field !== 'availableQuantity' && !others.includes(field));
    const restored: ToolCells = Object.fromEntries(back.map((field) => [field, each.before[field]]));
    const [against] = contradictions(sellingOf(cells, restored));
    if (against) {
      keep(against.path.split('.')[0] ?? '', `What it was no longer fits: ${against.message}`);
      continue;
    }
    const counted = 'availableQuantity' in after && !others.includes('availableQuantity');
    const there = tool.availableQuantity;
    const wanted = there - (each.stockChange ?? 0);
    const stock = counted ? Math.min(MAX_PIECES, Math.max(0, wanted)) - there : 0;
    if (back.length > 0 || stock !== 0) written.push({ id: toolId, cells: restored, stock });
  }
  await writeCells(tx, written);
  await recordStock(tx, actor, reason, written);
  if (removed.length > 0)
    await tx
      .update(tools)
      .set({ removedAt: sql`now()`, version: sql`${tools.version} + 1` })
      .where(inArray(tools.id, removed));
  await tx
    .update(importRows)
    .set({ applied: false, stockChange: 0 })
    .where(
      and(
        eq(importRows.importId, importId),
        inArray(
          importRows.row,
          rows.map(({ row }) => row),
        ),
      ),
    );
  return { toolIds: [...written.map(({ id }) => id), ...removed], kept };
}

/** Which of the new tools somebody has ordered. */
async function orderedAmong(tx: Tx, rows: readonly ImportRow[]): Promise<Set<string>> {
  const ids = rows.filter(({ isNew }) => isNew).map(({ toolId }) => toolId);
  if (ids.length === 0) return new Set();
  const { rows: found } = await tx.execute<{ id: string }>(
    sql`select distinct tool_id as id from order_lines where tool_id = any(${sql.param(ids)}::text[])`,
  );
  return new Set(found.map(({ id }) => id));
}

/** @throws StaleRows with the cells of these rows that are no longer what the dry run saw; nothing where there are no rows */
export async function refuseStale(db: Db, id: string, rows: { row: number }[]): Promise<void> {
  if (rows.length === 0) return;
  const numbers = rows.map(({ row }) => row);
  const found = await db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, id), inArray(importRows.row, numbers)))
    .orderBy(asc(importRows.row));
  throw new StaleRows(await staleCells(db, found));
}
