import { sentence } from '#contract/sentences.ts';
import { hash } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { CellProblem } from '#contract/catalogue/imports.ts';
import {
  type BankAnswers,
  type BankLeftOut,
  type BankProblem,
  type BankQuestion,
  MAX_BANK_LINES,
} from '#contract/money/bank-imports.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { isOwn } from '#server/catalogue/imports/currency-of-cells.ts';
import { readSheet } from '#server/catalogue/imports/read-sheet.ts';
import type { ReadCell, ReadRow } from '#sheets/sheet-rows.ts';
import { createBalanceCheck } from './balances.ts';
import { askAboutColumns, shapeOf, unknownColumnsOf } from './ask-about-columns.ts';
import { askAboutFile } from './ask-about-file.ts';
import { HEADING_ROWS, headingOf, textOf } from './bank-columns.ts';
import { pendingBelow } from './booked.ts';
import { withParts } from './collective-credits.ts';
import { placesOfIds, type ReadPayment, readRow, type RowPayment } from './read-bank-row.ts';

/** After so many rows others have the processor for a moment. */
const AT_A_STRETCH = 20;

/** What a bank's file holds. */
export interface ReadBankFile {
  payments: ReadPayment[];
  errors: CellProblem[];
  /** Where balances and lines do not add up. */
  problems: BankProblem[];
  questions: BankQuestion[];
  /** Rows below the headings that are no payments. */
  leftOut: BankLeftOut[];
  /** What was taken for the answers. */
  answers: BankAnswers;
  /** The same for every file with these headings; empty where it has none. */
  headings: string;
  /** The same for every file without headings whose columns hold the same kinds of cells; empty where it has headings. */
  shape: string;
}

interface Now {
  /** What the shop sells in. */
  currency: string;
  /** The shop's day. */
  today: string;
  /** What is known of files with such headings, or of such a shape. */
  answersFor: (headings: string) => Promise<BankAnswers>;
}

/**
 * Reads the payments of a bank's file, known by its content (`openBankFile`), in a thread of its own.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, TOO_MANY_ROWS
 */
export async function readBankFile(path: string, now: Now): Promise<ReadBankFile> {
  const sheet = await readSheet(path, undefined, 'bank');
  try {
    const rows: ReadRow[] = [];
    for await (const part of sheet.parts) {
      rows.push(...part);
      if (rows.length > MAX_BANK_LINES + HEADING_ROWS)
        throw new AppError(
          'TOO_MANY_ROWS',
          sentence('A bank file may have at most {most, number} payments.', { most: MAX_BANK_LINES }),
        );
    }
    const problems = sheet.problems.map(({ row, message }) => ({ row, column: '', message }));
    const read = await readRows(rows, now);
    return { ...read, errors: [...problems, ...read.errors] };
  } finally {
    await sheet.close();
  }
}

