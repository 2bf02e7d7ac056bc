import { hash } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { CellProblem, ImportFindings } from '#contract/catalogue/imports.ts';
import { type BankAnswers, type BankQuestion, MAX_BANK_LINES } from '#contract/money/bank-imports.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { isCurrencyCode, isOwn } from '#server/catalogue/imports/currency-of-cells.ts';
import { readSheet } from '#server/catalogue/imports/read-sheet.ts';
import type { ReadCell, ReadRow } from '#sheets/sheet-rows.ts';
import { balanceOf, createBalanceCheck } from './balances.ts';
import { askAboutColumns, unknownColumnsOf } from './ask-about-columns.ts';
import { askAboutFile, type WayOfWriting } from './ask-about-file.ts';
import { bankDayOf, centsOf } from './bank-cells.ts';
import { pendingBelow, whyNotBooked } from './booked.ts';
import { type BankColumn, HEADING_ROWS, headingOf, textOf } from './bank-columns.ts';

/** A payment as the file has it; below 0 it went out. */
export interface ReadPayment {
  row: number;
  /** The same for the same payment in whatever file it comes again. */
  key: string;
  /** YYYY-MM-DD. */
  date: string;
  amountCents: number;
  /** As ISO 4217 has it, or the sign beside the amount; empty where the file does not say it. */
  currency: string;
  reference: string;
  payer: string;
  /** The shop's own account, the end-to-end id and the bank's own id; empty where the file does not say. */
  account: string;
  endToEnd: string;
  bankId: string;
  /** The bank takes back with it what it booked before. */
  isReversal: boolean;
  /** Why it is not booked; null where it is. */
  pending: string | null;
}

const MAX_TEXT = 1_000;
/** What stands in place of a day, or of a reference, before a sum or a balance. */
const SUM =
  /^(?:grand |sub-?)?(?:total|sum|saldo|balance|gesamt|closing|opening|beginning|solde|endsaldo|anfangssaldo)/i;
/** After so many rows others have the processor for a moment. */
const AT_A_STRETCH = 20;

/** What a bank's file holds. */
export interface ReadBankFile {
  payments: ReadPayment[];
  errors: CellProblem[];
  /** Where balances and lines do not add up. */
  problems: ImportFindings['problems'];
  questions: BankQuestion[];
  /** What was taken for the answers. */
  answers: BankAnswers;
  /** The same for every file with these headings; empty where it has none. */
  headings: string;
}

interface Now {
  /** What the shop sells in. */
  currency: string;
  /** The shop's day. */
  today: string;
  /** What is known of files with such headings. */
  answersFor: (headings: string) => Promise<BankAnswers>;
}

/**
 * Reads the payments of a bank's file, CAMT.053 or CSV, known by its content, in the thread that reads sheets.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, TOO_MANY_ROWS
 */
export async function readBankFile(path: string, now: Now): Promise<ReadBankFile> {
  const sheet = await readSheet(path);
  try {
    const rows: ReadRow[] = [];
    for await (const part of sheet.parts) {
      rows.push(...part);
      if (rows.length > MAX_BANK_LINES + HEADING_ROWS)
        throw new AppError(
          'TOO_MANY_ROWS',
          `A bank file may have at most ${MAX_BANK_LINES.toLocaleString('en-US')} payments.`,
        );
    }
    const problems = sheet.problems.map(({ row, message }) => ({ row, column: '', message }));
    const read = await readRows(rows, now);
    return { ...read, errors: [...problems, ...read.errors] };
  } finally {
    await sheet.close();
  }
}

