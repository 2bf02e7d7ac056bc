import { asc, eq, sql } from 'drizzle-orm';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { ERRORS_SHOWN, type ImportProgress } from '#contract/catalogue/imports.ts';
import type { BankImport, BankImportQuery, BankLine } from '#contract/money/bank-imports.ts';
import { type Day, dayOf } from '#contract/days.ts';
import { centsToMoney, moneyToCents } from '#contract/money.ts';
import type { Database, Db } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { importNotFound } from '#server/catalogue/imports/imports.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { answersOf, rememberAnswers } from './bank-formats.ts';
import { bankImports, bankLines, type FoundOfLine } from './bank-imports.sql.ts';
import { knownAmong, seenLike } from './known-movements.ts';
import { matchPayments } from './match-payments.ts';
import { readBankFile } from './read-bank-file.ts';

export type LineRow = typeof bankLines.$inferSelect;

/** The ids of banks' files begin so: the call that commits imports knows by it whose one is. */
const BANK_IMPORT = 'bank-';
/** What nobody recorded of a file is kept for so long. */
const KEPT_DAYS = 90;
/** So many lines are written at once. */
const PART = 250;
const WRITTEN = sql.raw(
  'import_id, row, key, received_on, amount_cents, reference, payer, account, end_to_end, bank_id, found',
);

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
  const file = await readBankFile(path, { ...now, answersFor });
  const { payments, errors, problems, questions, leftOut, answers, headings, shape } = file;
  const coming = payments.map((payment) => ({ ...payment, headings }));
  const known = await knownAmong(coming, await seenLike(db, coming));
  const found = await matchPayments(db, payments, known, now);
  const id = BANK_IMPORT + newId();
  await transaction(database, async (tx) => {
    await tx.execute(sql`
      delete from bank_lines where recorded_at is null and aside_at is null and import_id in (
        select id from bank_imports where created_at < now() - make_interval(days => ${KEPT_DAYS}))`);
    await tx.insert(bankImports).values({
      id,
      actorEmail: caller.email,
      fileName,
      errors: errors.slice(0, ERRORS_SHOWN),
      questions,
      answers,
      headings,
      shape,
      problems,
      leftOut: leftOut.slice(0, ERRORS_SHOWN),
    });
    if (said && remember && headings !== '') await rememberAnswers(tx, headings, answers);
    for (let start = 0; start < payments.length; start += PART) {
      const part = payments.slice(start, start + PART).map((line, index) => ({
        import_id: id,
        row: line.row,
        key: line.key,
        received_on: line.date,
        amount_cents: line.amountCents,
        reference: line.reference.toWellFormed(),
        payer: line.payer.toWellFormed(),
        account: line.account.toWellFormed(),
        end_to_end: line.endToEnd.toWellFormed(),
        bank_id: line.bankId.toWellFormed(),
        found: found[start + index],
      }));
      // One parameter for all of them: PostgreSQL reads a JSON text far faster than thousands.
      await tx.execute(sql`insert into bank_lines (${WRITTEN}) select ${WRITTEN}
        from json_populate_recordset(null::bank_lines, ${JSON.stringify(part)}::json)`);
      await letOthersRun();
    }
  });
  return bankImportOf(db, id);
}

