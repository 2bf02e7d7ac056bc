import { isCurrencyCode } from '#server/catalogue/imports/currency-of-cells.ts';
import type { ReadCell } from '#sheets/sheet-rows.ts';
import type { WayOfWriting } from './ask-about-file.ts';
import { balanceOf } from './balances.ts';
import { bankDayOf, centsOf, dayWithoutYear } from './bank-cells.ts';
import { type BankColumn, textOf } from './bank-columns.ts';
import { whyNotBooked } from './booked.ts';

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

/** No text of a payment is kept longer. */
export const MAX_TEXT = 1_000;
/** What stands in place of a day, or of a reference, before a sum or a balance. */
const SUM =
  /^#?(?:grand |sub-?)?(?:total|sum|saldo|balance|gesamt|closing|opening|beginning|solde|endsaldo|anfangssaldo|kontostand|zwischensumme|übertrag|razem|suma|celkem|totaal|i alt)/i;
const NO_PAYMENT = 'It has no date and amount of a payment';
const OF_SUMS = 'It is a sum or a balance';

/** What is the same for all rows of a file. */
export interface BankFile {
  columns: readonly (BankColumn | null)[];
  ids: { account: number[]; endToEnd: number[] };
  writing: WayOfWriting;
  /** What the heading of its amounts names; empty where it names none. */
  currency: string;
  shopCurrency: string;
  today: string;
}

export type RowPayment = Omit<ReadPayment, 'row' | 'key'> & { after: number | null };

/** A payment, what is wrong with it, or why it is none: sums and notes stand around the payments of many files. */
interface RowRead {
  payment?: RowPayment;
  note?: string;
  balance?: { which: 'opening' | 'closing'; cents: number };
  problems: { column: string; message: string }[];
}

/** @param section words above it by which it is not booked; empty for none */
export function readRow(
  cells: ReadCell[],
  { columns, ids, writing, currency, shopCurrency, today }: BankFile,
  section: string,
): RowRead {
  const all = cellsOf(cells, columns);
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
  const note = noteOf(cells, {
    hasAmount: amount !== null,
    hasDay: 'day' in date,
    writtenDay,
    reference: texts('reference'),
  });
  if (note !== null) return { problems: [], note };
  if (amount === null || 'problem' in amount || 'problem' in date)
    return { problems: pending === null ? problemsOf(amount, date) : [] };
  if (amount.cents === 0) return { problems: [], note: 'Its amount is zero' };
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

/** Why a row is no payment: a sum, a balance, or a note; null where it is one. */
function noteOf(
  cells: ReadCell[],
  said: { hasAmount: boolean; hasDay: boolean; writtenDay: string; reference: string },
): string | null {
  const { hasAmount, hasDay, writtenDay, reference } = said;
  const isSum = SUM.test(writtenDay) || (writtenDay === '' && cells.some((cell) => SUM.test(textOf(cell))));
  if (isSum && (hasAmount || !hasDay)) return OF_SUMS;
  if (hasAmount) return null;
  if (SUM.test(reference)) return OF_SUMS;
  return hasDay ? null : NO_PAYMENT;
}

/** @param otherwise the day of what is not booked and has none: some banks write so in its place */
function dayOfRow(written: string[], monthFirst: boolean | null, otherwise: string | null) {
  const [first = ''] = written;
  const days = written.map((text) => bankDayOf(text, monthFirst));
  if (otherwise === null) {
    const near = days.find((day) => 'day' in day)?.day;
    const booked = near === undefined ? null : dayWithoutYear(first, near);
    return booked === null ? bankDayOf(first, monthFirst) : { day: booked };
  }
  return days.find((day) => 'day' in day) ?? { day: otherwise };
}

/** Headings of the shop's own account, and of the id that whoever paid gave the payment. */
const OWN_ACCOUNT =
  /^(?:auftragskonto|iban auftragskonto|iban kontoinhaber|iban\/bban|own account|your account|account iban)$/i;
const END_TO_END = /end.?to.?end|e2e/i;

export function placesOfIds(names: string[]): BankFile['ids'] {
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
  const said = amount !== null && 'cents' in amount ? amount.cents : null;
  const cents = said === 0 ? (own ?? 0) : (said ?? own);
  return { problems: [], ...(cents === null ? {} : { balance: { which, cents } }) };
}

/** Three letters; a column may be called so and hold something else. */
function currencyOf(cells: ReadCell[]): string {
  return cells.map((cell) => textOf(cell).toUpperCase()).find(isCurrencyCode) ?? '';
}

/** The cells of a row by what their columns mean. */
export function cellsOf(cells: ReadCell[], columns: BankFile['columns']) {
  return (column: BankColumn) => cells.filter((_cell, index) => columns[index] === column);
}