async function readRows(rows: ReadRow[], { currency, today, answersFor }: Now): Promise<ReadBankFile> {
  const { heading, headings, answers, question, row: firstRow } = await columnsIn(rows, answersFor);
  if (!heading) {
    const message = question
      ? NOT_SAID
      : 'No row has headings for a date and an amount. Send CAMT.053, or CSV with headings';
    const errors = [{ row: firstRow, column: '', message }];
    return { payments: [], errors, problems: [], questions: question ? [question] : [], answers, headings };
  }
  const { place, columns } = heading;
  const below = rows.slice(place + 1).filter(({ cells }) => cells.some((cell) => textOf(cell) !== ''));
  const { writing, questions } = await askAboutFile({ heading, below, answers, today });
  const ofAmounts = isOwn(heading.currency, currency) ? currency : heading.currency;
  const ids = placesOfIds(heading.names);
  const file = { columns, ids, writing, today, currency: ofAmounts, shopCurrency: currency };
  const errors: CellProblem[] = [];
  const seen = new Map<string, number>();
  const payments: ReadPayment[] = [];
  const balances = createBalanceCheck();
  const titles = rows.slice(0, place + 1).map(({ cells: title }) => pendingBelow(title));
  let section = titles.findLast((title) => title !== undefined) ?? '';
  for (const [at, { row, cells }] of below.entries()) {
    if (at % AT_A_STRETCH === AT_A_STRETCH - 1) await letOthersRun();
    section = pendingBelow(cells) ?? section;
    const read = readRow(cells, file, section);
    errors.push(...read.problems.map((problem) => ({ row, ...problem })));
    if (read.balance) balances.balance(read.balance.which, row, read.balance.cents);
    if (!read.payment) continue;
    const { after, ...payment } = read.payment;
    if (payment.pending === null) balances.line(row, payment.amountCents, after);
    const { date, amountCents, currency: own, reference, payer } = payment;
    const plain = hash(
      'sha256',
      JSON.stringify([{ date, amountCents, currency: own, reference, payer }, payment.bankId]),
    );
    // Two payments that say the same are two: the second of a file is the second of every file.
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    payments.push({ row, key: `${plain}.${count}`, ...payment });
  }
  // Where rows are missing for what is wrong with them, sums are, too.
  const problems = errors.length > 0 ? [] : balances.problems();
  return {
    payments,
    errors,
    problems,
    questions: question ? [question, ...questions] : questions,
    answers,
    headings,
  };
}

const NOT_SAID = 'No heading says which column has the date and which the amount';

/** What the columns are, by their headings or as somebody said; a question where no headings say it. */
async function columnsIn(rows: ReadRow[], answersFor: Now['answersFor']) {
  const known = headingOf(rows);
  if (known) {
    const headings = hashOfHeadings(rows[known.place]);
    return { heading: known, headings, answers: await answersFor(headings), question: null, row: 1 };
  }
  const unknown = unknownColumnsOf(rows);
  if (!unknown) return { heading: null, headings: '', answers: {}, question: null, row: 1 };
  // Files without headings may look alike and be of two banks: nothing is kept for them.
  const headings = unknown.hasHeadings ? hashOfHeadings(rows[unknown.place]) : '';
  const answers = await answersFor(headings);
  return { ...askAboutColumns(unknown, answers.columns), headings, answers, row: unknown.below[0]?.row ?? 1 };
}

function hashOfHeadings(row: ReadRow | undefined): string {
  return hash('sha256', JSON.stringify(row?.cells.map((cell) => textOf(cell).toLowerCase())));
}

/** What is the same for all rows of a file. */
interface BankFile {
  columns: readonly (BankColumn | null)[];
  ids: { account: number[]; endToEnd: number[] };
  writing: WayOfWriting;
  /** What the heading of its amounts names; empty where it names none. */
  currency: string;
  shopCurrency: string;
  today: string;
}

/** A payment, what is wrong with it, or neither: sums and notes stand around the payments of many files. */
interface RowRead {
  payment?: Omit<ReadPayment, 'row' | 'key'> & { after: number | null };
  balance?: { which: 'opening' | 'closing'; cents: number };
  problems: { column: string; message: string }[];
}

