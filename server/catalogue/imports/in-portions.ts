import { setImmediate as letOthersRun, setTimeout as pause } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { type CellProblem, ERRORS_SHOWN } from '#contract/catalogue/imports.ts';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { databaseFault } from '#server/engine/db/faults.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import type { Changes, Tag } from '#server/engine/http/changes.ts';
import { imports, type ImportStep } from './imports.sql.ts';
import { LeaseLost, type RunningImport } from './lease.ts';
import { teachHeadings } from './taught-headings.ts';
import { recordBy } from '#server/people/audit/audit.ts';

/** A portion waits so long for a tool that an order or an edit holds; then it lets go of all its tools and begins anew. */
const LOCK_TIMEOUT_MS = 500;
const ATTEMPTS = 6;
/** PostgreSQL's code where a lock was not to be had in time. */
const LOCK_NOT_AVAILABLE = '55P03';
const GENERAL: Tag[] = ['tools', 'stock', 'categories'];

/** What a portion did. */
export interface Portion {
  /** How many rows. */
  rows: number;
  /** The tools that it wrote. */
  toolIds: string[];
  /** What it left as somebody else had made it. */
  kept?: CellProblem[];
  /** The id of the tool after which the next one begins; null: this was the last. */
  next: string | null;
}

/** Writes the rows after that of a tool, or puts them back. */
type Work = (tx: Tx, running: RunningImport, after: string) => Promise<Portion>;

/**
 * Each portion is a transaction of its own, with how far the import is and, in the last one, the end of the step: whoever goes on
 * after a process that was killed finds what is left to do. Others come in between two portions.
 * @param me the process whose lease the import is under
 * @returns what does the step that an import is at, and answers the import as it is then; it throws LeaseLost
 */
export function inPortions(
  { database, changes, stopped }: { database: Database; changes: Changes; stopped: AbortSignal },
  me: string,
): (running: RunningImport, work: Work) => Promise<RunningImport> {
  const write = (running: RunningImport, work: Work, { after, kept }: { after: string; kept: RowsLeftAlone }) =>
    transaction(database, async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`));
      const { id, step } = running;
      const portion = await work(tx, running, after);
      const keptSoFar = more(kept, portion.kept ?? []);
      const [now] = await tx
        .update(imports)
        .set({
          done: sql`${imports.done} + ${portion.rows}`,
          ...(keptSoFar === kept ? {} : { kept: keptSoFar.shown }),
          ...(portion.next === null ? { ...endOf(step), runner: null, leaseUntil: null } : {}),
        })
        .where(and(eq(imports.id, id), eq(imports.runner, me), eq(imports.step, step)))
        .returning();
      if (!now) throw new LeaseLost();
      if (portion.next === null && step === 'committing') await teachHeadings(tx, now.teach);
      if (portion.next === null) await recordEnd(tx, step, now, keptSoFar.count);
      if (portion.toolIds.length > 0)
        afterCommit(tx, () => changes.touch([...GENERAL, ...portion.toolIds.map((tool): Tag => `tool:${tool}`)]));
      return { now, kept: keptSoFar, next: portion.next };
    });

  const persistently: typeof write = async (...portion) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await write(...portion);
      } catch (error) {
        if (attempt === ATTEMPTS || databaseFault(error)?.code !== LOCK_NOT_AVAILABLE) throw error;
        // Whoever waited for one of its tools is let in.
        await pause(LOCK_TIMEOUT_MS);
      }
    }
  };

  return async (running, work) => {
    let at = { after: '', kept: { shown: running.kept, count: running.kept.length } };
    for (;;) {
      if (stopped.aborted) throw new LeaseLost();
      const { now, next, kept } = await persistently(running, work, at);
      if (next === null) return now;
      at = { after: next, kept };
      await letOthersRun();
    }
  };
}

/** What is said of an import with the last portion of a step. */
function endOf(step: ImportStep): Partial<typeof imports.$inferInsert> {
  if (step === 'committing') return { step: 'committed', committedAt: new Date() };
  // What came to nothing cannot be committed again: its new tools are known as removed ones.
  return { step: 'undone', ...(step === 'undoing' ? { undoneAt: new Date() } : { done: 0 }) };
}

/**
 * Writes the end of an import or of its undoing into the audit log, in its transaction.
 * @param ended as it is by then: whoever began it may have left the shop since
 * @param kept how many cells or rows an undo left as somebody else had made them
 */
async function recordEnd(tx: Tx, step: ImportStep, ended: RunningImport, kept: number): Promise<void> {
  if (step === 'reverting') return;
  const { id, actorId, actorEmail, actorKey, created, changed, fileName, listId } = ended;
  const list = listId === null ? {} : { priceList: listId };
  const details = { name: fileName, created, changed, ...list, ...(step === 'undoing' ? { kept } : {}) };
  const key = actorKey === null ? undefined : { name: actorKey };
  const action = step === 'undoing' ? 'import.undone' : 'import.committed';
  await recordBy(tx, { userId: actorId, email: actorEmail, key }, action, id, details);
}

/** How much stays as somebody else made it, and the first of it. */
interface RowsLeftAlone {
  shown: CellProblem[];
  count: number;
}

function more(kept: RowsLeftAlone, problems: CellProblem[]): RowsLeftAlone {
  if (problems.length === 0) return kept;
  const first = [...kept.shown, ...problems].slice(0, ERRORS_SHOWN);
  return { shown: first.toSorted((one, other) => one.row - other.row), count: kept.count + problems.length };
}
