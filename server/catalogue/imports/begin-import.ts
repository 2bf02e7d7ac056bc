import { sentence } from '#contract/sentences.ts';
import { and, eq, or, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { importNotFound } from './imports.ts';
import { importRows, imports, type ImportStep } from './imports.sql.ts';
import { leased, type RunningImport } from './lease.ts';

/** An import that a step was asked of. */
export interface StepStart {
  row: RunningImport;
  /** Whether the step began by this, and is the caller's process's to do. */
  isMine: boolean;
}

/** To commit a sheet, or one with errors without the rows that have them. */
export type CommitMode = 'committing' | 'leaving-out';

/** The steps that somebody asks for: after which they begin, and why they may not after others. */
const ASKED: Record<'committing' | 'undoing', { after: ImportStep; refuse: (row: RunningImport) => void }> = {
  committing: {
    after: 'checked',
    refuse({ step, errorCount }) {
      if (step === 'checked' && errorCount > 0)
        throw new AppError(
          'IMPORT_HAS_ERRORS',
          sentence(
            'This sheet has errors. Correct them in the spreadsheet and send it again, or leave out the rows with errors.',
          ),
          { facts: { errorCount } },
        );
      if (step === 'undoing' || step === 'undone')
        throw new AppError(
          'STALE_IMPORT',
          sentence('This import was undone. Send the sheet again to import it again.'),
        );
    },
  },
  undoing: {
    after: 'committed',
    refuse({ step }) {
      if (step === 'checked' || step === 'committing' || step === 'reverting')
        throw new AppError(
          'IMPORT_NOT_COMMITTED',
          sentence('This import was not committed, so there is nothing to undo.'),
        );
    },
  },
};

/**
 * Lets a step of an import begin; one whose step is done, or is just being, stays as it is.
 * @param me the process that will do it
 * @throws AppError IMPORT_NOT_FOUND; of a commit IMPORT_HAS_ERRORS, STALE_IMPORT where it was undone; of an undo IMPORT_NOT_COMMITTED
 */
export async function begin(
  db: Db,
  me: string,
  caller: Caller,
  id: string,
  asked: CommitMode | 'undoing',
): Promise<StepStart> {
  const step = asked === 'leaving-out' ? 'committing' : asked;
  const { after, refuse } = ASKED[step];
  const isClean = eq(imports.errorCount, 0);
  const others = or(isClean, sql`exists (select from ${importRows} where ${importRows.importId} = ${id})`);
  const ready = { committing: isClean, 'leaving-out': others, undoing: undefined }[asked];
  const [mine] = await db
    .update(imports)
    .set({
      step,
      done: 0,
      problem: null,
      kept: [],
      actorId: caller.userId,
      actorEmail: caller.email,
      actorKey: caller.key?.name ?? null,
      runner: me,
      leaseUntil: leased,
    })
    .where(and(eq(imports.id, id), eq(imports.step, after), ready))
    .returning();
  if (mine) return { row: mine, isMine: true };
  const [row] = await db.select().from(imports).where(eq(imports.id, id));
  if (!row || row.step === 'checking') throw importNotFound();
  refuse(row);
  return { row, isMine: false };
}
