import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { type CellProblem, ERRORS_SHOWN, type ToolCells } from '#contract/catalogue/imports.ts';
import { contradictions, type Tool } from '#contract/catalogue/tools.ts';
import { cents } from '#contract/money-sums.ts';
import { lockList, presentPrices } from '#server/catalogue/price-lists/price-lists.ts';
import { priceListItems } from '#server/catalogue/price-lists/price-lists.sql.ts';
import { presentTool } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { NO_PRICES, PRICE_FIELDS, type PriceCells } from './check-prices.ts';
import { importRows } from './imports.sql.ts';
import type { InPortions, Portion } from './in-portions.ts';
import type { Running } from './lease.ts';
import { recordEnd } from './record-end.ts';
import { type ImportRow, type Place, PORTION } from './rows-of-import.ts';
import { cellsOf, sameCell, sellingOf } from './same-cell.ts';
import { StaleRows } from './stale-rows.ts';

/** A row of an import of prices, with what its list says of the tool now. */
interface RowOfPrice {
  row: ImportRow;
  /** Null where it was removed. */
  tool: Tool | null;
  /** Null where the list says nothing of it. */
  now: PriceCells | null;
}

/** What a row makes of a tool's prices in the list; null: it has none there any more. */
interface Written {
  row: number;
  toolId: string;
  prices: PriceCells | null;
}

/**
 * Writes the prices that an import says into its list, in portions.
 * @throws StaleRows where somebody changed what it would write; some portions may be written then
 */
export function commitPrices(inPortions: InPortions, running: Running, listId: string): Promise<Running> {
  return inPortions(running, {
    first: FIRST,
    work: (tx, from) =>
      portion(tx, { importId: running.id, listId, applied: false }, from, (rows) => {
        const issues = rows.flatMap(staleOf);
        if (issues.length > 0) throw new StaleRows(issues.slice(0, ERRORS_SHOWN));
        return rows.map(({ row, now }) => ({
          written: { row: row.row, toolId: row.toolId, prices: { ...(now ?? NO_PRICES), ...pricesIn(row.after) } },
          kept: [],
        }));
      }),
    end: () => ({ step: 'committed', committedAt: new Date() }),
    record: (tx, ended) => recordEnd(tx, ended, 'import.committed'),
  });
}

/** Puts back what an import of prices wrote, where nobody else has changed it since. */
export function putBackPrices(inPortions: InPortions, running: Running, listId: string): Promise<Running> {
  const isUndo = running.step === 'undoing';
  return inPortions(running, {
    first: FIRST,
    work: (tx, from) => portion(tx, { importId: running.id, listId, applied: true }, from, (rows) => rows.map(wayBack)),
    end: () => ({ step: 'undone', ...(isUndo ? { undoneAt: new Date() } : { done: 0 }) }),
    ...(isUndo ? { record: (tx, ended, kept) => recordEnd(tx, ended, 'import.undone', kept) } : {}),
  });
}

const FIRST: Place = { tool: '', row: null };

interface Decided {
  written?: Written;
  kept: CellProblem[];
}

async function portion(
  tx: Tx,
  { importId, listId, applied }: { importId: string; listId: string; applied: boolean },
  { tool }: Place,
  decide: (rows: readonly RowOfPrice[]) => Decided[],
): Promise<Portion> {
  // Whoever edits the list meanwhile waits.
  await lockList(tx, listId);
  const found = await tx
    .select({ row: importRows, tool: tools, item: priceListItems })
    .from(importRows)
    .innerJoin(tools, eq(tools.id, importRows.toolId))
    .leftJoin(priceListItems, and(eq(priceListItems.listId, listId), eq(priceListItems.toolId, importRows.toolId)))
    .where(and(eq(importRows.importId, importId), eq(importRows.applied, applied), gt(importRows.toolId, tool ?? '')))
    .orderBy(asc(importRows.toolId))
    .limit(PORTION);
  const rows = found.map(({ row, tool: its, item }): RowOfPrice => {
    return { row, tool: its.removedAt === null ? presentTool(its) : null, now: item && presentPrices(item) };
  });
  const decided = decide(rows);
  await write(
    tx,
    listId,
    decided.flatMap(({ written }) => written ?? []),
  );
  const done = sql.param(rows.map(({ row }) => row.row));
  await tx.execute(
    sql`update import_rows set applied = ${!applied} where import_id = ${importId} and row = any(${done}::integer[])`,
  );
  const last = rows.length < PORTION ? undefined : rows.at(-1);
  return {
    rows: rows.length,
    toolIds: [],
    kept: decided.flatMap(({ kept }) => kept),
    next: last ? { tool: last.row.toolId, row: null } : null,
  };
}

