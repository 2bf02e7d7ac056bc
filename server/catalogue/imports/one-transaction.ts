import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, RawQuery, Tx } from '#server/engine/db/client.ts';
import { databaseFault } from '#server/engine/db/faults.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import type { Changes, Tag } from '#server/engine/http/changes.ts';
import { PRICES_ARE_KEPT } from './import-statements.ts';
import { imports } from './imports.sql.ts';
import { LOCK_TIMEOUT_MS } from './write-prepared.ts';

/** Any other import waits for this one here, before it locks its first tool. */
const ONE_AT_A_TIME = 760_128;
const ATTEMPTS = 4;
/** How often an import that waits for another one looks whether that has ended. */
const TURN_MS = 250;
/** PostgreSQL's code where a lock was not to be had in time. */
const LOCK_NOT_AVAILABLE = '55P03';
/** Of more tools than this everything is forgotten that was cached, instead of each one's pages. */
const TOLD_BY_NAME = 1_000;
const GENERAL: Tag[] = ['tools', 'stock', 'categories'];

export type Running = typeof imports.$inferSelect;

/** Somebody else does it by now. */
export class LeaseLost extends Error {}

/** A transaction in which an import is written. */
export interface Writing {
  tx: Tx;
  raw: RawQuery;
  /** Tells which tools are written, or with null that it may be any. */
  touch: (toolIds: string[] | null) => void;
}

/** What is said of an import with a transaction's end. */
export type Said = Partial<typeof imports.$inferInsert>;

/** @param work writes, and gives what is to be said of the import then */
export type AtOnce = (running: Running, work: (writing: Writing) => Promise<Said>) => Promise<void>;

/**
 * One transaction of a step, as long as the step is this process's own. Of two imports one waits until the other has ended; for a tool
 * that somebody else holds it waits for a moment only, then lets go of all that it has and begins anew.
 * @param me who runs the step
 * @param progress says that it goes on while it waits
 */
export function oneTransaction({
  database,
  changes,
  me,
  stopped,
  progress,
}: {
  database: Database;
  changes: Changes;
  me: string;
  stopped: AbortSignal;
  progress: (running: Running, done: number) => Promise<void>;
}): AtOnce {
  /** Asked again and again, since a statement that waits is given up after some seconds. */
  const turn = async (raw: RawQuery, running: Running): Promise<void> => {
    for (;;) {
      const [got] = await raw<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${ONE_AT_A_TIME}) as mine`);
      if (got?.mine) return;
      if (stopped.aborted) throw new LeaseLost();
      await progress(running, 0);
      await pause(TURN_MS);
    }
  };

  return async (running, work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await transaction(database, async (tx) => {
          const { raw } = rawInTransaction(tx, { savepoints: false });
          await turn(raw, running);
          await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`));
          await raw(PRICES_ARE_KEPT);
          let touched: string[] | null = [];
          const touch: Writing['touch'] = (toolIds) => {
            if (touched && toolIds && touched.length + toolIds.length <= TOLD_BY_NAME) touched.push(...toolIds);
            else touched = null;
          };
          const set = await work({ tx, raw, touch });
          const [mine] = await tx
            .update(imports)
            .set({ runner: null, leaseUntil: null, ...set })
            .where(and(eq(imports.id, running.id), eq(imports.runner, me), eq(imports.step, running.step)))
            .returning({ id: imports.id });
          if (!mine) throw new LeaseLost();
          afterCommit(tx, () => {
            if (touched) changes.touch([...GENERAL, ...touched.map((id): Tag => `tool:${id}`)]);
            else changes.touchEverything();
          });
        });
        return;
      } catch (error) {
        if (attempt === ATTEMPTS || databaseFault(error)?.code !== LOCK_NOT_AVAILABLE) throw error;
      }
    }
  };
}
