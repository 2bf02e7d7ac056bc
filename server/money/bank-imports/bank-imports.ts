import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { ERRORS_SHOWN, type ImportProgress } from '#contract/catalogue/imports.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import type { BankDecision, BankImport, BankImportQuery, BankLine } from '#contract/money/bank-imports.ts';
import { dayOf } from '#contract/days.ts';
import { centsToMoney } from '#contract/money.ts';
import { LARGEST_SUM_CENTS } from '#contract/numbers.ts';
import type { Database, Db, Tx } from '#server/engine/db/client.ts';
import { violates } from '#server/engine/db/faults.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { importNotFound } from '#server/catalogue/imports/imports.ts';
import { recordPayment } from '#server/money/account/record-payment.ts';
import type { LetterSources } from '#server/money/letters/order-letter.ts';
import { lockOrders } from '#server/money/payments/settle-orders.ts';
import { owedNow } from '#server/buying/account/owed.ts';
import { recordTransfer } from '#server/money/payments/record-transfer.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { record } from '#server/people/audit/audit.ts';
import { answersOf, rememberAnswers } from './bank-formats.ts';
import { bankImports, bankLines } from './bank-imports.sql.ts';
import { matchPayments } from './match-payments.ts';
import { readBankFile } from './read-bank-file.ts';

type LineRow = typeof bankLines.$inferSelect;

/** The ids of banks' files begin so: the call that commits imports knows by it whose one is. */
const BANK_IMPORT = 'bank-';
/** What nobody recorded of a file is kept for so long. */
const KEPT_DAYS = 90;
/** A bank's reference is kept so far. */
const MAX_REFERENCE = 140;
const PART = 500;

/**
 * Reads a bank's file and says what its payments are for; nothing is recorded yet.
 * @param path the file on the disk
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, TOO_MANY_ROWS
 */
export async function readBankImport(
  database: Database,
  caller: Caller,
  path: string,
  { name: fileName = '', answers: said, remember = true }: BankImportQuery,
): Promise<BankImport> {
  const { db } = database;
  const { currency, timeZone } = await settingsNow(db);
  const now = { currency, today: dayOf(new Date(), timeZone) };
  const answersFor = (headings: string) => answersOf(db, headings, said ?? {});
  const { payments, errors, questions, answers, headings } = await readBankFile(path, { ...now, answersFor });
  const known = await recordedAmong(
    db,
    payments.map(({ key }) => key),
  );
  const found = await matchPayments(db, payments, known, now);
  const id = BANK_IMPORT + newId();
  await transaction(database, async (tx) => {
    await tx.execute(sql`
      delete from bank_lines where recorded_at is null and import_id in (
        select id from bank_imports where created_at < now() - make_interval(days => ${KEPT_DAYS}))`);
    await tx
      .insert(bankImports)
      .values({ id, actorEmail: caller.email, fileName, errors: errors.slice(0, ERRORS_SHOWN), questions, answers });
    if (said && remember && headings !== '') await rememberAnswers(tx, headings, answers);
    for (let start = 0; start < payments.length; start += PART) {
      await tx.insert(bankLines).values(
        payments.slice(start, start + PART).map(({ row, key, date, amountCents, reference, payer }, index) => ({
          importId: id,
          row,
          key,
          receivedOn: date,
          amountCents,
          reference,
          payer,
          found: found[start + index]!,
        })),
      );
      await letOthersRun();
    }
  });
  return bankImportOf(db, id);
}

async function recordedAmong(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: bankLines.key })
    .from(bankLines)
    .where(and(sql`${bankLines.key} = any(${sql.param(keys)}::text[])`, isNotNull(bankLines.recordedAt)));
  return new Set(rows.map(({ key }) => key));
}

