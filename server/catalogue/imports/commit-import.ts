import { sql } from 'drizzle-orm';
import { ERRORS_SHOWN } from '#contract/catalogue/imports.ts';
import type { Tx } from '#server/engine/db/client.ts';
import {
  ADD,
  FORGET,
  NEXT,
  PREPARE,
  PREPARE_AGAIN,
  PRICES_ARE_KEPT,
  STALE_ADDED,
  STALE_CHANGED,
  TAUGHT,
  TEACH,
  WRITE_AGAIN,
} from './import-statements.ts';
import { reasonOf } from './import-words.ts';
import type { Running, Said, Writing } from './one-transaction.ts';
import { pauseAfter } from './portions.ts';
import { refuseStale } from './put-back-rows.ts';
import { recordEnd } from './record-end.ts';
import { AT_ONCE, type Portion, type Steps } from './steps.ts';
import { type PreparedRow, writePrepared } from './write-prepared.ts';

/**
 * Writes what an import says, in one transaction; in portions where that would keep everybody out (docs/decisions/517-large-imports-in-portions.md).
 * @throws StaleRows where somebody changed what it would write; of portions some are written then
 */
export async function commitImport(steps: Steps, running: Running): Promise<void> {
  const { database, atOnce, portions, progress } = steps;
  const { id, created, changed } = running;
  const who = whoOf(running);
  const isLarge = created + changed > AT_ONCE;
  if (isLarge) await verify(steps, running);
  if (isLarge && database.kind === 'pglite') {
    await changeInPortions(steps, running);
    await addInPortions(steps, running);
    return atOnce(running, ({ tx, touch }) => {
      touch(null);
      return end(tx, running, created + changed);
    });
  }
  await atOnce(running, async (writing) => {
    const { tx, raw, touch } = writing;
    if (isLarge) await tx.execute(sql.raw(TAUGHT));
    let done = 0;
    await portions(raw, running, NEXT.added, -1, async (after, last, rows) => {
      await refuseStale(tx, id, await raw(STALE_ADDED, [id, after, last, ERRORS_SHOWN]));
      touch((await raw<{ tool: string }>(ADD, [id, after, last, ...who])).map(({ tool }) => tool));
      await progress(running, (done += rows));
    });
    await writeChanges(steps, running, writing, (prepare) =>
      portions(raw, running, NEXT.changed, '', async (...portion) => {
        const began = performance.now();
        await prepare(...portion);
        await progress(running, (done += portion[2]));
        if (isLarge) await pauseAfter(began);
      }),
    );
    return end(tx, running, done);
  });
}

/** Looks at all rows before the first is written, where that is not done in the transaction, and teaches the words of new tools. */
async function verify({ database, portions }: Steps, running: Running): Promise<void> {
  const { id } = running;
  const each =
    <Key>(stale: string, then?: string) =>
    async (after: Key, last: Key) => {
      const began = performance.now();
      await refuseStale(database.db, id, await database.raw(stale, [id, after, last, ERRORS_SHOWN]));
      if (then) await database.raw(then, [id, after, last]);
      await pauseAfter(began);
    };
  if (database.kind === 'pglite') await portions(database.raw, running, NEXT.changed, '', each(STALE_CHANGED));
  await portions(database.raw, running, NEXT.added, -1, each(STALE_ADDED, TEACH));
}

async function changeInPortions(steps: Steps, running: Running): Promise<void> {
  const before = await written(steps, running, false);
  await steps.eachByItself(running, NEXT.changed, before, async (writing, portion) => {
    await writeChanges(steps, running, writing, (prepare) => prepare(...portion));
    return {};
  });
}

async function addInPortions(steps: Steps, running: Running): Promise<void> {
  const { database, portions, tell } = steps;
  const { id, changed } = running;
  let done = changed + (await written(steps, running, true));
  await portions(database.raw, running, NEXT.added, -1, async (after, last, rows) => {
    const began = performance.now();
    const stale = await database.rawTransaction(async ({ query }) => {
      const found = await query<{ row: number }>(STALE_ADDED, [id, after, last, ERRORS_SHOWN]);
      if (found.length > 0) return found;
      for (const setting of [PRICES_ARE_KEPT, TAUGHT]) await query(setting);
      await query(ADD, [id, after, last, ...whoOf(running)]);
      return found;
    });
    await refuseStale(database.db, id, stale);
    await tell(running, (done += rows));
    await pauseAfter(began);
  });
}

/** How many rows of a kind an earlier run of the step has written. */
async function written({ database }: Steps, { id }: Running, isNew: boolean): Promise<number> {
  const [found] = await database.raw<{ count: number }>(
    'select count(*)::integer as count from import_rows where import_id = $1 and is_new = $2 and applied',
    [id, isNew],
  );
  return found?.count ?? 0;
}

/** Writes the changed tools that are prepared `through` one portion or all. */
async function writeChanges(
  { database, goOn }: Steps,
  running: Running,
  { tx, raw, touch }: Writing,
  through: (prepare: (...portion: Portion<string>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { id } = running;
  const who = whoOf(running);
  const complain = (rows: PreparedRow[]) =>
    refuseStale(tx, id, rows.filter(({ exceptional }) => exceptional).slice(0, ERRORS_SHOWN));
  const prepare = () =>
    through(async (after, last) => {
      const rows = await raw<PreparedRow>(PREPARE, [id, after, last, ...who]);
      await complain(rows);
      touch(rows.map(({ tool }) => tool));
    });
  const prepareAgain = async (rows: number[]) => {
    await raw(FORGET, [id, rows, '']);
    await complain(await raw<PreparedRow>(PREPARE_AGAIN, [id, rows, null, ...who]));
  };
  const again = async (left: PreparedRow[]) => {
    const rows = left.map(({ row }) => row);
    await prepareAgain(rows);
    for (const write of WRITE_AGAIN) await raw(write, [rows]);
  };
  await writePrepared(database.kind, { tx, raw, id, goOn }, { prepare, prepareAgain, again });
}

async function end(tx: Tx, running: Running, done: number): Promise<Said> {
  await recordEnd(tx, running, 'import.committed');
  return { step: 'committed', done, committedAt: new Date() };
}

/** What the history of a stock is told: why, and who it was. */
function whoOf({ fileName, actorId, actorEmail }: Running): unknown[] {
  return [reasonOf('Import', fileName), actorId, actorEmail];
}