/** @param section words above it by which it is not booked; empty for none */
function readRow(
  cells: ReadCell[],
  { columns, ids, writing, currency, shopCurrency, today }: BankFile,
  section: string,
): RowRead {
  const all = (column: BankColumn) => cells.filter((_cell, index) => columns[index] === column);
  const said = (column: BankColumn) =>
    all(column)
      .map(textOf)
      .filter((text) => text !== '');
  const texts = (column: BankColumn) => said(column).join(' ').slice(0, MAX_TEXT);
  const [writtenDay = ''] = said('date');
  const pending = whyNotBooked(cells, { columns, statuses: writing.statuses, section });
  const { decimal, monthFirst, direction, directionAt } = writing;
  // What is not booked counts for nothing, whichever way it would go.
  const way = pending === null ? direction?.(textOf(cells[directionAt])) : undefined;
  const reading = { currency: shopCurrency, decimal };
  const amount = centsOf(all, { ...reading, way });
  const date = dayOfRow(said('date'), monthFirst, pending === null ? null : today);
  const after = centsOf((column) => (column === 'amount' ? all('balance') : []), { ...reading, way: undefined });
  const afterCents = after !== null && 'cents' in after ? after.cents : null;
  const which = balanceOf(writtenDay) ?? balanceOf(texts('reference'));
  if (which !== null) return balanceRow(which, amount, afterCents);
  const isNote = amount === null ? 'problem' in date || SUM.test(texts('reference')) : SUM.test(writtenDay);
  if (isNote) return { problems: [] };
  if (amount === null || 'problem' in amount || 'problem' in date)
    return { problems: pending === null ? problemsOf(amount, date) : [] };
  if (amount.cents === 0) return { problems: [] };
  const payment = {
    date: date.day,
    amountCents: amount.cents,
    currency: amount.foreign || currencyOf(all('currency')) || currency,
    reference: texts('reference'),
    payer: texts('payer'),
    isReversal: /^(true|1|yes)$/i.test(texts('reversal')),
    pending,
    ...idsOf(cells, ids),
    bankId: texts('id'),
    after: afterCents,
  };
  return { payment, problems: [] };
}

/** @param otherwise the day of what is not booked and has none: some banks write so in its place */
function dayOfRow(written: string[], monthFirst: boolean | null, otherwise: string | null) {
  const [first = ''] = written;
  if (otherwise === null) return bankDayOf(first, monthFirst);
  const days = written.map((text) => bankDayOf(text, monthFirst));
  return days.find((day) => 'day' in day) ?? { day: otherwise };
}

/** Headings of the shop's own account, and of the id that whoever paid gave the payment. */
const OWN_ACCOUNT = /^(?:auftragskonto|iban auftragskonto|iban\/bban|own account|your account|account iban)$/i;
const END_TO_END = /end.?to.?end|e2e/i;

function placesOfIds(names: string[]): BankFile['ids'] {
  const placesOf = (pattern: RegExp) => names.flatMap((name, place) => (pattern.test(name.trim()) ? [place] : []));
  return { account: placesOf(OWN_ACCOUNT), endToEnd: placesOf(END_TO_END) };
}

const MAX_ID = 100;

/** The letters and figures of an account's number. */
function numberOf(cell: ReadCell | undefined): string {
  return textOf(cell)
    .slice(0, MAX_ID)
    .toUpperCase()
    .replaceAll(/[^A-Z\d]/g, '');
}

function trackedAs(cell: ReadCell | undefined): string {
  const text = textOf(cell).slice(0, MAX_ID).trim().toUpperCase().toWellFormed();
  return /^(?:NOT ?PROVIDED|NONREF|-*)$/.test(text) ? '' : text;
}

function problemsOf(amount: ReturnType<typeof centsOf>, date: ReturnType<typeof bankDayOf>): RowRead['problems'] {
  const problems: RowRead['problems'] = [];
  if ('problem' in date) problems.push({ column: 'date', message: date.problem });
  if (amount === null) problems.push({ column: 'amount', message: 'This payment has no amount' });
  else if ('problem' in amount) problems.push({ column: amount.column ?? 'amount', message: amount.problem });
  return problems;
}

function idsOf(cells: ReadCell[], { account, endToEnd }: BankFile['ids']): Pick<ReadPayment, 'account' | 'endToEnd'> {
  const first = (places: number[], read: (cell: ReadCell | undefined) => string) =>
    places.map((place) => read(cells[place])).find((text) => text !== '') ?? '';
  return { account: first(account, numberOf), endToEnd: first(endToEnd, trackedAs) };
}

/** A balance stands in the column of amounts, or in one of its own. */
function balanceRow(which: 'opening' | 'closing', amount: ReturnType<typeof centsOf>, own: number | null): RowRead {
  const cents = amount !== null && 'cents' in amount && amount.cents !== 0 ? amount.cents : own;
  return { problems: [], ...(cents === null ? {} : { balance: { which, cents } }) };
}

/** Three letters; a column may be called so and hold something else. */
function currencyOf(cells: ReadCell[]): string {
  return cells.map((cell) => textOf(cell).toUpperCase()).find(isCurrencyCode) ?? '';
}
