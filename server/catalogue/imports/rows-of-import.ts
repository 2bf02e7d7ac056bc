import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { withBases } from './match-tools.ts';
import { importRows } from './imports.sql.ts';

export type ImportRow = typeof importRows.$inferSelect;

/** A row of an import with its tool as it is, null where that was removed. */
export interface RowOfTool {
  row: ImportRow;
  tool: Tool | null;
}

/** So many rows are written by one transaction, for which an order of one of their tools waits. */
export const PORTION = 250;

/** Where a portion begins: after the tool of that id, and of new tools after that row. Null: of these there are no more. */
export interface Place {
  tool: string | null;
  row: number | null;
}

/** The next rows that are not written yet. */
interface Unwritten {
  changed: RowOfTool[];
  /** New tools, in the order of the sheet. */
  added: ImportRow[];
  /** Where the next ones begin; null: there are none. */
  next: Place | null;
}

/** The next rows to be written, the changed tools before the new ones. */
export function unwritten(db: Db, id: string, from: Place): Promise<Unwritten> {
  return nextUnwritten(db, id, from, (which) => withTools(db, which));
}

/** The same with their tools locked, in the order of docs/decisions/361-order-of-locks.md. */
export function lockUnwritten(tx: Tx, id: string, from: Place): Promise<Unwritten> {
  return nextUnwritten(tx, id, from, (which) => withTools(tx, which).for('no key update', { of: tools }));
}

async function nextUnwritten(
  db: Db,
  id: string,
  { tool, row }: Place,
  read: (which: SQL | undefined) => PromiseLike<{ row: ImportRow; tool: typeof tools.$inferSelect }[]>,
): Promise<Unwritten> {
  const left = and(eq(importRows.importId, id), eq(importRows.applied, false));
  const found = tool === null ? [] : await read(and(left, eq(importRows.isNew, false), after(tool)));
  const room = PORTION - found.length;
  const added =
    row === null || room === 0
      ? []
      : await db
          .select()
          .from(importRows)
          .where(and(left, eq(importRows.isNew, true), gt(importRows.row, row)))
          .orderBy(asc(importRows.row))
          .limit(room);
  const next = {
    tool: room > 0 ? null : (found.at(-1)?.row.toolId ?? null),
    row: row !== null && added.length === room ? (added.at(-1)?.row ?? row) : null,
  };
  return { changed: found.map(present), added, next: next.tool === null && next.row === null ? null : next };
}

/** The next rows that were written, those of new tools too, with their tools locked in the same order. */
export async function lockWritten(
  tx: Tx,
  id: string,
  { tool }: Place,
): Promise<{ rows: RowOfTool[]; next: Place | null }> {
  const which = and(eq(importRows.importId, id), eq(importRows.applied, true), after(tool ?? ''));
  const found = await withTools(tx, which).for('no key update', { of: tools });
  const last = found.length < PORTION ? undefined : found.at(-1);
  return { rows: found.map(present), next: last ? { tool: last.row.toolId, row: null } : null };
}

/** Said of both tables: PostgreSQL would read all tools up to there, portion by portion. */
function after(toolId: string): SQL | undefined {
  return and(gt(importRows.toolId, toolId), gt(tools.id, toolId));
}

function withTools(db: Db, which: SQL | undefined) {
  return db
    .select({ row: importRows, tool: tools })
    .from(importRows)
    .innerJoin(tools, eq(tools.id, importRows.toolId))
    .where(which)
    .orderBy(asc(importRows.toolId))
    .limit(PORTION);
}

function present({ row, tool }: { row: ImportRow; tool: typeof tools.$inferSelect }): RowOfTool {
  return { row, tool: tool.removedAt === null ? withBases(tool) : null };
}
