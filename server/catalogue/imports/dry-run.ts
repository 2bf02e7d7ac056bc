import { setImmediate as letOthersRun } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import {
  type CellProblem,
  type DryRun,
  type ImportQuery,
  ERRORS_SHOWN,
  MAX_IMPORT_ROWS,
  type PreviewRow,
  ROWS_SHOWN,
} from '#contract/catalogue/imports.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { listAttributes } from '#server/catalogue/attributes/attributes.ts';
import { requireList } from '#server/catalogue/price-lists/price-lists.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { sheetOfPrices } from './check-prices.ts';
import { createRowChecker, sheetOfTools } from './check-rows.ts';
import { previewOf, type StagedRow } from './staged-row.ts';
import type { NumberStyle, WrittenSoFar } from './cell-values.ts';
import { createFindings } from './findings.ts';
import { imports } from './imports.sql.ts';
import { readSheet } from './read-sheet.ts';
import { taughtHeadings, teachHeadings } from './taught-headings.ts';

const STAGE = `
insert into import_rows (import_id, row, tool_id, is_new, before, after, stock_seen)
select $1, staged.row, "toolId", "isNew", before, after, "stockSeen"
from jsonb_to_recordset($2::jsonb) as staged (
  row integer, "toolId" text, "isNew" boolean, before jsonb, after jsonb, "stockSeen" bigint)`;

/** Rows in error, or all of them. */
const LEAVE = `
delete from import_rows where import_id = $1 and ($2::int[] is null or row = any($2)) returning is_new as "isNew"`;

/**
 * Tells PostgreSQL what is in a large import: what it knows of the table is from before, and by that the next portion takes 20 ms
 * to be found. An import that goes without is slower, no more.
 */
const COUNT_ROWS = 'analyze import_rows (import_id, row, tool_id, is_new, applied)';
const MANY_ROWS = 1_000;

/**
 * Reads a sheet of tools, or of a price list's prices, says what it would change, and keeps that until it is committed;
 * nothing is changed.
 * @param path the sheet on the disk @param listId the list that it is of; null: of tools
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, TOO_MANY_ROWS
 */
export async function dryRun(
  { database, config }: { database: Database; config: Config },
  caller: Caller,
  path: string,
  { name: fileName = '', columns = {}, remember = false }: ImportQuery,
  listId: string | null = null,
): Promise<DryRun> {
  if (remember) await teachHeadings(database.db, columns);
  const taught = await taughtHeadings(database.db, columns);
  const sheet = await readSheet(path);
  const id = newId();
  const found = { created: 0, changed: 0, unchanged: 0, errorCount: 0 };
  const errors: CellProblem[] = [];
  const rows: PreviewRow[] = [];
  const findings = createFindings();
  const complain = (more: CellProblem[]) => {
    found.errorCount += more.length;
    findings.complain(more);
    errors.push(...more.slice(0, Math.max(0, ERRORS_SHOWN - errors.length)));
  };
  const stage = async (staged: StagedRow[]) => {
    for (const each of staged) found[each.isNew ? 'created' : 'changed']++;
    rows.push(...staged.slice(0, Math.max(0, ROWS_SHOWN - rows.length)).map(previewOf));
    if (staged.length > 0) await database.raw(STAGE, [id, JSON.stringify(staged)]);
  };
  try {
    await database.db.insert(imports).values({
      id,
      actorId: caller.userId,
      actorEmail: caller.email,
      actorKey: caller.key?.name ?? null,
      fileName,
      listId,
    });
    const { currency } = await settingsNow(database.db);
    const attributes = await listAttributes(database.db);
    const written: WrittenSoFar = { commas: null, hasPoints: sheet.hasCommas, isMixed: false, joined: null };
    const reading: NumberStyle = { decimalCommas: sheet.decimalCommas, written, currency, attributes };
    const kind = listId === null ? sheetOfTools(config) : sheetOfPrices(listId);
    const checker = createRowChecker(kind, reading, taught);
    for await (const part of sheet.parts) {
      if ((part.at(-1)?.row ?? 0) > MAX_IMPORT_ROWS) throw tooMany();
      const checked = await checker.check(database.db, part);
      found.unchanged += checked.unchanged;
      complain(checked.errors);
      findings.miss(checked.missing);
      await stage(checked.staged);
      await letOthersRun();
    }
    const broken = checker.problems(sheet.problems);
    complain(broken);
    errors.sort((one, other) => one.row - other.row);
    // Of a sheet that could not be read to its end, or whose columns nobody knows, no part is ever written.
    const isWhole = checker.isUsable() && sheet.problems.every(({ column }) => column !== null);
    const left = isWhole ? broken.map(({ row }) => row) : null;
    const shown = rows.filter(({ row }) => left !== null && !left.includes(row));
    if (found.errorCount > 0) await leaveRows(database, id, left, found);
    if (found.created + found.changed > MANY_ROWS) await database.raw(COUNT_ROWS).catch(() => {});
    const beside = findings.result(checker.columns());
    await database.db
      .update(imports)
      .set({ ...found, findings: beside, errors, preview: shown, step: 'checked' })
      .where(eq(imports.id, id));
    return { _id: id, ...found, ...beside, errors, rows: shown };
  } catch (error) {
    await database.db
      .delete(imports)
      .where(eq(imports.id, id))
      .catch(() => {});
    // A list that is removed meanwhile takes the import along.
    if (listId !== null) await requireList(database.db, listId);
    throw error;
  } finally {
    await sheet.close();
  }
}

/** Takes rows out of what an import would write, and of what it counts. @param left null: all of them */
async function leaveRows(
  database: Database,
  id: string,
  left: number[] | null,
  found: { created: number; changed: number },
): Promise<void> {
  if (left?.length === 0) return;
  for (const { isNew } of await database.raw<{ isNew: boolean }>(LEAVE, [id, left]))
    found[isNew ? 'created' : 'changed']--;
}

function tooMany(): AppError {
  return new AppError('TOO_MANY_ROWS', `A sheet may have at most ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows.`);
}
