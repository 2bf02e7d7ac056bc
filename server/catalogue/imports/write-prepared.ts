import { setImmediate as others } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database, RawQuery, Tx } from '#server/engine/db/client.ts';
import {
  BEHIND,
  ENDS,
  FORGET_PRICES,
  IN_ORDER,
  type Kinds,
  KINDS,
  LOCK,
  LOCK_ROWS,
  PREPARED,
  PREPARED_ALL,
  PRICES,
  writing,
} from './import-statements.ts';
import { pauseAfter } from './portions.ts';

/** Of what is prepared a statement is over so many rows: more than otherwise, since orders wait for all that lies between two statements too. */
const PORTION = { pglite: 1_000, postgres: 5_000 };
/** Of rows that were not written as they were prepared so many are looked at together. */
const LEFT = 1_000;
/** So long an import waits for a tool that an order or an edit holds, before it lets go of all and begins again. */
export const LOCK_TIMEOUT_MS = 2_000;
/**
 * The same where it may be in a circle: tools that were written since they were prepared are locked after others with higher ids. That is
 * before PostgreSQL looks for a deadlock (1 s), so that it is the import that gives way.
 */
const LATE_LOCK_TIMEOUT_MS = 500;

/** A row of an import that is prepared to be written. */
export interface PreparedRow {
  row: number;
  tool: string;
  /** Whether it cannot be written as it is. */
  exceptional: boolean;
}

/**
 * Works out everything first and locks nobody, then locks and writes all of it at once:
 *
 * 1. prepare: portion by portion (PREPARE) all columns to come go into `import_prepared`, a table of the transaction's own, with
 *    the version of each tool. What cannot simply be written is exceptional: a commit ends there, an undo looks at it in step 4.
 * 2. `prepareAgain`: rows whose tools were written meanwhile (BEHIND) are forgotten and prepared anew; then the prices to come
 *    are written beside the old ones (PRICES), where nobody sees them yet. Until here orders of these tools go on.
 * 3. lock and write (`writing`): in the order of the ids, as orders lock them, each tool that is still of the version it was
 *    prepared for. It is locked by being written, or by LOCK first where different kinds of statements take turns.
 * 4. `again`: what is left, exceptional or written by somebody in the last moment, is locked (LOCK_ROWS), looked at and written.
 *
 * Why in this order: docs/decisions/525-imports-lock-late.md and 515-imports-write-prices-first.md.
 * @param goOn throws where the process ends
 * @param steps `prepareAgain` prepares rows again whose tools were written since; `again` looks, their tools locked, at rows that could not be
 * written as they were prepared
 */
export async function writePrepared(
  kind: Database['kind'],
  { tx, raw, id, goOn }: { tx: Tx; raw: RawQuery; id: string; goOn: () => void },
  {
    prepare,
    prepareAgain,
    again,
  }: {
    prepare: () => Promise<void>;
    prepareAgain: (rows: number[]) => Promise<void>;
    again: (rows: PreparedRow[]) => Promise<void>;
  },
): Promise<void> {
  await tx.execute(sql.raw(PREPARED));
  await prepare();
  for (const statement of PREPARED_ALL) await tx.execute(sql.raw(statement));
  const [kinds] = await raw<Kinds>(KINDS, [id]);
  if (!kinds) return;
  const ends = await raw<{ last: string }>(ENDS, [PORTION[kind]]);
  const each = async (work: (after: string, last: string) => Promise<void>) => {
    let after = '';
    for (const { last } of ends) {
      goOn();
      await work(after, last);
      after = last;
      if (kind === 'pglite') await others();
    }
  };
  await each(async (after, last) => {
    const began = performance.now();
    const behind = (await raw<{ row: number }>(BEHIND, [after, last])).map(({ row }) => row);
    if (behind.length > 0) await prepareAgain(behind);
    if (kinds.fields.includes('price')) await raw(PRICES, [after, last]);
    if (ends.length > 1) await pauseAfter(began);
  });
  const isMixed = Number(kinds.plain) + Number(kinds.renamed) + Number(kinds.removed) > 1;
  const write = writing(kinds);
  const left: PreparedRow[] = [];
  await raw(IN_ORDER.begin);
  await each(async (after, last) => {
    if (isMixed) await raw(LOCK, [after, last]);
    left.push(...(await raw<PreparedRow>(write, [after, last])));
  });
  await raw(IN_ORDER.end);
  for (let at = 0; at < left.length; at += LEFT) {
    const some = left.slice(at, at + LEFT);
    const rows = some.map(({ row }) => row);
    await tx.execute(sql.raw(`set local lock_timeout = ${LATE_LOCK_TIMEOUT_MS}`));
    await raw(LOCK_ROWS, [rows]);
    await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`));
    await again(some);
    await raw(FORGET_PRICES, [id, rows]);
  }
}
