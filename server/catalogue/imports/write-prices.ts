import { sql } from 'drizzle-orm';
import type { CellProblem, ToolCells } from '#contract/catalogue/imports.ts';
import { cents } from '#contract/money-sums.ts';
import { lockList } from '#server/catalogue/price-lists/price-lists.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { NO_PRICES, PRICE_FIELDS, type PriceCells, pricesOf } from './check-prices.ts';
import type { Portion } from './in-portions.ts';
import type { RunningImport } from './lease.ts';
import { type RowOfTool, type RowsAsked, rowsOfImport } from './rows-of-import.ts';
import { cellsOf, contradictionsIn, sameCell } from './same-cell.ts';
import { StaleRows } from './stale-rows.ts';
import { markRows } from './write-rows.ts';

/** A row of an import of prices, with what its list says of the tool now. */
interface RowOfPrice extends RowOfTool {
  /** Null where the list says nothing of it. */
  now: PriceCells | null;
}

/** What a row makes of a tool's prices in the list; null: it has none there any more. */
interface PriceWrite {
  toolId: string;
  prices: PriceCells | null;
}

/** What becomes of a row, and what of it stays as somebody else made it since. */
interface RowDecision {
  written?: PriceWrite;
  kept: CellProblem[];
}

/** Writes the next prices of an import into its list. @throws StaleRows where somebody changed what it would write */
export function writePrices(tx: Tx, { id }: RunningImport, listId: string, after: string): Promise<Portion> {
  return portion(tx, id, listId, { applied: false, after, lock: false }, (rows) => {
    const issues = rows.flatMap(staleOf);
    if (issues.length > 0) throw new StaleRows(issues);
    return rows.map(({ row, now }) => ({
      written: { toolId: row.toolId, prices: { ...(now ?? NO_PRICES), ...pricesIn(row.after) } },
      kept: [],
    }));
  });
}

/** Puts back the next prices that an import wrote, where nobody else has changed them since. */
export function putBackPrices(tx: Tx, { id }: RunningImport, listId: string, after: string): Promise<Portion> {
  return portion(tx, id, listId, { applied: true, after, lock: false }, (rows) => rows.map(undoOfPrice));
}

async function portion(
  tx: Tx,
  importId: string,
  listId: string,
  asked: RowsAsked,
  decide: (rows: readonly RowOfPrice[]) => RowDecision[],
): Promise<Portion> {
  // Whoever edits the list meanwhile waits.
  await lockList(tx, listId);
  const { rows, next } = await rowsOfImport(tx, importId, asked);
  const ids = rows.map(({ row }) => row.toolId);
  const prices = await pricesOf(tx, listId, ids);
  const decided = decide(rows.map((each) => ({ ...each, now: prices.get(each.row.toolId) ?? null })));
  await write(
    tx,
    listId,
    decided.flatMap(({ written }) => written ?? []),
  );
  const numbers = rows.map(({ row }) => row.row);
  await markRows(tx, importId, numbers, !asked.applied);
  return { rows: rows.length, toolIds: [], kept: decided.flatMap(({ kept }) => kept), next };
}

async function write(tx: Tx, listId: string, written: readonly PriceWrite[]): Promise<void> {
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
  if (tool === null) return [said('', 'Somebody removed this tool in the meantime')];
  const changed = changedFrom(now, before);
  if (changed.length > 0) return changed.map((field) => said(field, 'Somebody changed this in the meantime'));
  const wanted = { ...cellsOf(tool), ...(now ?? NO_PRICES), ...pricesIn(after) };
  return contradictionsIn(wanted).map(({ column, message }) => said(column, message));
}

/** Each cell that still is what was written; a price that the list did not have goes as a whole, or stays. */
function undoOfPrice({ row: { row, toolId, isNew, before, after }, tool, now }: RowOfPrice): RowDecision {
  const keep = (column: string, message: string): CellProblem => ({ row, column, message });
  if (tool === null) return { kept: [keep('', 'Somebody has removed this tool since')] };
  if (now === null) return { kept: [keep('', 'Somebody has removed this price from the list since')] };
  const others = changedFrom(now, after);
  const kept = others.map((field) => keep(field, 'Somebody has changed this since'));
  if (isNew) return kept.length > 0 ? { kept } : { written: { toolId, prices: null }, kept };
  const back = PRICE_FIELDS.filter((field) => field in after && !others.includes(field));
  const prices = { ...now, ...Object.fromEntries(back.map((field) => [field, before[field]])) };
  const [problem] = contradictionsIn({ ...cellsOf(tool), ...prices });
  if (problem) return { kept: [...kept, keep(problem.column, `The old value is no longer valid: ${problem.message}`)] };
  return { written: { toolId, prices }, kept };
}

/** The cells that a list has otherwise than they were seen or written. */
function changedFrom(now: PriceCells | null, cells: ToolCells): (keyof PriceCells)[] {
  return PRICE_FIELDS.filter((field) => field in cells && !sameCell((now ?? NO_PRICES)[field], cells[field]));
}

function pricesIn(cells: ToolCells): Partial<PriceCells> {
  return Object.fromEntries(PRICE_FIELDS.flatMap((field) => (field in cells ? [[field, cells[field]]] : [])));
}
