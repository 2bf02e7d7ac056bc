import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { type CellProblem, ERRORS_SHOWN, type ImportProblem } from '#contract/imports.ts';
import type { Database, RawQuery, Tx } from '#server/db/client.ts';
import { isUnavailable } from '#server/db/faults.ts';
import { newId } from '#server/db/new-id.ts';
import type { Changes } from '#server/http/changes.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { upkeep } from '#server/jobs/upkeep.ts';
import type { Log } from '#server/log.ts';
import {
  ADD,
  FORGET,
  NEXT,
  PREPARE,
  PREPARE_AGAIN,
  PREPARE_BACK,
  PREPARE_BACK_AGAIN,
  PRICES_ARE_KEPT,
  STALE_ADDED,
  TAUGHT,
  TEACH,
  WRITE_AGAIN,
} from './import-statements.ts';
import { importRows, imports, type ImportStep } from './imports.sql.ts';
import { LeaseLost, oneTransaction, type Running } from './one-transaction.ts';
import { reasonOf, staleProblem } from './import-words.ts';
import { breathe, throughPortions } from './portions.ts';
import { putBackRows, refuseStale, StaleRows } from './put-back-rows.ts';
import { recordEnd } from './record-end.ts';
import { type PreparedRow, writePrepared } from './write-prepared.ts';

