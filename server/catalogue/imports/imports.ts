import { and, count, eq } from 'drizzle-orm';
import type { Import, ImportProgress } from '#contract/catalogue/imports.ts';
import type { Paging } from '#contract/lists.ts';
import type { Database, Db } from '#server/engine/db/client.ts';
import { newestFirst } from '#server/engine/http/by-time.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { type Page, pageOf } from '#server/engine/http/paging.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { imports, type ImportStep } from './imports.sql.ts';

type Row = typeof imports.$inferSelect;

function notFound(): AppError {
  return new AppError('IMPORT_NOT_FOUND', 'There is no such import, or it is too old to be kept.');
}

function stateOf({ step, problem }: Pick<Row, 'step' | 'problem'>): ImportProgress['state'] {
  if (step === 'checking' || step === 'committing' || step === 'reverting' || step === 'undoing') return 'running';
  return problem === null ? 'done' : 'failed';
}

function present(row: Row): ImportProgress {
  return {
    _id: row.id,
    state: stateOf(row),
    step: row.step,
    done: row.done,
    rows: row.created + row.changed,
    created: row.created,
    changed: row.changed,
    unchanged: row.unchanged,
    errorCount: row.errorCount,
    fileName: row.fileName,
    actor: row.actorEmail,
    createdAt: row.createdAt.toISOString(),
    ...(row.committedAt === null ? {} : { committedAt: row.committedAt.toISOString() }),
    ...(row.undoneAt === null ? {} : { undoneAt: row.undoneAt.toISOString() }),
    ...(row.problem === null ? {} : { problem: row.problem }),
    kept: row.kept,
  };
}

/** One import with what its dry run found. @throws AppError IMPORT_NOT_FOUND */
export async function getImport(db: Db, id: string): Promise<Import> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id));
  if (!row) throw notFound();
  return { ...present(row), ...row.findings, errors: row.errors, preview: row.preview };
}

/** How far an import is. @throws AppError IMPORT_NOT_FOUND */
export async function importProgress(db: Db, id: string): Promise<ImportProgress> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id));
  if (!row) throw notFound();
  return present(row);
}

/** The imports of all staff, newest first. */
export async function listImports(db: Db, { limit, cursor }: Paging): Promise<Page<ImportProgress>> {
  const { after, orderBy, micros } = newestFirst(imports.createdAt, imports.id, cursor);
  const rows = await db
    .select({ row: imports, micros })
    .from(imports)
    .where(and(after))
    .orderBy(...orderBy)
    .limit(limit + 1);
  const [counted] = await db.select({ total: count() }).from(imports);
  const page = pageOf(rows, limit, counted?.total ?? 0, ({ row, micros: at }) => [at, row.id]);
  return { ...page, rows: page.rows.map(({ row }) => ({ ...present(row), kept: row.kept.slice(0, 10) })) };
}

/**
 * Lets an import begin to be committed; one that is committed, or is just being, stays as it is.
 * @throws AppError IMPORT_NOT_FOUND, IMPORT_HAS_ERRORS, STALE_IMPORT where it was undone
 */
export function beginCommit(database: Database, caller: Caller, id: string): Promise<void> {
  return begin(database, caller, id, 'committing', ({ step, errorCount }) => {
    if (step === 'checking') throw notFound();
    if (errorCount > 0)
      throw new AppError(
        'IMPORT_HAS_ERRORS',
        'This sheet has errors. Mend them in the spreadsheet and send it again.',
        {
          facts: { errorCount },
        },
      );
    if (step === 'undoing' || step === 'undone')
      throw new AppError('STALE_IMPORT', 'This import was undone. Send the sheet again to import it again.');
    return step === 'checked';
  });
}

/**
 * Lets an import begin to be undone; one that is undone, or is just being, stays as it is.
 * @throws AppError IMPORT_NOT_FOUND, IMPORT_NOT_COMMITTED
 */
export function beginUndo(database: Database, caller: Caller, id: string): Promise<void> {
  return begin(database, caller, id, 'undoing', ({ step }) => {
    if (step === 'checking') throw notFound();
    if (step === 'checked' || step === 'committing' || step === 'reverting')
      throw new AppError('IMPORT_NOT_COMMITTED', 'This import was not committed, so there is nothing to put back.');
    return step === 'committed';
  });
}

function begin(
  database: Database,
  caller: Caller,
  id: string,
  step: ImportStep,
  mayBegin: (row: Row) => boolean,
): Promise<void> {
  return transaction(database, async (tx) => {
    const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update');
    if (!row) throw notFound();
    if (!mayBegin(row)) return;
    await tx
      .update(imports)
      .set({
        step,
        done: 0,
        problem: null,
        kept: [],
        actorId: caller.userId,
        actorEmail: caller.email,
        actorKey: caller.key?.name ?? null,
      })
      .where(eq(imports.id, id));
  });
}
