import { inArray, type SQL, sql } from 'drizzle-orm';
import type { ToolCells } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { serveWaiting } from '#server/catalogue/promises/serve-waiting.ts';
import { repriceElsewhere } from '#server/catalogue/tools/price-units.ts';
import { isLow } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { RunningImport } from './lease.ts';
import type { ImportRow } from './rows-of-import.ts';
import { cellsOf, fieldsOf } from './same-cell.ts';
import { columnFor, columnsOf, WRITTEN_FIELDS, type WrittenField } from './tool-columns.ts';

/** What a row writes into its tool, which the transaction has locked: cells, and the pieces that come to its stock. */
export interface ToolWrite {
  row: number;
  tool: Tool;
  cells: ToolCells;
  stock: number;
}

/** The rows of a portion as a table `given`, from one parameter; those of changes of stock have the id of the change. */
function given(
  rows: readonly { row: number; toolId: string; stock: number; fell: boolean; columns: object }[],
  fields: WrittenField[],
): SQL {
  const records = rows.map(({ row, toolId, stock, fell, columns }) => ({
    row,
    tool_id: toolId,
    stock,
    fell,
    change_id: stock === 0 ? null : newId(),
    ...columns,
  }));
  const types = fields.map((field) => `, ${columnFor(field).name} ${columnFor(field).getSQLType()}`).join('');
  return sql`given as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as given (row integer, tool_id text, stock integer, fell boolean, change_id text${sql.raw(types)})
  )`;
}

/** What the history of the stock is told: who it was, and why. */
function recorded(running: RunningImport, kind: 'imported' | 'created'): SQL {
  const { actorId, actorEmail } = running;
  const reason = reasonOf(running);
  return sql`recorded as (
    insert into stock_changes (id, tool_id, kind, change, reason, actor_id, actor_email)
    select change_id, tool_id, ${kind}, stock, ${reason}, ${actorId}, ${actorEmail} from given where stock <> 0
  )`;
}

function reasonOf({ step, fileName }: RunningImport): string {
  if (step === 'reverting') return 'Import came to nothing';
  const what = step === 'undoing' ? 'Import undone' : 'Import';
  return (fileName === '' ? what : `${what}: ${fileName}`).slice(0, 200);
}

/** The news of the tools, in the statement that writes them. */
const TOLD = sql.raw(`told as (insert into news (kind, subject, facts) select 'tool.changed', tool_id,
  case when fell then jsonb_build_object('low', jsonb_build_array(tool_id)) else '{}' end from given)`);

/** Writes rows into their tools, which are locked, with the changes of their stock; on the way back the rows count as not written. */
export async function writeRows(tx: Tx, running: RunningImport, written: readonly ToolWrite[]): Promise<void> {
  if (written.length === 0) return;
  await repriceElsewhere(
    tx,
    written.map(({ tool, cells }) => ({
      toolId: tool._id,
      from: tool.priceUnit,
      to: cells.priceUnit ?? tool.priceUnit,
    })),
  );
  const some = new Set(written.flatMap(({ cells }) => fieldsOf(cells)));
  const fields = WRITTEN_FIELDS.filter((field) => some.has(field));
  const rows = written.map(({ row, tool, cells, stock }) => {
    const columns = columnsOf({ ...cellsOf(tool), ...cells }, fields);
    const minOrderQuantity = cells.minOrderQuantity ?? tool.minOrderQuantity;
    const fell = !isLow(tool) && isLow({ availableQuantity: tool.availableQuantity + stock, minOrderQuantity });
    return { row, toolId: tool._id, stock, fell, columns };
  });
  const set = fields.map((field) => `${columnFor(field).name} = given.${columnFor(field).name}, `).join('');
  const counted = written.some(({ stock }) => stock !== 0);
  await tx.execute(sql`
with ${given(rows, fields)}, written as (
  update tools t set ${sql.raw(set)}
    ${sql.raw(counted ? 'available_quantity = t.available_quantity + given.stock,' : '')}
    version = t.version + 1, updated_at = now()
  from given where t.id = given.tool_id
), ${recorded(running, 'imported')}, ${TOLD}
update import_rows r set applied = ${running.step === 'committing'}, stock_change = given.stock
from given where r.import_id = ${running.id} and r.row = given.row`);
  // Nobody waits for what has stock already.
  await serveWaiting(
    tx,
    written.flatMap(({ tool, stock }) => (stock > 0 && tool.availableQuantity === 0 ? [tool._id] : [])),
  );
}

/** Adds the tools of rows, in the order of the sheet; the rows count as written then. */
export async function addTools(tx: Tx, running: RunningImport, added: readonly ImportRow[]): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ row, toolId, after }) => ({
    row,
    toolId,
    stock: after.availableQuantity ?? 0,
    fell: false,
    columns: columnsOf(after, WRITTEN_FIELDS),
  }));
  const columns = sql.raw(WRITTEN_FIELDS.map((field) => columnFor(field).name).join(', '));
  await tx.execute(sql`
with ${given(rows, WRITTEN_FIELDS)}, added as (
  insert into tools (id, available_quantity, ${columns}) select tool_id, stock, ${columns} from given order by row
), ${recorded(running, 'created')}, ${TOLD}
update import_rows r set applied = true, stock_change = given.stock
from given where r.import_id = ${running.id} and r.row = given.row`);
}

/** Takes tools that an import added out of the catalogue. */
export async function removeTools(tx: Tx, toolIds: readonly string[]): Promise<void> {
  if (toolIds.length === 0) return;
  await tx
    .update(tools)
    .set({ removedAt: sql`now()`, version: sql`${tools.version} + 1` })
    .where(inArray(tools.id, [...toolIds]));
  await tellNews(tx, 'tool.changed', toolIds);
}

/** Notes that rows are written, or are not: on the way back also those that stay as somebody else made their tools since. */
export async function markRows(tx: Tx, importId: string, rows: readonly number[], applied: boolean): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(
    sql`update import_rows set applied = ${applied}
     where import_id = ${importId} and row = any(${sql.param([...rows])}::integer[])`,
  );
}
