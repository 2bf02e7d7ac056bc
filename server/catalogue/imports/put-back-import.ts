import { sql } from 'drizzle-orm';
import type { CellProblem, ToolCells } from '#contract/catalogue/imports.ts';
import { contradictions } from '#contract/catalogue/tools.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { reasonOf } from './import-words.ts';
import type { InPortions, Portion } from './in-portions.ts';
import type { Running } from './lease.ts';
import { stockSums } from './match-tools.ts';
import { recordEnd } from './record-end.ts';
import { lockWritten, type Place, type RowOfTool } from './rows-of-import.ts';
import { cellsOf, fieldsOf, sameCell, sellingOf } from './same-cell.ts';
import { counted } from './stale-rows.ts';
import { leaveRows, removeTools, type Source, type Written, writeRowsBack } from './write-rows.ts';

/** Puts back what an import wrote, in portions: of a commit that is undone, or of one that came to nothing in its middle. */
export async function putBackImport(inPortions: InPortions, running: Running): Promise<Running> {
  const { id, fileName, actorId, actorEmail } = running;
  const isUndo = running.step === 'undoing';
  const reason = isUndo ? reasonOf('Import undone', fileName) : 'Import came to nothing';
  const source = { importId: id, reason, actorId, actorEmail };
  return inPortions(running, {
    first: { tool: '', row: null },
    work: (tx, from) => putBackPortion(tx, source, from),
    // What came to nothing cannot be committed again: its new tools are known as removed ones.
    end: () => ({ step: 'undone', ...(isUndo ? { undoneAt: new Date() } : { done: 0 }) }),
    ...(isUndo ? { record: (tx, ended, kept) => recordEnd(tx, ended, 'import.undone', kept) } : {}),
  });
}

async function putBackPortion(tx: Tx, source: Source, from: Place): Promise<Portion> {
  const { rows, next } = await lockWritten(tx, source.importId, from);
  const sum = await stockSums(tx, counted(rows));
  const ordered = await orderedAmong(tx, rows);
  const back = rows.map((each) => {
    const { toolId, stockSeen, stockChange } = each.row;
    const stockStays = sum(toolId) === (stockSeen ?? 0) + (stockChange ?? 0);
    return each.row.isNew ? wayBackOfNew(each, stockStays, ordered.has(toolId)) : wayBack(each, stockStays);
  });
  const written = back.flatMap((each) => each.written ?? []);
  const removed = back.flatMap((each) => each.removed ?? []);
  await writeRowsBack(tx, source, written);
  await removeTools(tx, removed);
  const done = new Set(written.map(({ row }) => row));
  const left = rows.map(({ row }) => row.row).filter((row) => !done.has(row));
  await leaveRows(tx, source.importId, left);
  return {
    rows: rows.length,
    toolIds: [...written.map(({ tool }) => tool._id), ...removed],
    kept: back.flatMap(({ kept }) => kept),
    next,
  };
}

/** What is to be done with a row to put it back, and what of it stays as somebody else made it since. */
interface WayBack {
  written?: Written;
  /** The new tool that goes. */
  removed?: string;
  kept: CellProblem[];
}

function wayBackOfNew(
  { row: { row, toolId, after }, tool }: RowOfTool,
  stockStays: boolean,
  isOrdered: boolean,
): WayBack {
  const keep = (column: string, message: string): WayBack => ({ kept: [{ row, column, message }] });
  if (tool === null) return keep('', 'Somebody removed this tool since');
  const [other] = changedSince(tool, after, stockStays);
  if (other) return keep(other, 'Somebody changed this tool since, so it stays');
  if (isOrdered) return keep('', 'Somebody ordered this tool since, so it stays');
  return { removed: toolId, kept: [] };
}

/** Each cell that still is what was written, and of the stock the difference, so that sales stay. */
function wayBack({ row: { row, before, after, stockChange }, tool }: RowOfTool, stockStays: boolean): WayBack {
  if (tool === null) return { kept: [{ row, column: '', message: 'Somebody removed this tool since' }] };
  const others = changedSince(tool, after, stockStays);
  const kept = others.map((column) => ({ row, column, message: 'Somebody changed this since' }));
  const back = fieldsOf(after).filter((field) => field !== 'availableQuantity' && !others.includes(field));
  const cells: ToolCells = Object.fromEntries(back.map((field) => [field, before[field]]));
  const [against] = contradictions(sellingOf({ ...cellsOf(tool), ...cells }));
  if (against) {
    const column = against.path.split('.')[0] ?? '';
    return { kept: [...kept, { row, column, message: `What it was no longer fits: ${against.message}` }] };
  }
  const there = tool.availableQuantity;
  const taken = 'availableQuantity' in after && stockStays ? (stockChange ?? 0) : 0;
  const stock = Math.min(MAX_PIECES, Math.max(0, there - taken)) - there;
  if (back.length === 0 && stock === 0) return { kept };
  return { written: { row, tool, cells, stock }, kept };
}

function changedSince(tool: NonNullable<RowOfTool['tool']>, after: ToolCells, stockStays: boolean) {
  const cells = cellsOf(tool);
  return fieldsOf(after).filter((field) =>
    field === 'availableQuantity' ? !stockStays : !sameCell(cells[field], after[field]),
  );
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
