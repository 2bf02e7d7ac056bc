import { setImmediate as letOthersRun, setTimeout as pause } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { type CellProblem, ERRORS_SHOWN } from '#contract/catalogue/imports.ts';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { databaseFault } from '#server/engine/db/faults.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import type { Changes, Tag } from '#server/engine/http/changes.ts';
import { imports } from './imports.sql.ts';
import { LeaseLost, type Running } from './lease.ts';
import type { Place } from './rows-of-import.ts';

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
  /** Where the next one begins; null: this was the last. */
  next: Place | null;
}

/** A step of an import. */
interface Step {
  first: Place;
  /** Writes the portion that begins there. */
  work: (tx: Tx, from: Place) => Promise<Portion>;
  /** What is said of the import with the last portion. */
  end: () => Partial<typeof imports.$inferInsert>;
  /** Writes the end down in the audit log. @param kept how many cells or rows were left as somebody else had made them */
  record?: (tx: Tx, ended: Running, kept: number) => Promise<void>;
}

/** Does a step of an import in portions. @returns the import as it is then @throws LeaseLost */
export type InPortions = (running: Running, step: Step) => Promise<Running>;

/**
 * Each portion is a transaction of its own, with how far the import is and, in the last one, the end of the step: whoever goes on
 * after a process that was killed finds what is left to do. Others come in between two portions.
 * @param me the process whose lease the import is under
 */
export function inPortions(
  { database, changes, stopped }: { database: Database; changes: Changes; stopped: AbortSignal },
  me: string,
): InPortions {
  const write = ({ id, step }: Running, { work, end, record }: Step, { from, kept }: { from: Place; kept: Kept }) =>
    transaction(database, async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`));
      const portion = await work(tx, from);
      const keptSoFar = more(kept, portion.kept ?? []);
      const [now] = await tx
        .update(imports)
        .set({
          done: sql`${imports.done} + ${portion.rows}`,
          ...(keptSoFar === kept ? {} : { kept: keptSoFar.shown }),
          ...(portion.next === null ? { ...end(), runner: null, leaseUntil: null } : {}),
        })
        .where(and(eq(imports.id, id), eq(imports.runner, me), eq(imports.step, step)))
        .returning();
      if (!now) throw new LeaseLost();
      if (portion.next === null) await record?.(tx, now, keptSoFar.count);
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

  return async (running, step) => {
    let at = { from: step.first, kept: { shown: running.kept, count: running.kept.length } };
    for (;;) {
      if (stopped.aborted) throw new LeaseLost();
      const { now, next, kept } = await persistently(running, step, at);
      if (next === null) return now;
      at = { from: next, kept };
      await letOthersRun();
    }
  };
}

/** How much stays as somebody else made it, and the first of it. */
interface Kept {
  shown: CellProblem[];
  count: number;
}

function more(kept: Kept, problems: CellProblem[]): Kept {
  if (problems.length === 0) return kept;
  const first = [...kept.shown, ...problems].slice(0, ERRORS_SHOWN);
  return { shown: first.toSorted((one, other) => one.row - other.row), count: kept.count + problems.length };
}