/** An import of at most so many rows is written while its caller waits. */
export const AT_ONCE = 1_000;
const LEASE_S = 60;
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

  /** Says how far a step is. */
  const tell = async ({ id, step }: Running, done: number): Promise<void> => {
    const mine = await database.db
      .update(imports)
      .set({ done, leaseUntil: sql`now() + ${LEASE_S} * interval '1 second'` })
      .where(and(eq(imports.id, id), eq(imports.runner, me), eq(imports.step, step)))
      .returning({ id: imports.id });
    if (mine.length === 0) throw new LeaseLost();
  };

  /** The same beside a transaction, which on PGlite keeps everybody out who would read it, and this too. */
  const progress = async (running: Running, done: number): Promise<void> => {
    if (database.kind !== 'pglite') await tell(running, done);
  };

  const goOn = () => {
    if (stopped.signal.aborted) throw new LeaseLost();
  };

  const portions = <Key extends string | number>(
    raw: RawQuery,
    { id }: Running,
    next: string,
    first: Key,
    work: (after: Key, last: Key, rows: number) => Promise<void>,
  ): Promise<void> =>
    throughPortions(
      database.kind,
      (after, size) => raw(next, [id, after, size]),
      first,
      async (after, last, rows) => {
        goOn();
        await work(after, last, rows);
      },
    );

  /** Looks at all new tools before the transaction, and teaches their words. */
  const verify = async (running: Running): Promise<void> => {
    const { id } = running;
    await portions(database.raw, running, NEXT.added, -1, async (after, last) => {
      const began = performance.now();
      await refuseStale(database.db, id, await database.raw(STALE_ADDED, [id, after, last, ERRORS_SHOWN]));
      await database.raw(TEACH, [id, after, last]);
      await breathe(began);
    });
  };

  const atOnce = oneTransaction({ database, changes, me, stopped: stopped.signal, progress });

  const fail = async ({ id, step }: Running, problem: ImportProblem): Promise<void> => {
    await database.db
      .update(imports)
      .set({ step: 'checked', problem, done: 0, runner: null, leaseUntil: null })
      .where(and(eq(imports.id, id), eq(imports.runner, me), eq(imports.step, step)));
  };

  /** Adds new tools in portions, each for itself, between which others come in (docs/decisions/517-new-tools-in-portions.md). */
  const addInPortions = async (running: Running, who: unknown[], before: number): Promise<void> => {
    const { id } = running;
    let done = before;
    await portions(database.raw, running, NEXT.added, -1, async (after, last, rows) => {
      const began = performance.now();
      const stale = await database.rawTransaction(async ({ query }) => {
        const found = await query<{ row: number }>(STALE_ADDED, [id, after, last, ERRORS_SHOWN]);
        if (found.length > 0) return found;
        for (const setting of [PRICES_ARE_KEPT, TAUGHT]) await query(setting);
        await query(ADD, [id, after, last, ...who]);
        return found;
      });
      await refuseStale(database.db, id, stale);
      await tell(running, (done += rows));
      await breathe(began);
    });
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
      .set({ step: 'reverting', problem })
      .where(and(eq(imports.id, running.id), eq(imports.runner, me), eq(imports.step, running.step)))
      .returning();
    if (mine) await putBack(mine);
  };

  const commit = async (running: Running): Promise<void> => {
    const { id, actorId, actorEmail, fileName, created, changed } = running;
    const who = [reasonOf('Import', fileName), actorId, actorEmail];
    const end = async (tx: Tx, done: number) => {
      await recordEnd(tx, running, 'import.committed');
      return { step: 'committed' as const, done, committedAt: new Date() };
    };
    try {
      const isLarge = created + changed > AT_ONCE;
      const inPortions = isLarge && created > 0 && database.kind === 'pglite';
      if (isLarge) await verify(running);
      if (!inPortions || changed > 0)
        await atOnce(running, async (tx, raw, touch) => {
          if (isLarge) await tx.execute(sql.raw(TAUGHT));
          let done = 0;
          if (!inPortions)
            await portions(raw, running, NEXT.added, -1, async (after, last, rows) => {
              await refuseStale(tx, id, await raw(STALE_ADDED, [id, after, last, ERRORS_SHOWN]));
              touch((await raw<{ tool: string }>(ADD, [id, after, last, ...who])).map(({ tool }) => tool));
              await progress(running, (done += rows));
            });
          const complain = (rows: PreparedRow[]) =>
            refuseStale(tx, id, rows.filter(({ odd }) => odd).slice(0, ERRORS_SHOWN));
          const prepare = () =>
            portions(raw, running, NEXT.changed, '', async (after, last, count) => {
              const began = performance.now();
              const rows = await raw<PreparedRow>(PREPARE, [id, after, last, ...who]);
              await complain(rows);
              touch(rows.map(({ tool }) => tool));
              await progress(running, (done += count));
              if (isLarge) await breathe(began);
            });
          const afresh = async (rows: number[]) => {
            await raw(FORGET, [id, rows, '']);
            await complain(await raw<PreparedRow>(PREPARE_AGAIN, [id, rows, null, ...who]));
          };
          const again = async (left: PreparedRow[]) => {
            const rows = left.map(({ row }) => row);
            await afresh(rows);
            for (const write of WRITE_AGAIN) await raw(write, [rows]);
          };
          await writePrepared(database.kind, { tx, raw, id, goOn }, { prepare, afresh, again });
          return inPortions ? { done, runner: me, leaseUntil: running.leaseUntil } : end(tx, done);
        });
      if (!inPortions) return;
      await addInPortions(running, who, changed);
      await atOnce(running, (tx, _raw, touch) => {
        touch(null);
        return end(tx, created + changed);
      });
    } catch (error) {
      if (error instanceof StaleRows) await giveUp(running, staleProblem(error));
      else if (error instanceof LeaseLost || isUnavailable(error)) throw error;
      else {
        log.error({ error, import: id }, 'an import failed; nothing of it stays');
        await giveUp(running, {
          code: 'INTERNAL_ERROR',
          message: 'Something went wrong on our side. Nothing was changed.',
          issues: [],
        });
      }
    }
  };

  /** Puts back what was written: of a commit that is undone, or of one that came to nothing in its middle. */
  const putBack = async (running: Running): Promise<void> => {
    const { id, actorId, actorEmail, fileName, step } = running;
    const isUndo = step === 'undoing';
    const reason = isUndo ? reasonOf('Import undone', fileName) : 'Import came to nothing';
    const actor = { id: actorId, email: actorEmail };
    await atOnce(running, async (tx, raw, touch) => {
      let done = 0;
      const kept: CellProblem[] = [];
      let keptCount = 0;
      const prepare = () =>
        portions(raw, running, NEXT.applied, '', async (after, last, count) => {
          const rows = await raw<PreparedRow>(PREPARE_BACK, [id, after, last, reason, actorId, actorEmail]);
          touch(rows.map(({ tool }) => tool));
          await progress(running, (done += count));
        });
      const afresh = async (rows: number[]) => {
        await raw(FORGET, [id, rows, '.back']);
        await raw(PREPARE_BACK_AGAIN, [id, rows, null, reason, actorId, actorEmail]);
      };
      const again = async (left: PreparedRow[]) => {
        const changed = left.filter((one) => !one.odd).map(({ row }) => row);
        if (changed.length > 0) await raw(FORGET, [id, changed, '.back']);
        const found = await tx
          .select()
          .from(importRows)
          .where(
            and(
              eq(importRows.importId, id),
              inArray(
                importRows.row,
                left.map(({ row }) => row),
              ),
            ),
          )
          .orderBy(asc(importRows.row));
        const one = await putBackRows(tx, actor, id, reason, found);
        touch(one.toolIds);
        keptCount += one.kept.length;
        kept.push(...one.kept.slice(0, Math.max(0, ERRORS_SHOWN - kept.length)));
      };
      await writePrepared(database.kind, { tx, raw, id, goOn }, { prepare, afresh, again });
      // Its new tools are known as removed ones: it cannot be committed again.
      if (!isUndo) return { step: 'undone', done: 0 };
      kept.sort((one, other) => one.row - other.row);
      await recordEnd(tx, running, 'import.undone', keptCount);
      return { step: 'undone', done, kept, undoneAt: new Date() };
    });
  };

  const doIt = async (id: string): Promise<void> => {
    const running = await claim(id);
    if (!running) return;
    try {
      if (running.step === 'committing') await commit(running);
      else await putBack(running);
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
