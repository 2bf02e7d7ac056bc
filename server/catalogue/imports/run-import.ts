import { and, eq, sql } from 'drizzle-orm';
import type { ImportProblem } from '#contract/catalogue/imports.ts';
import type { Database } from '#server/engine/db/client.ts';
import { isUnavailable } from '#server/engine/db/faults.ts';
import { newId } from '#server/engine/db/new-id.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import type { Changes } from '#server/engine/http/changes.ts';
import { nowAndThen } from '#server/engine/jobs/now-and-then.ts';
import { upkeep } from '#server/engine/jobs/upkeep.ts';
import type { Log } from '#server/log.ts';
import { type CommitMode, begin, type StepStart } from './begin-import.ts';
import { lookAhead, writeTools } from './commit-import.ts';
import { imports } from './imports.sql.ts';
import { inPortions } from './in-portions.ts';
import { createLease, LeaseLost, type RunningImport } from './lease.ts';
import { putBackTools } from './put-back-import.ts';
import { StaleRows } from './stale-rows.ts';
import { putBackPrices, writePrices } from './write-prices.ts';

/** How often a process looks for imports that another left that is gone; with the lease that is gone on within a minute. */
const LOOK_EVERY_MS = 15_000;
/** After an import of more rows PGlite's tables are tidied. */
const MANY_ROWS = 1_000;
/** Why a commit came to nothing where somebody changed what it would write. */
const CHANGED_MEANWHILE =
  'Something that this import would change has been changed in the meantime. Nothing was imported. Check the changes, then import the sheet again.';

/** Commits and undoes imports, each by one process, whichever goes on where another stopped. */
export interface ImportRunner {
  /** Begins to commit an import. @throws AppError IMPORT_NOT_FOUND, IMPORT_HAS_ERRORS, STALE_IMPORT where it was undone */
  commit(caller: Caller, id: string, asked: CommitMode): Promise<Under>;
  /** Begins to undo one. @throws AppError IMPORT_NOT_FOUND, IMPORT_NOT_COMMITTED */
  undo(caller: Caller, id: string): Promise<Under>;
  /** Does the step that an import is at, unless another process does it. Resolves when it is done. */
  run(id: string): Promise<void>;
  /** Goes on with what a process left that is gone. */
  resume(): Promise<void>;
  /** Looks for such now and then. */
  start(): void;
  /** Ends at once; another process, or the next one, goes on. */
  stop(): Promise<void>;
}

/** An import as it was when its step began, and as it is when that has ended; undefined where another process does it. */
export interface Under {
  begun: RunningImport;
  ended: Promise<RunningImport | undefined>;
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
  const underWay = new Map<string, Promise<RunningImport | undefined>>();
  const stopped = new AbortController();
  const lease = createLease(database, me);
  const through = inPortions({ database, changes, stopped: stopped.signal }, me);

  const write = async (running: RunningImport) => {
    const { listId } = running;
    if (listId !== null) return through(running, (tx, each, after) => writePrices(tx, each, listId, after));
    await lookAhead(database, running);
    return through(running, writeTools);
  };

  const putBack = (running: RunningImport) => {
    const { listId } = running;
    if (listId === null) return through(running, putBackTools);
    return through(running, (tx, each, after) => putBackPrices(tx, each, listId, after));
  };

  /** Ends a commit that came to nothing, and takes back what it has written already. */
  const giveUp = async ({ id }: RunningImport, problem: ImportProblem): Promise<RunningImport> => {
    const [now] = await database.db
      .update(imports)
      .set({ step: sql`case when ${imports.done} > 0 then 'reverting' else 'checked' end`, problem, done: 0 })
      .where(and(eq(imports.id, id), eq(imports.runner, me), eq(imports.step, 'committing')))
      .returning();
    if (!now) throw new LeaseLost();
    return now.step === 'reverting' ? putBack(now) : now;
  };

  const commit = async (running: RunningImport): Promise<RunningImport> => {
    try {
      return await write(running);
    } catch (error) {
      if (error instanceof StaleRows)
        return giveUp(running, { code: 'STALE_IMPORT', message: CHANGED_MEANWHILE, issues: error.issues });
      if (error instanceof LeaseLost || isUnavailable(error)) throw error;
      log.error({ error, import: running.id }, 'an import failed; nothing was imported');
      const message = 'Something went wrong on our side. Nothing was changed.';
      return giveUp(running, { code: 'INTERNAL_ERROR', message, issues: [] });
    }
  };

  const runStep = async (running: RunningImport): Promise<RunningImport | undefined> => {
    const { id, step, created, changed } = running;
    const stopRenewing = lease.keep(id);
    try {
      const ended = step === 'committing' ? await commit(running) : await putBack(running);
      // Many tools were written at once, and are searched and imported again before the next look at all tables.
      if (created + changed > MANY_ROWS)
        await upkeep(database, stopped.signal).catch((error: unknown) =>
          log.warn({ error }, 'the tables could not be cleaned up'),
        );
      return ended;
    } catch (error) {
      await lease.giveBack(id).catch(() => {});
      if (error instanceof LeaseLost) return undefined;
      throw error;
    } finally {
      stopRenewing();
    }
  };

  const under = (id: string, work: () => Promise<RunningImport | undefined>): Promise<RunningImport | undefined> => {
    const mine = underWay.get(id) ?? work().finally(() => underWay.delete(id));
    underWay.set(id, mine);
    return mine;
  };

  const takeAndDo = (id: string) =>
    under(id, async () => {
      const running = await lease.take(id);
      return running && runStep(running);
    });

  const follow = ({ row, isMine }: StepStart): Under => {
    const ended = isMine ? under(row.id, () => runStep(row)) : takeAndDo(row.id);
    // The step is written down: what fails is gone on with later.
    ended.catch((error: unknown) => log.error({ error, import: row.id }, 'an import stopped; it will go on later'));
    return { begun: row, ended };
  };

  const resume = async () => {
    for (const id of await lease.left()) {
      if (stopped.signal.aborted) return;
      await takeAndDo(id);
    }
  };

  const looking = nowAndThen(LOOK_EVERY_MS, resume, (error) =>
    log.warn({ error }, 'imports could not be looked for; will try again later'),
  );

  return {
    commit: async (caller, id, asked) => follow(await begin(database.db, me, caller, id, asked)),
    undo: async (caller, id) => follow(await begin(database.db, me, caller, id, 'undoing')),
    async run(id) {
      await takeAndDo(id);
    },
    resume,
    start() {
      looking.start();
      void looking.look();
    },
    async stop() {
      stopped.abort();
      await looking.stop();
      await Promise.allSettled(underWay.values());
    },
  };
}