/** One import with its payments. @throws AppError IMPORT_NOT_FOUND */
export async function bankImportOf(db: Db, id: string): Promise<BankImport> {
  const [found] = await db.select().from(bankImports).where(eq(bankImports.id, id));
  if (!found) throw importNotFound();
  const lines = await db.select().from(bankLines).where(eq(bankLines.importId, id)).orderBy(asc(bankLines.row));
  return {
    _id: id,
    fileName: found.fileName,
    actor: found.actorEmail,
    createdAt: found.createdAt.toISOString(),
    ...(found.committedAt === null ? {} : { committedAt: found.committedAt.toISOString() }),
    created: lines.filter((line) => line.found.outcome === 'matched').length,
    changed: 0,
    unchanged: lines.filter((line) => line.found.outcome === 'known').length,
    errorCount: found.errors.length,
    columns: [],
    missing: [],
    problems: [],
    questions: found.questions,
    answers: found.answers,
    errors: found.errors,
    rows: lines.map(presentLine),
  };
}

function presentLine({ row, receivedOn, amountCents, reference, payer, found, recordedAt }: LineRow): BankLine {
  const line = { row, date: receivedOn, amount: centsToMoney(amountCents), reference, payer, ...found };
  if (recordedAt === null) return line;
  // What was found out about one that somebody decided is over.
  const decided = found.outcome === 'matched' ? {} : { why: 'Somebody said what it is for', suggestions: [] };
  return { ...line, ...decided, outcome: 'recorded' };
}

/** Whether it is an import of a bank's file. */
export function isBankImport(id: string): boolean {
  return id.startsWith(BANK_IMPORT);
}

/**
 * Records the payments of a file that are matched, all or nothing; a repeat changes nothing.
 * @returns how far it is, and the orders that nobody should pay by card any more
 * @throws AppError IMPORT_NOT_FOUND, IMPORT_HAS_ERRORS, STALE_IMPORT where something was paid since it was read
 */
export async function commitBankImport(
  tx: Tx,
  sources: LetterSources,
  caller: Caller,
  id: string,
): Promise<{ progress: ImportProgress; settled: string[] }> {
  const [found] = await tx.select().from(bankImports).where(eq(bankImports.id, id)).for('update');
  if (!found) throw importNotFound();
  if (found.committedAt !== null) return { progress: progressOf(await bankImportOf(tx, id)), settled: [] };
  if (found.errors.length > 0)
    throw new AppError('IMPORT_HAS_ERRORS', 'This file has errors. Mend them, and send it again.', {
      issues: found.errors
        .slice(0, 100)
        .map(({ row, column, message }) => ({ path: `row ${row}, ${column}`, message })),
    });
  const lines = await tx
    .select()
    .from(bankLines)
    .where(
      and(eq(bankLines.importId, id), isNull(bankLines.recordedAt), sql`${bankLines.found} ->> 'outcome' = 'matched'`),
    )
    // Firms are locked in one order, whoever else records payments of several.
    .orderBy(sql`${bankLines.found} ->> 'companyId'`, asc(bankLines.row));
  const settled: string[] = [];
  for (const line of lines) settled.push(...(await recordLine(tx, sources, caller, line)));
  await tx
    .update(bankImports)
    .set({ committedAt: sql`now()` })
    .where(eq(bankImports.id, id));
  await record(tx, caller, 'bank-import.committed', id, { file: found.fileName, payments: lines.length });
  return { progress: progressOf(await bankImportOf(tx, id)), settled };
}

async function recordLine(tx: Tx, sources: LetterSources, actor: Caller, line: LineRow): Promise<string[]> {
  try {
    await markRecorded(tx, line);
    const { companyId, allocate, orderId } = line.found;
    const payment = { date: line.receivedOn, reference: referenceOf(line) };
    if (companyId !== null) {
      const wanted = { ...payment, amount: centsToMoney(line.amountCents), allocate };
      return (await recordPayment(tx, { actor, companyId, wanted, isFromBank: true })).settled;
    }
    if (orderId === null) throw new Error(`the payment in row ${line.row} is matched with nothing`);
    await lockOrders(tx, [orderId]);
    // What was credited since is not what the bank has.
    if ((await owedNow(tx, orderId)) !== line.amountCents) throw stale(line.row, 'Another sum is open of this order.');
    await recordTransfer(tx, sources, { actor, orderId, wanted: payment });
    return [orderId];
  } catch (error) {
    if (error instanceof AppError && STALE.has(error.code)) throw stale(line.row, error.message);
    throw error;
  }
}

