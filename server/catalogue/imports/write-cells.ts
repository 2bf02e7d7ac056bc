import { sql } from 'drizzle-orm';
import type { ToolCells } from '#contract/catalogue/imports.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { ASSIGNED, SEARCHED } from './cells-in-sql.ts';

/** Who does it, as the stock's history and the audit log name them. */
export interface Actor {
  id: string | null;
  email: string;
}

/** Cells of a tool that are written, and the pieces that come to its stock. */
export interface Written {
  id: string;
  cells: ToolCells;
  stock: number;
}

function recordset(written: readonly Written[]) {
  const records = written.map(({ id, cells, stock }) => ({ tool_id: id, after: cells, stock }));
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (tool_id text, after jsonb, stock integer)`;
}

/**
 * Writes cells of tools that the transaction has locked. What the search reads is written apart: its words are made anew
 * for every row whose name, stock number or category is written, changed or not.
 */
export async function writeCells(tx: Tx, written: readonly Written[]): Promise<void> {
  if (written.length === 0) return;
  await tx.execute(sql`
    update tools t set ${sql.raw(ASSIGNED.plain)}, available_quantity = t.available_quantity + r.stock,
      version = t.version + 1, updated_at = now()
    from ${recordset(written)} where t.id = r.tool_id`);
  const renamed = written.filter(({ cells }) => SEARCHED.some((field) => field in cells));
  if (renamed.length === 0) return;
  await tx.execute(
    sql`update tools t set ${sql.raw(ASSIGNED.searched)} from ${recordset(renamed)} where t.id = r.tool_id`,
  );
}

/** Writes down what came to the stock of tools. */
export async function recordStock(
  tx: Tx,
  actor: Actor,
  reason: string,
  written: readonly Pick<Written, 'id' | 'stock'>[],
): Promise<void> {
  const moved = written
    .filter(({ stock }) => stock !== 0)
    .map(({ id, stock }) => ({ id: newId(), tool: id, change: stock }));
  if (moved.length === 0) return;
  await tx.execute(sql`
    insert into stock_changes (id, tool_id, kind, change, reason, actor_id, actor_email)
    select id, tool, 'imported', change, ${reason}, ${actor.id}, ${actor.email}
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as given (id text, tool text, change integer)`);
}
