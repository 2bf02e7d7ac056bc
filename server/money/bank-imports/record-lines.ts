import { type Sentence, sentence } from '#contract/sentences.ts';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ImportProgress } from '#contract/catalogue/imports.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import type { BankDecision } from '#contract/money/bank-imports.ts';
import { centsToMoney } from '#contract/money.ts';
import { LARGEST_SUM_CENTS } from '#contract/numbers.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { violates } from '#server/engine/db/faults.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { importNotFound } from '#server/catalogue/imports/imports.ts';
import { recordPayment } from '#server/money/account/record-payment.ts';
import type { LetterSources } from '#server/money/letters/order-letter.ts';
import { lockOrders } from '#server/buying/order-life/follow-settlements.ts';
import { leftToPay } from '#server/buying/ledger/left-to-pay.ts';
import { recordTransfer } from '#server/money/payments/record-transfer.ts';
import { record } from '#server/people/audit/audit.ts';
import { rememberAnswers } from './bank-formats.ts';
import { bankImportOf, type LineRow, progressOf } from './bank-imports.ts';
import { bankImports, bankLines } from './bank-imports.sql.ts';
import { knownAmong, seenLike } from './known-movements.ts';

/** A bank's reference is kept so far. */
const MAX_REFERENCE = 140;

/**
 * Records the payments of a file that are matched, all or nothing; a repeat changes nothing.
 * @param commit.leaveOut passes over the rows in error
 * @returns how far it is, and the orders that nobody should pay by card any more
 * @throws AppError IMPORT_NOT_FOUND, IMPORT_HAS_ERRORS, STALE_IMPORT where something was paid since it was read
 */
export async function commitBankImport(
  tx: Tx,
  sources: LetterSources,
  caller: Caller,
  { id, leaveOut }: { id: string; leaveOut: boolean },
): Promise<{ progress: ImportProgress; settled: string[] }> {
  const [found] = await tx.select().from(bankImports).where(eq(bankImports.id, id)).for('update');
  if (!found) throw importNotFound();
  if (found.committedAt !== null) return { progress: progressOf(await bankImportOf(tx, id)), settled: [] };
  if (found.errors.length > 0 && !leaveOut)
    throw new AppError('IMPORT_HAS_ERRORS', sentence('This file has errors. Correct them and send it again.'), {
      issues: found.errors
        .slice(0, 100)
        .map(({ row, column, message }) => ({ path: `row ${row}, ${column}`, message: { text: message } })),
    });
  const lines = await tx
    .select()
    .from(bankLines)
    .where(
      and(
        eq(bankLines.importId, id),
        isNull(bankLines.recordedAt),
        isNull(bankLines.asideAt),
        sql`${bankLines.found} ->> 'outcome' = 'matched'`,
      ),
    )
    // Companies are locked in one order, whoever else records payments of several.
    .orderBy(sql`${bankLines.found} ->> 'companyId'`, asc(bankLines.row));
  const [seen] = await seenBefore(tx, id, lines);
  if (seen) throw stale(seen.row, sentence('It was recorded from another file in the meantime.'));
  const settled: string[] = [];
  for (const line of lines.filter(isOfAccount)) settled.push(...(await recordLine(tx, sources, caller, line)));
  const ofOrders = lines.filter((line) => !isOfAccount(line));
  // All before the first of them takes the number of an invoice: whoever pays one by card has locked it and waits for that number.
  await lockOrders(
    tx,
    ofOrders.flatMap(({ found: { orderId } }) => orderId ?? []),
  );
  for (const line of ofOrders) settled.push(...(await recordLine(tx, sources, caller, line)));
  await tx
    .update(bankImports)
    .set({ committedAt: sql`now()` })
    .where(eq(bankImports.id, id));
  // What somebody said of columns without headings proved itself.
  if (found.shape !== '' && found.answers.columns) await rememberAnswers(tx, found.shape, found.answers);
  await record(tx, caller, 'bank-import.committed', id, { file: found.fileName, payments: lines.length });
  return { progress: progressOf(await bankImportOf(tx, id)), settled };
}

const isOfAccount = ({ found }: LineRow) => found.companyId !== null;

