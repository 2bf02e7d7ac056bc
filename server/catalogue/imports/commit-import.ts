import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { MAX_PIECES } from '#contract/limits.ts';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { lockGtins } from '#server/catalogue/tools/gtins.ts';
import type { Portion } from './in-portions.ts';
import { writeKept } from './kept-cells.ts';
import { makeAttributes } from './new-attributes.ts';
import type { RunningImport } from './lease.ts';
import { PORTION, type RowOfTool, rowsOfImport } from './rows-of-import.ts';
import { gtinsOf, refuseStale } from './stale-rows.ts';
import { addTools, type ToolWrite, writeRows } from './write-rows.ts';

/** Whoever adds tools here waits for the others who do, so that no two imports add the same stock number. */
const ADDING = 760_128;

/** What is stale by now ends an import of many portions as if it had not begun. @throws StaleRows */
export async function lookAhead({ db }: Database, { id, created, changed, findings }: RunningImport): Promise<void> {
  for (let after: string | null = created + changed > PORTION ? '' : null; after !== null;) {
    const { rows, next } = await rowsOfImport(db, id, { applied: false, after, lock: false });
    await refuseStale(db, id, rows, findings.attributes ?? []);
    after = next;
    await letOthersRun();
  }
}

/** Writes the next rows of an import of tools. @throws StaleRows where somebody changed what it would write */
export async function writeTools(tx: Tx, running: RunningImport, after: string): Promise<Portion> {
  const { rows, next } = await rowsOfImport(tx, running.id, { applied: false, after, lock: true });
  const added = rows.flatMap(({ row }) => (row.isNew ? [row] : []));
  if (added.length > 0) await tx.execute(sql`select pg_advisory_xact_lock(${ADDING})`);
  await lockGtins(
    tx,
    gtinsOf(rows).map(({ gtin }) => gtin),
  );
  const made = running.findings.attributes ?? [];
  if (after === '') await makeAttributes(tx, made);
  await refuseStale(tx, running.id, rows, made);
  await writeRows(tx, running, rows.flatMap(toWrite));
  await addTools(tx, running, added);
  await writeKept(
    tx,
    rows.map(({ row }) => ({ toolId: row.toolId, cells: row.keptAfter })),
  );
  return { rows: rows.length, toolIds: rows.map(({ row }) => row.toolId), next };
}

/** Stock is written as the difference that the sheet makes, so that a sale since the dry run is not undone. */
function toWrite({ row: { row, before, after }, tool }: RowOfTool): ToolWrite[] {
  if (tool === null) return [];
  const there = tool.availableQuantity;
  const wanted = there + (after.availableQuantity ?? 0) - (before.availableQuantity ?? 0);
  return [{ row, tool, cells: after, stock: Math.min(MAX_PIECES, Math.max(0, wanted)) - there }];
}
