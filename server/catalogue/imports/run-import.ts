import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { ImportProblem } from '#contract/catalogue/imports.ts';
import type { Database } from '#server/engine/db/client.ts';
import { isUnavailable } from '#server/engine/db/faults.ts';
import { newId } from '#server/engine/db/new-id.ts';
import type { Changes } from '#server/engine/http/changes.ts';
import type { ScheduledJob } from '#server/engine/jobs/scheduler.ts';
import { upkeep } from '#server/engine/jobs/upkeep.ts';
import type { Log } from '#server/log.ts';
import { commitImport } from './commit-import.ts';
import { imports, type ImportStep } from './imports.sql.ts';
import { staleProblem } from './import-words.ts';
import { LeaseLost, type Running } from './one-transaction.ts';
import { putBackImport } from './put-back-import.ts';
import { StaleRows } from './put-back-rows.ts';
import { AT_ONCE, createSteps, LEASE_S } from './steps.ts';

const RUNNING: ImportStep[] = ['committing', 'reverting', 'undoing'];

/** Commits and undoes imports, each by one process, whichever goes on where another stopped. */
export interface ImportRunner {
  /** Does the step that an import is at, unless another process does it. Resolves when it is done. */
  run(id: string): Promise<void>;
  /** Goes on with what a process left that is gone. */
  resume: ScheduledJob;
  /** Ends at once; another process, or the next one, goes on or begins anew. */
  stop(): Promise<void>;
}

export function createImportRunner({
  database,
  changes,
  log,
}: {
  database: Database;
  changes: Changes;
  log: Log;
}): ImportRunner {
  const me = newId();
  const underWay = new Map<string, Promise<void>>();
  const stopped = new AbortController();

  const claim = async (id: string): Promise<Running | undefined> => {
    const [claimed] = await database.db
      .update(imports)
      .set({ runner: me, leaseUntil: sql`now() + ${LEASE_S} * interval '1 second'` })
      .where(
        and(
          eq(imports.id, id),
          inArray(imports.step, RUNNING),
          or(isNull(imports.runner), isNull(imports.leaseUntil), lt(imports.leaseUntil, sql`now()`)),
        ),
      )
      .returning();
    return claimed;
  };

  const steps = createSteps({ database, changes, me, stopped: stopped.signal });

  const fail = async ({ id, step }: Running, problem: ImportProblem): Promise<void> => {
    await database.db
      .update(imports)
      .set({ step: 'checked', problem, done: 0, runner: null, leaseUntil: null })
      .where(and(eq(imports.id, id), eq(imports.runner, me), eq(imports.step, step)));
  };

  /** Ends a commit that came to nothing, and takes back what it has written already. */
  const giveUp = async (running: Running, problem: ImportProblem): Promise<void> => {
    const [written] = await database.raw<{ some: boolean }>(
      'select exists (select from import_rows where import_id = $1 and applied) as some',
      [running.id],
    );
    if (!written?.some) return fail(running, problem);
    const [mine] = await database.db
      .update(imports)
      .set({ step: 'reverting', problem, done: 0 })
      .where(and(eq(imports.id, running.id), eq(imports.runner, me), eq(imports.step, running.step)))
      .returning();
    if (mine) await putBackImport(steps, mine);
  };

  const commit = async (running: Running): Promise<void> => {
    try {
      await commitImport(steps, running);
    } catch (error) {
      if (error instanceof StaleRows) await giveUp(running, staleProblem(error));
      else if (error instanceof LeaseLost || isUnavailable(error)) throw error;
      else {
        log.error({ error, import: running.id }, 'an import failed; nothing of it stays');
        await giveUp(running, {
          code: 'INTERNAL_ERROR',
          message: 'Something went wrong on our side. Nothing was changed.',
          issues: [],
        });
      }
    }
  };

  const doIt = async (id: string): Promise<void> => {
    const running = await claim(id);
    if (!running) return;
    try {
      if (running.step === 'committing') await commit(running);
      else await putBackImport(steps, running);
      // Many tools are written at once here, and searched and imported again before the next look at all tables.
      if (running.created + running.changed > AT_ONCE)
        await upkeep(database, stopped.signal).catch((error: unknown) =>
          log.warn({ error }, 'the tables were not tidied'),
        );
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      // What is not done is another's to go on with, at once.
      await database.db
        .update(imports)
        .set({ runner: null, leaseUntil: null })
        .where(and(eq(imports.id, id), eq(imports.runner, me)))
        .catch(() => {});
    }
  };

  const run = (id: string): Promise<void> => {
    const mine = underWay.get(id) ?? doIt(id).finally(() => underWay.delete(id));
    underWay.set(id, mine);
    return mine;
  };

  return {
    run,
    resume: {
      name: 'imports',
      everyMs: 60_000,
      withinMs: 600_000,
      async run() {
        const left = await database.db
          .select({ id: imports.id })
          .from(imports)
          .where(
            and(inArray(imports.step, RUNNING), or(isNull(imports.leaseUntil), lt(imports.leaseUntil, sql`now()`))),
          );
        for (const { id } of left) {
          if (stopped.signal.aborted) return;
          await run(id);
        }
      },
    },
    async stop() {
      stopped.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}
