import { sentence } from '#contract/sentences.ts';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import {
  type CellProblem,
  type DryRun,
  type ImportQuery,
  ERRORS_SHOWN,
  MAX_IMPORT_ROWS,
  type NewAttribute,
  type TakenColumns,
  type PreviewRow,
  ROWS_SHOWN,
} from '#contract/catalogue/imports.ts';
import type { SheetReader } from '#sheets/sheet-rows.ts';
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
import { keepLeftRows, noteReasons } from './left-rows.ts';
import { newAttributes, saidAnew } from './new-attributes.ts';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { TaughtHeadings } from './columns.ts';
import { taughtHeadings } from './taught-headings.ts';

const STAGE = `
insert into import_rows (import_id, row, tool_id, is_new, before, after, kept_before, kept_after, stock_seen)
select $1, staged.row, "toolId", "isNew", before, after, "keptBefore", "keptAfter", "stockSeen"
from jsonb_to_recordset($2::jsonb) as staged (
  row integer, "toolId" text, "isNew" boolean, before jsonb, after jsonb, "keptBefore" jsonb, "keptAfter" jsonb,
  "stockSeen" bigint)`;

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
  const taught = await taughtHeadings(database.db, columns);
  const there = await listAttributes(database.db);
  const made = await attributesOf(path, listId === null ? columns : {}, taught, there);
  const sheet = await readSheet(path);
  const id = newId();
  const found = { created: 0, changed: 0, unchanged: 0, errorCount: 0 };
  const errors: CellProblem[] = [];
  const rows: PreviewRow[] = [];
  const findings = createFindings();
  /** Why rows cannot be written, by their numbers. */
  const wrong = new Map<number, string[]>();
  const complain = (more: CellProblem[]) => {
    found.errorCount += more.length;
    findings.complain(more);
    noteReasons(wrong, more);
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
      teach: remember ? columns : {},
    });
    const { currency } = await settingsNow(database.db);
    const attributes = [...there, ...made.map((each) => ({ ...each, isFacet: true }))];
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
    await keepLeft(database, id, path, { headingRow: checker.headingRow(), isWhole, wrong });
    const beside = { ...findings.result(checker.columns()), attributes: made, headingRow: checker.headingRow() };
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

/** Reads a sheet from its beginning for one purpose. */
async function readOnce<T>(path: string, work: (sheet: SheetReader) => Promise<T>): Promise<T> {
  const sheet = await readSheet(path);
  try {
    return await work(sheet);
  } finally {
    await sheet.close();
  }
}

/** What a sheet makes of headings that are said to be attributes which there are not. */
async function attributesOf(
  path: string,
  columns: TakenColumns,
  taught: TaughtHeadings,
  there: readonly Attribute[],
): Promise<NewAttribute[]> {
  const anew = saidAnew(columns, there);
  return anew.size === 0 ? [] : readOnce(path, (sheet) => newAttributes(sheet, anew, taught, there));
}

/** Keeps the rows in error, where there are any and the others may be written. */
async function keepLeft(
  database: Database,
  id: string,
  path: string,
  { headingRow, isWhole, wrong }: { headingRow: number; isWhole: boolean; wrong: ReadonlyMap<number, string[]> },
): Promise<void> {
  if (isWhole && wrong.size > 0) await readOnce(path, (sheet) => keepLeftRows(database, id, sheet, headingRow, wrong));
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
  return new AppError(
    'TOO_MANY_ROWS',
    sentence('A sheet may have at most {most, number} rows.', { most: MAX_IMPORT_ROWS }),
  );
}
