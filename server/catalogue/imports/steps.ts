import { and, eq, sql } from 'drizzle-orm';
import type { Database, RawQuery } from '#server/engine/db/client.ts';
import type { Changes } from '#server/engine/http/changes.ts';
import { imports } from './imports.sql.ts';
import { type AtOnce, LeaseLost, oneTransaction, type Running, type Said, type Writing } from './one-transaction.ts';
import { pauseAfter, throughPortions } from './portions.ts';

/** An import of at most so many rows is written while its caller waits. */
export const AT_ONCE = 1_000;
export const LEASE_S = 60;

/** What commits and undoes are made of. */
export interface Steps {
  database: Database;
  atOnce: AtOnce;
  /**
   * Each portion of an import in a transaction of its own, whole with whatever `work` writes; others come in between.
   * @param before how many rows are done already @param work gives what is to be said of the import then
   */
  eachByItself: (
    running: Running,
    next: string,
    before: number,
    work: (writing: Writing, portion: Portion<string>) => Promise<Said>,
  ) => Promise<void>;
  /** Goes through the rows of an import in portions. @param next of import-statements' NEXT @param first what comes before all keys */
  portions: <Key extends string | number>(
    raw: RawQuery,
    running: Running,
    next: string,
    first: Key,
    work: (...portion: Portion<Key>) => Promise<void>,
  ) => Promise<void>;
  /** Says how far a step is. @throws LeaseLost where it is another process's by now */
  tell: (running: Running, done: number) => Promise<void>;
  /** The same beside a transaction, which on PGlite keeps everybody out who would read it, and this too. */
  progress: (running: Running, done: number) => Promise<void>;
  /** @throws LeaseLost where the process ends */
  goOn: () => void;
}

/** The key after which its rows begin, that of the last, and how many they are. */
export type Portion<Key> = [after: Key, last: Key, rows: number];

/** @param me who runs the steps */
export function createSteps({
  database,
  changes,
  me,
  stopped,
}: {
  database: Database;
  changes: Changes;
  me: string;
  stopped: AbortSignal;
}): Steps {
  const tell: Steps['tell'] = async ({ id, step }, done) => {
    const mine = await database.db
      .update(imports)
      .set({ done, leaseUntil: sql`now() + ${LEASE_S} * interval '1 second'` })
      .where(and(eq(imports.id, id), eq(imports.runner, me), eq(imports.step, step)))
      .returning({ id: imports.id });
    if (mine.length === 0) throw new LeaseLost();
  };
  const progress: Steps['progress'] = async (running, done) => {
    if (database.kind !== 'pglite') await tell(running, done);
  };
  const goOn = () => {
    if (stopped.aborted) throw new LeaseLost();
  };
  const portions: Steps['portions'] = (raw, { id }, next, first, work) =>
    throughPortions(
      database.kind,
      (after, size) => raw(next, [id, after, size]),
      first,
      async (...portion) => {
        goOn();
        await work(...portion);
      },
    );
  const atOnce = oneTransaction({ database, changes, me, stopped, progress });
  return {
    database,
    atOnce,
    async eachByItself(running, next, before, work) {
      let done = before;
      await portions(database.raw, running, next, '', async (...portion) => {
        const began = performance.now();
        await atOnce(running, async (writing) => ({
          ...(await work(writing, portion)),
          runner: me,
          leaseUntil: running.leaseUntil,
        }));
        await tell(running, (done += portion[2]));
        await pauseAfter(began);
      });
    },
    portions,
    tell,
    progress,
    goOn,
  };
}
