import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { ERRORS_SHOWN, type ImportProblem } from '#contract/imports.ts';
import type { Database, Tx } from '#server/db/client.ts';
import { isUnavailable } from '#server/db/faults.ts';
import { newId } from '#server/db/new-id.ts';
import { afterCommit, transaction } from '#server/db/transaction.ts';
import type { Changes, Tag } from '#server/http/changes.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import type { Log } from '#server/log.ts';
import { recordBy } from '#server/audit/audit.ts';
import { applyRows, type Applied, type ImportRow, putBackRows, staleCells, StaleRows } from './apply-rows.ts';
import { importRows, imports, type ImportStep } from './imports.sql.ts';

/** An import of at most so many rows is written in one transaction, while its caller waits. */
export const AT_ONCE = 1_000;
/** A larger one is written in transactions of so many, so that orders of the same tools wait for a moment only. */
const PARTS = { pglite: 500, postgres: 500 };
/** Between two of them others come in for at least this part of the time that the last one took. */
const BREATH = 0.2;
const LEASE_S = 60;
/** How often the lists are made anew while many tools change, in ms. */
const LISTS_MS = 1_000;
const GENERAL: Tag[] = ['tools', 'stock', 'categories'];
const RUNNING: ImportStep[] = ['committing', 'reverting', 'undoing'];

type Running = typeof imports.$inferSelect;

/** Somebody else does it by now. */
class LeaseLost extends Error {}

/** Commits and undoes imports, each by one process, whichever goes on where another stopped. */
export interface ImportRunner {
  /** Does the step that an import is at, unless another process does it. Resolves when it is done. */
  run(id: string): Promise<void>;
  /** Goes on with what a process left that is gone. */
  resume: ScheduledJob;
  /** Ends after the part that is being written; another process goes on. */
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

  /** One transaction of a step, as long as the step is this process's own. */
  const part = (id: string, from: ImportStep, work: (tx: Tx) => Promise<Partial<typeof imports.$inferInsert>>) =>
    transaction(database, async (tx) => {
      const set = await work(tx);
      const [mine] = await tx
        .update(imports)
        .set({ leaseUntil: sql`now() + ${LEASE_S} * interval '1 second'`, ...set })
        .where(and(eq(imports.id, id), eq(imports.runner, me), eq(imports.step, from)))
        .returning({ id: imports.id });
      if (!mine) throw new LeaseLost();
    });

  const rowsAfter = (id: string, row: number, applied: boolean, limit: number): Promise<ImportRow[]> =>
    database.db
      .select()
      .from(importRows)
      .where(and(eq(importRows.importId, id), gt(importRows.row, row), eq(importRows.applied, applied)))
      .orderBy(asc(importRows.row))
      .limit(limit);

  const breathe = async (since: number) => {
    await pause((performance.now() - since) * BREATH);
  };

  /** Looks at all rows before the first is written: most of what would end a large import is found here. */
  const verify = async (id: string, limit: number): Promise<void> => {
    for (let row = 0; ;) {
      const began = performance.now();
      const rows = await rowsAfter(id, row, false, limit);
      if (rows.length === 0) return;
      const issues = await staleCells(database.db, rows);
      if (issues.length > 0) throw new StaleRows(issues);
      row = rows.at(-1)?.row ?? row;
      await breathe(began);
    }
  };

  const toucher = () => {
    let last = 0;
    return (tx: Tx, toolIds: string[]) =>
      afterCommit(tx, () => {
        const lists = performance.now() - last > LISTS_MS;
        if (lists) last = performance.now();
        changes.touch([...(lists ? GENERAL : []), ...toolIds.map((id): Tag => `tool:${id}`)]);
      });
  };

  /** Does a step's rows part by part. */
  const through = async (
    { id, created, changed }: Running,
    step: ImportStep,
    work: (tx: Tx, rows: ImportRow[]) => Promise<Applied>,
  ): Promise<void> => {
    const all = created + changed;
    const limit = all <= AT_ONCE ? AT_ONCE : PARTS[database.kind];
    const touch = toucher();
    let row = 0;
    while (!stopped.signal.aborted) {
      const began = performance.now();
      const rows = await rowsAfter(id, row, step !== 'committing', limit);
      if (rows.length === 0) break;
      await part(id, step, async (tx) => {
        const { toolIds, kept } = await work(tx, rows);
        touch(tx, toolIds);
        return {
          done: sql`${imports.done} + ${rows.length}` as unknown as number,
          ...(kept.length > 0 && step === 'undoing'
            ? {
                kept: sql`case when jsonb_array_length(${imports.kept}) >= ${ERRORS_SHOWN} then ${imports.kept}
                  else ${imports.kept} || ${JSON.stringify(kept)}::jsonb end` as unknown as Running['kept'],
              }
            : {}),
        };
      });
      row = rows.at(-1)?.row ?? row;
      if (all > AT_ONCE) await breathe(began);
    }
  };

