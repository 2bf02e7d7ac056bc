import { sentence } from '#contract/sentences.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Import, ImportProgress } from '#contract/catalogue/imports.ts';
import type { Paging } from '#contract/lists.ts';
import type { Db } from '#server/engine/db/client.ts';
import { newestPage } from '#server/engine/http/by-time.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Page } from '#server/engine/http/paging.ts';
import { importRows, imports } from './imports.sql.ts';

type Row = typeof imports.$inferSelect;

export function importNotFound(): AppError {
  return new AppError('IMPORT_NOT_FOUND', sentence('There is no such import, or it is too old to be kept.'));
}

function stateOf({ step, problem }: Pick<Row, 'step' | 'problem'>): ImportProgress['state'] {
  if (step === 'checking' || step === 'committing' || step === 'reverting' || step === 'undoing') return 'running';
  return problem === null ? 'done' : 'failed';
}

/** An import as the contract shows it in lists. */
export function presentProgress(row: Row): ImportProgress {
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
    priceList: row.listId,
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
  if (!row) throw importNotFound();
  return { ...presentProgress(row), ...row.findings, errors: row.errors, preview: row.preview };
}

/** The imports of all staff, newest first. */
export async function listImports(db: Db, paging: Paging): Promise<Page<ImportProgress>> {
  const page = await newestPage(db, imports, undefined, paging);
  return { ...page, rows: page.rows.map((row) => ({ ...presentProgress(row), kept: row.kept.slice(0, 10) })) };
}

/** Whether an import counts or moves the stock of tools that are there. */
export async function movesStock(db: Db, id: string): Promise<boolean> {
  const [row] = await db
    .select({ row: importRows.row })
    .from(importRows)
    .where(
      and(eq(importRows.importId, id), eq(importRows.isNew, false), sql`${importRows.after} ? 'availableQuantity'`),
    )
    .limit(1);
  return row !== undefined;
}
