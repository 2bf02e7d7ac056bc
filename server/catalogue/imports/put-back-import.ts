import { sql } from 'drizzle-orm';
import { type CellProblem, KEPT, type ToolCells } from '#contract/catalogue/imports.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import { outdatedAttributes } from '#server/catalogue/attributes/attributes.ts';
import { fullGtin } from '#contract/catalogue/gtin.ts';
import { lockGtins, toolsByGtin } from '#server/catalogue/tools/gtins.ts';
import type { Tx } from '#server/engine/db/client.ts';
import type { Portion } from './in-portions.ts';
import type { RunningImport } from './lease.ts';
import { stockSums } from './match-tools.ts';
import { changedKept, keptOf, writeKept } from './kept-cells.ts';
import { type ImportRow, type RowOfTool, rowsOfImport } from './rows-of-import.ts';
import { cellsOf, changedSince, contradictionsIn, fieldsOf } from './same-cell.ts';
import { counted, numbersIn } from './stale-rows.ts';
import { markRows, removeTools, type ToolWrite, writeRows } from './write-rows.ts';

/** Puts back the next rows that an import of tools wrote: of a commit that is undone, or of one that came to nothing in its middle. */
export async function putBackTools(tx: Tx, running: RunningImport, after: string): Promise<Portion> {
  const { rows, next } = await rowsOfImport(tx, running.id, { applied: true, after, lock: true });
  const sum = await stockSums(tx, counted(rows));
  const ordered = await orderedAmong(tx, rows);
  const outdated = await outdatedAttributes(
    tx,
    rows.map(({ row }) => row.before.attributes ?? []),
  );
  const gtins = rows.flatMap(({ row: { toolId, before } }) => numbersIn(before).map((each) => ({ toolId, ...each })));
  const numbers = gtins.map(({ gtin }) => gtin);
  await lockGtins(tx, numbers);
  const owners = await toolsByGtin(tx, numbers);
  const taken = gtins.filter(({ toolId, gtin }) => owners.get(fullGtin(gtin))?.some((owner) => owner !== toolId));
  const back = rows.map((each) => {
    const { toolId, stockSeen, stockChange, before } = each.row;
    const stockStays = sum(toolId) === (stockSeen ?? 0) + (stockChange ?? 0);
    const since = {
      isOrdered: ordered.has(toolId),
      taken: new Set(taken.filter((each) => each.toolId === toolId).map(({ column }) => column)),
    };
    return undoOfRow(each, { stockStays, ...since, outdated: outdated(before.attributes ?? []) });
  });
  const written = back.flatMap((each) => each.written ?? []);
  const removed = back.flatMap((each) => each.removed ?? []);
  await writeRows(tx, running, written);
  await removeTools(tx, removed);
  await putBackKept(
    tx,
    rows.filter(({ tool }) => tool !== null).map(({ row }) => row),
  );
  const done = new Set(written.map(({ row }) => row));
  const left = rows.map(({ row }) => row.row).filter((row) => !done.has(row));
  await markRows(tx, running.id, left, false);
  return {
    rows: rows.length,
    toolIds: [...written.map(({ tool }) => tool._id), ...removed],
    kept: back.flatMap(({ kept }) => kept),
    next,
  };
}

/** Of what staff alone keep, what still is what the import wrote. */
async function putBackKept(tx: Tx, rows: readonly ImportRow[]): Promise<void> {
  const some = rows.filter(({ keptAfter }) => Object.keys(keptAfter).length > 0);
  if (some.length === 0) return;
  const now = await keptOf(
    tx,
    some.map(({ toolId }) => toolId),
  );
  await writeKept(
    tx,
    some.map(({ toolId, keptBefore, keptAfter }) => {
      const { before: still } = changedKept(now(toolId), keptAfter);
      const back = KEPT.filter((column) => column in keptAfter && !(column in still));
      return { toolId, cells: Object.fromEntries(back.map((column) => [column, keptBefore[column] ?? null])) };
    }),
  );
}

/** What is to be done with a row to put it back, and what of it stays as somebody else made it since. */
interface RowUndo {
  written?: ToolWrite;
  /** The new tool that goes. */
  removed?: string;
  kept: CellProblem[];
}

/** What happened beside a row since it was written. */
interface Since {
  /** Whether nobody but buyers moved its stock. */
  stockStays: boolean;
  /** Whether somebody has ordered the new tool. */
  isOrdered: boolean;
  /** Where the GTINs stood that another tool has now. */
  taken: ReadonlySet<'gtin' | 'packs'>;
  /** What of the attributes that it had before the shop has no longer. */
  outdated: readonly { key: string; message: string }[];
}

/** Each cell that still is what was written, and of the stock the difference, so that sales stay; a new tool goes as a whole, or stays. */
function undoOfRow({ row: was, tool }: RowOfTool, { stockStays, isOrdered, taken: gone, outdated }: Since): RowUndo {
  const { row, toolId, before, after } = was;
  const keep = (column: string, message: string): CellProblem => ({ row, column, message });
  if (tool === null) return { kept: [keep('', 'Somebody has removed this tool since')] };
  const others = changedSince(tool, after, stockStays);
  if (was.isNew) {
    const [other] = others;
    if (other) return { kept: [keep(other, 'Somebody has changed this tool since, so it stays')] };
    return isOrdered
      ? { kept: [keep('', 'Somebody has ordered this tool since, so it stays')] }
      : { removed: toolId, kept: [] };
  }
  const kept = others.map((column) => keep(column, 'Somebody has changed this since'));
  const lost = others.includes('attributes') ? [] : outdated;
  kept.push(...lost.map(({ key, message }) => keep(key, `The old value is no longer valid: ${message}`)));
  for (const column of gone) if (!others.includes(column)) kept.push(keep(column, 'Another tool has the old GTIN now'));
  const stays = new Set<string>([...others, 'availableQuantity']);
  if (outdated.length > 0) stays.add('attributes');
  for (const column of gone) stays.add(column);
  const back = fieldsOf(after).filter((field) => !stays.has(field));
  const cells: ToolCells = Object.fromEntries(back.map((field) => [field, before[field]]));
  const [against] = contradictionsIn({ ...cellsOf(tool), ...cells });
  if (against) return { kept: [...kept, keep(against.column, `The old value is no longer valid: ${against.message}`)] };
  const there = tool.availableQuantity;
  const taken = 'availableQuantity' in after && stockStays ? (was.stockChange ?? 0) : 0;
  const stock = Math.min(MAX_PIECES, Math.max(0, there - taken)) - there;
  if (back.length === 0 && stock === 0) return { kept };
  return { written: { row, tool, cells, stock }, kept };
}

/** Which of the new tools somebody has ordered. */
async function orderedAmong(tx: Tx, rows: readonly RowOfTool[]): Promise<Set<string>> {
  const ids = rows.filter(({ row }) => row.isNew).map(({ row }) => row.toolId);
  if (ids.length === 0) return new Set();
  const { rows: found } = await tx.execute<{ id: string }>(
    sql`select distinct tool_id as id from order_lines where tool_id = any(${sql.param(ids)}::text[])`,
  );
  return new Set(found.map(({ id }) => id));
}