const STALE: ReadonlySet<string> = new Set([
  'ALLOCATION_TOO_LARGE',
  'ORDER_PAID',
  'ORDER_NOT_FOUND',
  'ORDER_REFUNDED',
  'COMPANY_NOT_FOUND',
  'VALIDATION_ERROR',
  'LINE_BOOKED',
]);

function stale(row: number, message: string): AppError {
  return new AppError(
    'STALE_IMPORT',
    'Something was paid since this file was read. Send it again: nothing was recorded.',
    {
      issues: [{ path: `row ${row}`, message }],
    },
  );
}

/** @throws AppError LINE_BOOKED where the same payment was recorded before, from this file or another */
async function markRecorded(tx: Tx, { importId, row }: Pick<LineRow, 'importId' | 'row'>): Promise<void> {
  const booked = () => new AppError('LINE_BOOKED', 'This payment was recorded before.');
  const marked = await tx
    .transaction((inner) =>
      inner
        .update(bankLines)
        .set({ recordedAt: sql`now()` })
        .where(and(eq(bankLines.importId, importId), eq(bankLines.row, row), isNull(bankLines.recordedAt)))
        .returning({ row: bankLines.row }),
    )
    .catch((error: unknown) => {
      throw violates(error, 'bank_lines_recorded') ? booked() : error;
    });
  if (marked.length === 0) throw booked();
}

function referenceOf({ reference, payer, row }: LineRow): string {
  // What is cut within a sign is no text that the audit log could hold.
  return (reference || payer || `Row ${row}`).slice(0, MAX_REFERENCE).toWellFormed();
}

/**
 * Records a payment of a file for a firm that somebody names.
 * @returns the entry, and the orders that nobody should pay by card any more
 * @throws AppError IMPORT_NOT_FOUND, COMPANY_NOT_FOUND, LINE_BOOKED, LINE_FOREIGN, ALLOCATION_TOO_LARGE; 400 at row
 */
export async function decideLine(
  tx: Tx,
  actor: Caller,
  importId: string,
  { row, companyId, allocate }: BankDecision,
): Promise<{ entry: AccountEntry; settled: string[] }> {
  const [line] = await tx
    .select()
    .from(bankLines)
    .where(
      and(
        eq(bankLines.importId, importId),
        eq(bankLines.row, row),
        inArray(sql`${bankLines.found} ->> 'outcome'`, ['matched', 'suggested', 'unmatched', 'foreign']),
      ),
    )
    .for('update');
  if (!line || line.amountCents <= 0) throw importNotFound();
  if (line.found.outcome === 'foreign')
    throw new AppError(
      'LINE_FOREIGN',
      `${line.found.why}. Record in the account of the firm what the bank gave for it.`,
    );
  if (line.amountCents > LARGEST_SUM_CENTS) throw invalid('row', 'A payment is of 1,000,000,000 at most');
  await markRecorded(tx, line);
  const wanted = {
    date: line.receivedOn,
    reference: referenceOf(line),
    amount: centsToMoney(line.amountCents),
    allocate,
  };
  return recordPayment(tx, { actor, companyId, wanted, isFromBank: true });
}

/** How far an import is. */
export function progressOf(found: BankImport): ImportProgress {
  const {
    columns: _read,
    missing: _not,
    problems: _why,
    questions: _asked,
    answers: _said,
    errors: _which,
    rows,
    ...told
  } = found;
  return {
    ...told,
    state: 'done',
    step: told.committedAt === undefined ? 'checked' : 'committed',
    done: rows.filter(({ outcome }) => outcome === 'recorded').length,
    rows: told.created + told.changed,
    priceList: null,
    kept: [],
  };
}
