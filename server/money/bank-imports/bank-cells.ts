import { isDay } from '#contract/day.ts';
import { moneyToCents } from '#contract/money.ts';
import { amountOf, type Reading } from '#server/catalogue/imports/cell-values.ts';
import { foreignCurrency } from '#server/catalogue/imports/currency-of-cells.ts';
import type { ReadCell } from '#sheets/sheet-rows.ts';
import { type BankColumn, textOf } from './bank-columns.ts';

/** The cells of a row below the headings that mean this. */
type CellsOf = (column: BankColumn) => ReadCell[];

/** No day and no amount is written longer. */
const MAX_CELL = 40;

/** Banks write what went out with a minus behind it, in brackets, or with a DR. */
function withSign(cell: ReadCell): ReadCell {
  if (typeof cell !== 'string' || cell.length > MAX_CELL) return cell;
  const text = cell.trim();
  const plain = text.replace(/^\((.*)\)$/, '$1').replace(/\s*(?:[-−+]|cr|dr|db)$/i, '');
  const isOut = text.startsWith('(') || /(?:[-−]|dr|db)$/i.test(text);
  return plain === text ? text : `${isOut ? '-' : ''}${plain}`;
}

/** What may stand in an amount beside its currency. */
const OF_NUMBERS = String.raw`\d.,\s\u00A0\u202F'’+−()-`;
const BESIDE_NUMBERS = new RegExp(`[^${OF_NUMBERS}]+\\.?`, 'g');

/** An amount in another currency without its sign, and that sign; empty where it is in the shop's. */
function withoutForeignSign(cell: ReadCell, currency: string): { cell: ReadCell; foreign: string } {
  const isForeign = (mark: string) => foreignCurrency(mark, currency) !== undefined;
  if (typeof cell === 'object' && cell !== null && 'amount' in cell && isForeign(cell.currency))
    return { cell: cell.amount, foreign: cell.currency };
  if (typeof cell !== 'string' || cell.length > MAX_CELL) return { cell, foreign: '' };
  const mark = (cell.match(BESIDE_NUMBERS) ?? []).join('').replace(/\.$/, '');
  return isForeign(mark) ? { cell: cell.replaceAll(BESIDE_NUMBERS, ''), foreign: mark } : { cell, foreign: '' };
}

const WENT = new Set(
  'd dr dt dbit dbt deb debit debited debet debito s soll af ut out outgoing withdrawal -'.split(' '),
);
const CAME = new Set(
  'c cr crdt cdt cre credit credited kredit credito h haben bij inn in incoming deposit +'.split(' '),
);

/**
 * The amount of a row in cents, below 0 where it went out: of one column, with another that says which way perhaps, or of what came
 * less what went; null where the row has none. `foreign` is the sign of another currency than the shop's that stands beside it.
 */
export function centsOf(
  all: CellsOf,
  reading: Reading,
): { cents: number; foreign: string } | null | { problem: string } {
  let foreign = '';
  const read = (column: BankColumn) => {
    const found = all(column).find((each) => textOf(each) !== '');
    if (found === undefined) return null;
    const plain = withoutForeignSign(withSign(found), reading.currency);
    foreign ||= plain.foreign;
    return amountOf(plain.cell, reading);
  };
  const [amount, credit, debit] = [read('amount'), read('credit'), read('debit')];
  const wrong = [amount, credit, debit].find((each) => typeof each === 'object' && each !== null);
  if (typeof wrong === 'object' && wrong !== null) return wrong;
  if (amount === null && credit === null && debit === null) return null;
  const said = all('direction').map((cell) => textOf(cell).toLowerCase().replace(/\.$/, ''));
  const isOut = said.some((word) => WENT.has(word)) && !said.some((word) => CAME.has(word));
  const signed = isOut ? -Math.abs(Number(amount)) : Number(amount ?? 0);
  const sum = signed || Number(credit ?? 0) - Math.abs(Number(debit ?? 0));
  const cents = moneyToCents(sum);
  return cents === null ? { problem: 'An amount has at most two decimals' } : { cents, foreign };
}

const SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/;

/** Whether days with slashes begin with the month; null where nothing of the file tells. */
type MonthFirst = boolean | null;

/**
 * Some day of the file tells, since no month is the thirteenth and nothing was booked on a day that has not begun; else where the
 * file is one of a country with decimal commas, the day is first.
 * @param texts what stands in the columns of days
 */
export function isMonthFirst(texts: string[], today: string, decimalCommas: boolean): MonthFirst {
  for (const text of texts) {
    const [, first = '', second = '', year = ''] = SLASHES.exec(dayPart(text)) ?? [];
    const [byMonth, byDay] = [day(year, first, second), day(year, second, first)];
    if (byMonth === byDay) continue;
    const can = (each: string | null) => each !== null && each <= today;
    if (can(byMonth) !== can(byDay)) return can(byMonth);
  }
  return decimalCommas ? false : null;
}

/** A day as YYYY-MM-DD, or what is wrong with it. */
export function bankDayOf(text: string, monthFirst: MonthFirst): { day: string } | { problem: string } {
  const said = dayPart(text);
  const none = { problem: 'Write a day such as 2026-11-23 or 23.11.2026' };
  if (SLASHES.test(said) && monthFirst === null) {
    const [, first, second, year] = SLASHES.exec(said) ?? [];
    if (first !== second && day(year, first, second) !== null && day(year, second, first) !== null)
      return { problem: `${said} may begin with the day or the month. Write it as 2026-11-23` };
  }
  const found = writtenDayOf(said, monthFirst);
  return found === null ? none : { day: found };
}

function writtenDayOf(said: string, monthFirst: MonthFirst): string | null {
  const [, year, , month, date] = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})$/.exec(said) ?? [];
  if (year !== undefined) return day(year, month, date);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(said);
  if (dotted) return day(dotted[3], dotted[2], dotted[1]);
  const slashed = SLASHES.exec(said);
  if (slashed) {
    const [, first, second, ofYear] = slashed;
    const [byMonth, byDay] = [day(ofYear, first, second), day(ofYear, second, first)];
    return monthFirst === null ? (byMonth ?? byDay) : monthFirst ? byMonth : byDay;
  }
  const named = /^(\d{1,2})[ .-]{1,2}([a-zäé]{3,10})[ .,-]{1,2}(\d{4}|\d{2})$/i.exec(said);
  if (named) return day(named[3], monthOf(named[2]), named[1]);
  const american = /^([a-z]{3,10})[ .]{1,2}(\d{1,2})[ ,]{1,2}(\d{4})$/i.exec(said);
  return american ? day(american[3], monthOf(american[1]), american[2]) : null;
}

/** Without the time behind it. */
function dayPart(text: string): string {
  return text
    .slice(0, MAX_CELL)
    .replace(/[T ,]+\d{1,2}:.*$/, '')
    .trim();
}

const MONTHS = [
  ['jan'],
  ['feb', 'fév'],
  ['mar', 'mär', 'mrz'],
  ['apr', 'avr'],
  ['may', 'mai', 'maj', 'mei'],
  ['jun'],
  ['jul'],
  ['aug'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez', 'des', 'déc'],
];

function monthOf(name = ''): string {
  return String(MONTHS.findIndex((beginnings) => beginnings.includes(name.slice(0, 3).toLowerCase())) + 1);
}

function day(year = '', month = '', date = ''): string | null {
  const written = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(written) ? written : null;
}
