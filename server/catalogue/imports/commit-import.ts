import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type CellProblem, ERRORS_SHOWN } from '#contract/catalogue/imports.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { reasonOf } from './import-words.ts';
import type { InPortions, Portion } from './in-portions.ts';
import type { Running } from './lease.ts';
import { recordEnd } from './record-end.ts';
import { lockUnwritten, type Place, PORTION, type RowOfTool, unwritten } from './rows-of-import.ts';
import { staleAdditions, staleChanges, StaleRows } from './stale-rows.ts';
import { addTools, type Source, type Written, writeRows } from './write-rows.ts';

/** Whoever adds tools here waits for the others who do, so that no two imports add the same stock number. */
const ADDING = 760_128;

/**
 * Writes what an import says, in portions.
 * @throws StaleRows where somebody changed what it would write; some portions may be written then
 */
export async function commitImport({ db }: Database, inPortions: InPortions, running: Running): Promise<Running> {
  const { id, created, changed, fileName, actorId, actorEmail } = running;
  const first = { tool: changed === 0 ? null : '', row: created === 0 ? null : 0 };
  // What is stale by now ends an import of many portions as if it had not begun.
  for (let from: Place | null = created + changed > PORTION ? first : null; from !== null;) {
    const { changed: some, added, next } = await unwritten(db, id, from);
    refuse([...(await staleChanges(db, some)), ...(await staleAdditions(db, id, added))]);
    from = next;
    await letOthersRun();
  }
  const source = { importId: id, reason: reasonOf('Import', fileName), actorId, actorEmail };
  return inPortions(running, {
    first,
    work: (tx, from) => writePortion(tx, source, from),
    end: () => ({ step: 'committed', committedAt: new Date() }),
    record: (tx, ended) => recordEnd(tx, ended, 'import.committed'),
  });
}

async function writePortion(tx: Tx, source: Source, from: Place): Promise<Portion> {
  const { changed, added, next } = await lockUnwritten(tx, source.importId, from);
  if (added.length > 0) await tx.execute(sql`select pg_advisory_xact_lock(${ADDING})`);
  refuse([...(await staleChanges(tx, changed)), ...(await staleAdditions(tx, source.importId, added))]);
  await writeRows(tx, source, changed.flatMap(toWrite));
  await addTools(tx, source, added);
  const toolIds = [...changed.map(({ row }) => row), ...added].map(({ toolId }) => toolId);
  return { rows: toolIds.length, toolIds, next };
}

function refuse(issues: CellProblem[]): void {
  if (issues.length > 0) throw new StaleRows(issues.slice(0, ERRORS_SHOWN));
}

/** Stock is written as the difference that the sheet makes, so that a sale since the dry run is not undone. */
function toWrite({ row: { row, before, after }, tool }: RowOfTool): Written[] {
  if (tool === null) return [];
  const there = tool.availableQuantity;
  const wanted = there + (after.availableQuantity ?? 0) - (before.availableQuantity ?? 0);
  return [{ row, tool, cells: after, stock: Math.min(MAX_PIECES, Math.max(0, wanted)) - there }];
}