async function recordLine(tx: Tx, sources: LetterSources, actor: Caller, line: LineRow): Promise<string[]> {
  try {
    await markRecorded(tx, line);
    const { companyId, allocate, orderId } = line.found;
    const payment = { date: line.receivedOn, reference: referenceOf(line) };
    if (companyId !== null) {
      const wanted = { ...payment, amount: centsToMoney(line.amountCents), allocate };
      const { settled, discountCents } = await recordPayment(tx, { actor, companyId, wanted, isFromBank: true });
      if (discountCents !== (line.found.discountCents ?? 0))
        throw stale(line.row, sentence('The cash discount of these invoices has changed.'));
      return settled;
    }
    if (orderId === null) throw new Error(`the payment in row ${line.row} is matched with nothing`);
    await lockOrders(tx, [orderId]);
    // What was credited since is not what the bank has.
    if ((await leftToPay(tx, orderId)) !== line.amountCents)
      throw stale(line.row, sentence('The amount due on this order has changed.'));
    await recordTransfer(tx, sources, { actor, orderId, wanted: payment });
    return [orderId];
  } catch (error) {
    if (error instanceof AppError && STALE.has(error.code)) throw stale(line.row, error.sentence);
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

function stale(row: number, message: Sentence): AppError {
  return new AppError(
    'STALE_IMPORT',
    sentence('Something has been paid since this file was read. Nothing was recorded; send the file again.'),
    {
      issues: [{ path: `row ${row}`, message }],
    },
  );
}

/** @throws AppError LINE_BOOKED where the same payment was recorded before, from this file or another */
async function markRecorded(tx: Tx, { importId, row }: Pick<LineRow, 'importId' | 'row'>): Promise<void> {
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

function booked(): AppError {
  return new AppError('LINE_BOOKED', sentence('This payment has already been recorded.'));
}

/**
 * Which of these lines were recorded or put aside since their file was read, from another file: two that hold the same movement may
 * both have been read before either is recorded. Whoever records from a bank's file waits here for the others.
 */
async function seenBefore(tx: Tx, importId: string, lines: LineRow[]): Promise<LineRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('bank lines', 0))`);
  const days = [...new Set(lines.map(({ receivedOn }) => receivedOn))];
  // Its other lines count, too: each movement that was seen is one of them.
  const all = await tx
    .select()
    .from(bankLines)
    .where(and(eq(bankLines.importId, importId), inArray(bankLines.receivedOn, days)))
    .orderBy(asc(bankLines.row));
  const [file] = await tx
    .select({ headings: bankImports.headings })
    .from(bankImports)
    .where(eq(bankImports.id, importId));
  const movements = all.map((line) => ({ ...line, date: line.receivedOn, headings: file?.headings ?? '' }));
  const seen = await seenLike(
    tx,
    lines.map((line) => ({ ...line, date: line.receivedOn })),
    importId,
  );
  const known = await knownAmong(movements, seen);
  return lines.filter((line) => known.get(all.findIndex(({ row }) => row === line.row))?.isSure === true);
}

function referenceOf({ reference, payer, row }: LineRow): string {
  // What is cut within a sign is no text that the audit log could hold.
  return (reference || payer || `Row ${row}`).slice(0, MAX_REFERENCE).toWellFormed();
}

/**
 * Records a payment of a file for a company that somebody names.
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
        isNull(bankLines.asideAt),
        inArray(sql`${bankLines.found} ->> 'outcome'`, ['matched', 'suggested', 'unmatched', 'foreign']),
      ),
    )
    .for('update');
  if (!line || line.amountCents <= 0) throw importNotFound();
  if (line.found.outcome === 'foreign')
    throw new AppError(
      'LINE_FOREIGN',
      sentence("{why}. Record what the bank credited for it in the company's account.", {
        why: { text: line.found.why },
      }),
    );
  if (line.amountCents > LARGEST_SUM_CENTS) throw invalid('row', sentence('A payment can be at most 1,000,000,000'));
  if ((await seenBefore(tx, importId, [line])).length > 0) throw booked();
  await markRecorded(tx, line);
  const wanted = {
    date: line.receivedOn,
    reference: referenceOf(line),
    amount: centsToMoney(line.amountCents),
    allocate,
  };
  return recordPayment(tx, { actor, companyId, wanted, isFromBank: true });
}