/** One import with its payments. @throws AppError IMPORT_NOT_FOUND */
export async function bankImportOf(db: Db, id: string): Promise<BankImport> {
  const [found] = await db.select().from(bankImports).where(eq(bankImports.id, id));
  if (!found) throw importNotFound();
  const lines = await db.select().from(bankLines).where(eq(bankLines.importId, id)).orderBy(asc(bankLines.row));
  const { closedUntil } = (await settingsNow(db)).books;
  const rows = lines.map((line) => presentLine(line, closedUntil));
  return {
    _id: id,
    fileName: found.fileName,
    actor: found.actorEmail,
    createdAt: found.createdAt.toISOString(),
    ...(found.committedAt === null ? {} : { committedAt: found.committedAt.toISOString() }),
    created: lines.filter((line) => line.found.outcome === 'matched').length,
    unchanged: lines.filter((line) => line.found.outcome === 'known').length,
    errorCount: found.errors.length,
    changed: 0,
    columns: [],
    missing: [],
    problems: found.problems,
    questions: found.questions,
    answers: found.answers,
    hasHeadings: found.headings !== '',
    errors: found.errors,
    closedUntil: rows.find(({ outcome, code }) => outcome === 'matched' && code !== null)?.closedUntil ?? null,
    leftOut: found.leftOut,
    rows,
  };
}

const OPEN: ReadonlySet<string> = new Set(['matched', 'suggested', 'unmatched']);

/** A line as it is told. @param closedUntil up to which day the books are closed; null: they are not */
export function presentLine(line: LineRow, closedUntil: Day | null): BankLine {
  const { row, receivedOn, amountCents, reference, payer, found, recordedAt, asideAt } = line;
  const { note = '', order: _named, payout = null, discountCents, ...told } = found;
  const discount = discountCents === undefined ? {} : { discount: centsToMoney(discountCents) };
  const paid = { row, date: receivedOn, amount: centsToMoney(amountCents), reference, payer };
  const said = { ...paid, ...told, ...discount, payout };
  const open = { code: null, closedUntil: null };
  const none = { ...open, settles: [], credit: 0 };
  if (asideAt !== null) {
    const aside = {
      outcome: 'aside',
      why: 'Somebody set it aside',
      known: true,
      ours: false,
      note: line.note,
    } as const;
    return { ...said, ...none, ...aside };
  }
  const ours = found.outcome !== 'aside';
  if (recordedAt === null) {
    const isClosed = closedUntil !== null && receivedOn <= closedUntil && OPEN.has(found.outcome);
    return {
      ...said,
      ...settledBy(found, amountCents),
      ...(isClosed ? { code: 'PERIOD_CLOSED', closedUntil } : open),
      known: found.outcome === 'known' || !ours,
      ours,
      note,
    };
  }
  // What was found out about one that somebody decided is over.
  const decided =
    found.outcome === 'matched'
      ? settledBy(found, amountCents)
      : { why: 'Somebody said what it is for', suggestions: [], payout: null };
  return { ...said, ...none, ...decided, outcome: 'recorded', known: true, ours: true, note: '' };
}

/** What a matched payment settles, and what of it stays as credit. */
function settledBy(found: FoundOfLine, amountCents: number): Pick<BankLine, 'settles' | 'credit'> {
  if (found.outcome !== 'matched') return { settles: [], credit: 0 };
  if (found.orderId !== null)
    return { settles: [{ number: found.order ?? '', amount: centsToMoney(amountCents) }], credit: 0 };
  const settles = found.allocate.map(({ invoiceNumber, amount }) => ({ number: invoiceNumber, amount }));
  const sum = settles.reduce((total, { amount }) => total + (moneyToCents(amount) ?? 0), 0);
  return { settles, credit: centsToMoney(amountCents - sum) };
}

/** Whether it is an import of a bank's file. */
export function isBankImport(id: string): boolean {
  return id.startsWith(BANK_IMPORT);
}

/** How far an import is. */
export function progressOf(found: BankImport): ImportProgress {
  const {
    columns: _read,
    missing: _not,
    problems: _why,
    questions: _asked,
    answers: _said,
    hasHeadings: _kept,
    errors: _which,
    closedUntil: _until,
    leftOut: _none,
    rows,
    ...told
  } = found;
  return {
    ...told,
    state: 'done',
    step: told.committedAt === undefined ? 'checked' : 'committed',
    done: rows.filter(({ outcome }) => outcome === 'recorded').length,
    rows: told.created,
    priceList: null,
    kept: [],
  };
}