/** What the rows of a bank's file mean. */
export async function readRows(rows: ReadRow[], { currency, today, answersFor }: Now): Promise<ReadBankFile> {
  const { heading, headings, shape, answers, question, row: firstRow } = await columnsIn(rows, answersFor);
  if (!heading) {
    const message = question
      ? NOT_SAID
      : 'No row has headings for a date and an amount. Send CAMT, MT940, or CSV with headings';
    const errors = [{ row: firstRow, column: '', message }];
    const questions = question ? [question] : [];
    return { payments: [], errors, problems: [], questions, leftOut: [], answers, headings, shape };
  }
  const { place, columns } = heading;
  const below = rows.slice(place + 1).filter(({ cells }) => cells.some((cell) => textOf(cell) !== ''));
  const { writing, questions } = await askAboutFile({ heading, below, answers, today });
  const ofAmounts = isOwn(heading.currency, currency) ? currency : heading.currency;
  const ids = placesOfIds(heading.names);
  const file = { columns, ids, writing, today, currency: ofAmounts, shopCurrency: currency };
  const errors: CellProblem[] = [];
  const leftOut: BankLeftOut[] = [];
  const collected = await withParts(below, file);
  const balances = createBalanceCheck();
  const titles = rows.slice(0, place + 1).map(({ cells: title }) => pendingBelow(title));
  let section = titles.findLast((title) => title !== undefined) ?? '';
  const read: (RowPayment & { row: number })[] = [];
  for (const [at, { row, cells }] of below.entries()) {
    if (at % AT_A_STRETCH === AT_A_STRETCH - 1) await letOthersRun();
    section = pendingBelow(cells) ?? section;
    const parts = collected.get(row);
    if (parts === 'part') continue;
    const { payment, balance, problems, note } = readRow(cells, file, section);
    errors.push(...problems.map((problem) => ({ row, ...problem })));
    if (balance) balances.balance(balance.which, row, balance.cents);
    if (note !== undefined) leftOut.push(leftOutOf(row, cells, note));
    if (!payment) continue;
    if (payment.pending === null) balances.line(row, payment.amountCents, payment.after);
    if (!parts) {
      read.push({ row, ...payment });
      continue;
    }
    const theirs = parts.map((part) => ({ ...payment, ...part, reference: part.reference || payment.reference }));
    const isWhole = theirs.reduce((sum, { amountCents }) => sum + amountCents, 0) === payment.amountCents;
    if (isWhole) {
      read.push(...theirs);
      leftOut.push(
        leftOutOf(row, cells, `It is the sum of the ${theirs.length} payments below it, which are read one by one`),
      );
    } else {
      read.push({ row, ...payment });
      for (const part of parts)
        leftOut.push({ row: part.row, text: part.reference.slice(0, MAX_NOTE).toWellFormed(), why: OF_A_SUM });
    }
  }
  const seen = new Map<string, number>();
  const payments = read.map(({ after: _after, row, ...payment }): ReadPayment => {
    const { date, amountCents, currency: own, reference, payer } = payment;
    const plain = hash(
      'sha256',
      JSON.stringify([{ date, amountCents, currency: own, reference, payer }, payment.bankId]),
    );
    // Two payments that say the same are two: the second of a file is the second of every file.
    const count = (seen.get(plain) ?? 0) + 1;
    seen.set(plain, count);
    return { row, key: `${plain}.${count}`, ...payment };
  });
  // Where rows are missing for what is wrong with them, sums are, too.
  const problems = errors.length > 0 ? [] : balances.problems();
  return {
    payments,
    errors,
    problems,
    questions: question ? [question, ...questions] : questions,
    leftOut,
    answers,
    headings,
    shape,
  };
}

const OF_A_SUM = 'It is part of the payment above it, whose amount is another than that of its parts';
const MAX_NOTE = 200;

function leftOutOf(row: number, cells: ReadCell[], why: string): BankLeftOut {
  const texts = cells.map(textOf).filter((text) => text !== '');
  return { row, text: texts.join(' ').slice(0, MAX_NOTE).toWellFormed(), why };
}

const NOT_SAID = 'No heading says which column has the date and which the amount';

/** What the columns are, by their headings or as somebody said; a question where no headings say it. */
async function columnsIn(rows: ReadRow[], answersFor: Now['answersFor']) {
  const known = headingOf(rows);
  if (known) {
    const headings = hashOfHeadings(rows[known.place]);
    return { heading: known, headings, shape: '', answers: await answersFor(headings), question: null, row: 1 };
  }
  const unknown = unknownColumnsOf(rows);
  if (!unknown) return { heading: null, headings: '', shape: '', answers: {}, question: null, row: 1 };
  const headings = unknown.hasHeadings ? hashOfHeadings(rows[unknown.place]) : '';
  const shape = unknown.hasHeadings ? '' : hash('sha256', JSON.stringify(['shape', shapeOf(unknown)]));
  const answers = await answersFor(headings || shape);
  return { ...askAboutColumns(unknown, answers.columns), headings, shape, answers, row: unknown.below[0]?.row ?? 1 };
}

function hashOfHeadings(row: ReadRow | undefined): string {
  return hash('sha256', JSON.stringify(row?.cells.map((cell) => textOf(cell).toLowerCase())));
}
