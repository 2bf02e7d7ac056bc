import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Db } from '#server/engine/db/client.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { withBases } from './match-tools.ts';
import { importRows } from './imports.sql.ts';

export type ImportRow = typeof importRows.$inferSelect;

/** A row of an import with its tool as it is; null where that was removed, or is still to be added. */
export interface RowOfTool {
  row: ImportRow;
  tool: Tool | null;
}

/** So many rows are written by one transaction, for which an order of one of their tools waits. */
export const PORTION = 250;

/** Which rows of an import come next. */
export interface RowsAsked {
  /** Whether they are written already, and to be put back. */
  applied: boolean;
  /** The id of the tool that the portion before ended with; empty: this is the first. */
  after: string;
  /** Whether their tools are locked, in the order of docs/decisions/361-order-of-locks.md. */
  lock: boolean;
}

/**
 * The next rows, by the ids of their tools; those of new ones rise with the rows of the sheet.
 * @returns `next` is the id after which the portion behind begins; null: there is none
 */
export async function rowsOfImport(
  db: Db,
  id: string,
  { applied, after, lock }: RowsAsked,
): Promise<{ rows: RowOfTool[]; next: string | null }> {
  const which = and(eq(importRows.importId, id), eq(importRows.applied, applied), gt(importRows.toolId, after));
  const portion = db
    .$with('portion')
    .as(db.select().from(importRows).where(which).orderBy(asc(importRows.toolId)).limit(PORTION));
  const theirs = db
    .select()
    .from(tools)
    .where(inArray(tools.id, db.select({ id: portion.toolId }).from(portion)))
    .orderBy(asc(tools.id));
  const there = db.$with('there').as(lock ? theirs.for('no key update') : theirs);
  const found = await db
    .with(portion, there)
    .select()
    .from(portion)
    .leftJoin(there, eq(there.id, portion.toolId))
    .orderBy(asc(portion.toolId));
  const rows = found.map(({ portion: row, there: tool }) => ({
    row,
    tool: tool === null || tool.removedAt !== null ? null : withBases(tool),
  }));
  return { rows, next: rows.length < PORTION ? null : (rows.at(-1)?.row.toolId ?? null) };
}