  const end = (
    running: Running,
    from: ImportStep,
    set: Partial<typeof imports.$inferInsert>,
    action?: 'import.committed' | 'import.undone',
  ) =>
    part(running.id, from, async (tx) => {
      if (action) {
        const { created, changed, fileName, actorEmail, actorKey } = running;
        const [now] = await tx
          .select({ kept: imports.kept, actorId: imports.actorId })
          .from(imports)
          .where(eq(imports.id, running.id));
        const details = {
          name: fileName,
          created,
          changed,
          ...(action === 'import.undone' ? { kept: now?.kept.length ?? 0 } : {}),
        };
        const actor = {
          userId: now?.actorId ?? null,
          email: actorEmail,
          key: actorKey === null ? undefined : { name: actorKey },
        };
        await recordBy(tx, actor, action, running.id, details);
      }
      afterCommit(tx, () => changes.touch(GENERAL));
      return { ...set, runner: null, leaseUntil: null };
    });

  const fail = async (running: Running, problem: ImportProblem): Promise<void> => {
    await part(running.id, 'committing', async () => ({ step: 'reverting', problem, done: 0 }));
    await revert(running);
  };

  const revert = async (running: Running): Promise<void> => {
    const { actorId, actorEmail } = running;
    const actor = { id: actorId, email: actorEmail };
    await through(running, 'reverting', (tx, rows) =>
      putBackRows(tx, actor, running.id, 'Import came to nothing', rows),
    );
    if (!stopped.signal.aborted) await end(running, 'reverting', { step: 'checked', done: 0 });
  };

  const commit = async (running: Running): Promise<void> => {
    const { id, actorId, actorEmail, fileName } = running;
    const actor = { id: actorId, email: actorEmail };
    try {
      if (running.done === 0 && running.created + running.changed > AT_ONCE) await verify(id, AT_ONCE);
      await through(running, 'committing', (tx, rows) => applyRows(tx, actor, id, reasonOf('Import', fileName), rows));
      if (!stopped.signal.aborted)
        await end(running, 'committing', { step: 'committed', committedAt: new Date() }, 'import.committed');
    } catch (error) {
      if (error instanceof StaleRows) await fail(running, staleProblem(error));
      else if (error instanceof LeaseLost || isUnavailable(error)) throw error;
      else {
        log.error({ error, import: id }, 'an import failed; what it wrote is put back');
        await fail(running, {
          code: 'INTERNAL_ERROR',
          message: 'Something went wrong on our side. Nothing was changed.',
          issues: [],
        });
      }
    }
  };

  const undo = async (running: Running): Promise<void> => {
    const { id, actorId, actorEmail, fileName } = running;
    const actor = { id: actorId, email: actorEmail };
    await through(running, 'undoing', (tx, rows) =>
      putBackRows(tx, actor, id, reasonOf('Import undone', fileName), rows),
    );
    if (!stopped.signal.aborted)
      await end(running, 'undoing', { step: 'undone', undoneAt: new Date() }, 'import.undone');
  };

  const doIt = async (id: string): Promise<void> => {
    const running = await claim(id);
    if (!running) return;
    try {
      if (running.step === 'committing') await commit(running);
      else await (running.step === 'reverting' ? revert(running) : undo(running));
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

function reasonOf(what: string, fileName: string): string {
  return (fileName === '' ? what : `${what}: ${fileName}`).slice(0, 200);
}

function staleProblem({ issues }: StaleRows): ImportProblem {
  return {
    code: 'STALE_IMPORT',
    message:
      'Somebody changed what this import would write. Nothing was changed; look at it again, then import the sheet anew.',
    issues: issues.slice(0, ERRORS_SHOWN),
  };
}