async function write(tx: Tx, listId: string, written: readonly Written[]): Promise<void> {
  const given = written.map(({ toolId, prices }) => ({
    tool_id: toolId,
    price_cents: prices === null ? null : cents(prices.price ?? 0),
    price_breaks: (prices?.priceBreaks ?? []).map(({ from, price }) => ({ from, cents: cents(price) })),
  }));
  const rows = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (tool_id text, price_cents integer, price_breaks jsonb)`;
  await tx.execute(sql`
insert into price_list_items (list_id, tool_id, price_cents, price_breaks)
select ${listId}, tool_id, price_cents, price_breaks from ${rows} where price_cents is not null
on conflict (list_id, tool_id) do update set price_cents = excluded.price_cents, price_breaks = excluded.price_breaks`);
  await tx.execute(sql`
delete from price_list_items i using ${rows}
where i.list_id = ${listId} and i.tool_id = given.tool_id and given.price_cents is null`);
}

function staleOf({ row: { row, before, after }, tool, now }: RowOfPrice): CellProblem[] {
  const said = (column: string, message: string): CellProblem => ({ row, column, message });
  if (tool === null) return [said('', 'Somebody removed this tool meanwhile')];
  const changed = changedFrom(now, before);
  if (changed.length > 0) return changed.map((field) => said(field, 'Somebody changed this meanwhile'));
  return against(tool, { ...(now ?? NO_PRICES), ...pricesIn(after) }).map(({ path, message }) => said(path, message));
}

/** Each cell that still is what was written; a price that the list did not have goes as a whole, or stays. */
function wayBack({ row: { row, toolId, isNew, before, after }, tool, now }: RowOfPrice): Decided {
  const keep = (column: string, message: string): CellProblem => ({ row, column, message });
  if (tool === null) return { kept: [keep('', 'Somebody removed this tool since')] };
  if (now === null) return { kept: [keep('', 'Somebody took this price out of the list since')] };
  const others = changedFrom(now, after);
  const kept = others.map((field) => keep(field, 'Somebody changed this since'));
  if (isNew) return kept.length > 0 ? { kept } : { written: { row, toolId, prices: null }, kept };
  const back = PRICE_FIELDS.filter((field) => field in after && !others.includes(field));
  const prices = { ...now, ...Object.fromEntries(back.map((field) => [field, before[field]])) };
  const [problem] = against(tool, prices);
  if (problem) return { kept: [...kept, keep(problem.path, `What it was no longer fits: ${problem.message}`)] };
  return { written: { row, toolId, prices }, kept };
}

/** The cells that a list has otherwise than they were seen or written. */
function changedFrom(now: PriceCells | null, cells: ToolCells): (keyof PriceCells)[] {
  return PRICE_FIELDS.filter((field) => field in cells && !sameCell((now ?? NO_PRICES)[field], cells[field]));
}

function pricesIn(cells: ToolCells): Partial<PriceCells> {
  return Object.fromEntries(PRICE_FIELDS.flatMap((field) => (field in cells ? [[field, cells[field]]] : [])));
}

/** What of a tool's minimum and step speaks against prices, at the column that it is in. */
function against(tool: Tool, prices: PriceCells): { path: string; message: string }[] {
  return contradictions(sellingOf({ ...cellsOf(tool), ...prices })).map(({ path, message }) => ({
    path: path.split('.')[0] ?? '',
    message,
  }));
}
