import { and, asc, eq, inArray } from 'drizzle-orm';
import { type CellProblem, ERRORS_SHOWN } from '#contract/catalogue/imports.ts';
import { FORGET, NEXT, PREPARE_BACK, PREPARE_BACK_AGAIN } from './import-statements.ts';
import { reasonOf } from './import-words.ts';
import { importRows } from './imports.sql.ts';
import type { Running, Said, Writing } from './one-transaction.ts';
import { putBackRows } from './put-back-rows.ts';
import { recordEnd } from './record-end.ts';
import { AT_ONCE, type Portion, type Steps } from './steps.ts';
import { type PreparedRow, writePrepared } from './write-prepared.ts';

/** Puts back what an import wrote: of a commit that is undone, or of one that came to nothing in its middle. */
export async function putBackImport(steps: Steps, running: Running): Promise<void> {
  const { database, atOnce, eachByItself, portions, progress } = steps;
  const isUndo = running.step === 'undoing';
  const end = async ({ tx }: Writing, done: number, kept: Kept): Promise<Said> => {
    // Its changes of stock have names, and its new tools are known as removed ones: it cannot be committed again.
    if (!isUndo) return { step: 'undone', done: 0 };
    await recordEnd(tx, running, 'import.undone', kept.count);
    return { step: 'undone', done, kept: kept.shown(), undoneAt: new Date() };
  };
  const total = running.created + running.changed;
  if (database.kind === 'pglite' && total > AT_ONCE) {
    const kept = createKept(running.kept);
    await eachByItself(running, NEXT.applied, running.done, async (writing, portion) => {
      await writeBack(steps, running, writing, kept, (prepare) => prepare(...portion));
      return isUndo ? { kept: kept.shown() } : {};
    });
    return atOnce(running, (writing) => {
      writing.touch(null);
      return end(writing, total, kept);
    });
  }
  await atOnce(running, async (writing) => {
    const kept = createKept([]);
    let done = 0;
    await writeBack(steps, running, writing, kept, (prepare) =>
      portions(writing.raw, running, NEXT.applied, '', async (...portion) => {
        await prepare(...portion);
        await progress(running, (done += portion[2]));
      }),
    );
    return end(writing, done, kept);
  });
}

/** What stays as somebody else made it: how much, and the first of it. */
interface Kept {
  count: number;
  add(more: CellProblem[]): void;
  shown(): CellProblem[];
}

/** @param before what an earlier run of the step has found */
function createKept(before: CellProblem[]): Kept {
  const first = [...before];
  return {
    count: before.length,
    add(more) {
      this.count += more.length;
      first.push(...more.slice(0, Math.max(0, ERRORS_SHOWN - first.length)));
    },
    shown: () => first.toSorted((one, other) => one.row - other.row),
  };
}

/** Puts back the tools that are prepared `through` one portion or all. */
async function writeBack(
  { database, goOn }: Steps,
  running: Running,
  { tx, raw, touch }: Writing,
  kept: Kept,
  through: (prepare: (...portion: Portion<string>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { id, actorId, actorEmail, fileName, step } = running;
  const reason = step === 'undoing' ? reasonOf('Import undone', fileName) : 'Import came to nothing';
  const prepare = () =>
    through(async (after, last) => {
      const rows = await raw<PreparedRow>(PREPARE_BACK, [id, after, last, reason, actorId, actorEmail]);
      touch(rows.map(({ tool }) => tool));
    });
  const prepareAgain = async (rows: number[]) => {
    await raw(FORGET, [id, rows, '.back']);
    await raw(PREPARE_BACK_AGAIN, [id, rows, null, reason, actorId, actorEmail]);
  };
  const again = async (left: PreparedRow[]) => {
    const changed = left.filter((one) => !one.exceptional).map(({ row }) => row);
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
    const one = await putBackRows(tx, { id: actorId, email: actorEmail }, id, reason, found);
    touch(one.toolIds);
    kept.add(one.kept);
  };
  await writePrepared(database.kind, { tx, raw, id, goOn }, { prepare, prepareAgain, again });
}
