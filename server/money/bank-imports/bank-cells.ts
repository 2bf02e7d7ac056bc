import { isDay } from '#contract/day.ts';
import { moneyToCents } from '#contract/money.ts';
import { foreignCurrency, isOwn } from '#server/catalogue/imports/currency-of-cells.ts';
import type { ReadCell } from '#sheets/sheet-rows.ts';
import { type BankColumn, textOf } from './bank-columns.ts';
import type { Way } from './in-or-out.ts';
import { type Decimal, isEitherWay, plainNumber } from './written-numbers.ts';

/** The cells of a row below the headings that mean this. */
type CellsOf = (column: BankColumn) => ReadCell[];

/** No day and no amount is written longer. */
const MAX_CELL = 40;
/** Binary fractions that spreadsheets compute: 0.1 + 0.2 is thirty cents. */
const NOISE = 1e-6;
/** What may stand in an amount beside its currency. */
const BESIDE_NUMBERS = /[^\d.,\s\u00A0\u202F'’+−()-]+\.?/g;

/** An amount with the sign of another currency than the shop's that stands beside it, or none. */
interface Amount {
  value: number;
  foreign: string;
}

/** An amount as a bank writes it: a minus may stand behind it, or brackets around it, or a DR. */
function readAmount(cell: ReadCell, currency: string, decimal: Decimal | null): Amount | null | { problem: string } {
  if (cell === null || textOf(cell) === '') return null;
  if (typeof cell === 'boolean') return { problem: WRITE };
  if (typeof cell === 'number') return { value: withoutNoise(cell), foreign: '' };
  if (typeof cell === 'object') {
    if ('problem' in cell) return { problem: cell.problem };
    return { value: withoutNoise(cell.amount), foreign: markOf(cell.currency, currency) ?? '' };
  }
  // Programs put an apostrophe before what begins with a sign.
  const text = cell.trim().replace(/^'(?=[-+−])/, '');
  if (text.length > MAX_CELL) return { problem: WRITE };
  const isOut = /^\(|^\D*[-−]\D*\d/.test(text) || /(?:[-−]|dr|db)$/i.test(text);
  const unsigned = text.replace(/^\((.*)\)$/, '$1').replace(/\s*(?:[-−+]|cr|dr|db)$/i, '');
  const marks = (unsigned.match(BESIDE_NUMBERS) ?? []).map((mark) => mark.replace(/\.$/, ''));
  const foreign = marks.length > 1 ? null : markOf(marks[0] ?? '', currency);
  const digits = unsigned
    .replaceAll(BESIDE_NUMBERS, '')
    .replace(/^\s*[-+−]/, '')
    .trim();
  if (foreign === null || !/^(?:\d|[.,]\d)/.test(digits)) return { problem: WRITE };
  if (isEitherWay(digits) && decimal === null)
    return {
      problem: `${digits} could be thousands or have three decimals: say which decimal separator this file uses`,
    };
  const number = plainNumber(digits, decimal);
  if (number === null) return { problem: `${digits} is not a number` };
  return { value: isOut ? -number : number, foreign };
}

const WRITE = 'Enter an amount such as 12.50';

function withoutNoise(value: number): number {
  const rounded = Math.round(value * 100) / 100;
  return Math.abs(rounded - value) < NOISE ? rounded : value;
}

/** The mark of another currency; empty: none, or the shop's own; null: it is no mark. */
function markOf(mark: string, currency: string): string | null {
  if (mark === '' || isOwn(mark, currency)) return '';
  return foreignCurrency(mark, currency) === undefined ? null : mark;
}

/**
 * The amount of a row in cents, below 0 where it went out: what came less what went, or one amount with its sign; null where the row
 * has none. `foreign` is the sign of another currency than the shop's that stands beside it.
 * @param way which way the row says that it went; 'unknown' where its word is not known, and undefined where no column says it
 */
export function centsOf(
  all: CellsOf,
  { currency, decimal, way }: { currency: string; decimal: Decimal | null; way: Way | 'unknown' | undefined },
): { cents: number; foreign: string } | null | { problem: string; column?: string } {
  const read = (column: BankColumn) => {
    const found = all(column).find((each) => textOf(each) !== '');
    return found === undefined ? null : readAmount(found, currency, decimal);
  };
  const [amount, credit, debit] = [read('amount'), read('credit'), read('debit')];
  for (const each of [amount, credit, debit]) if (each !== null && 'problem' in each) return each;
  const [came, went] = [valueOf(credit), valueOf(debit)];
  if (came !== 0 || went !== 0) return inCents(came - Math.abs(went), foreignOf(credit, debit));
  const only = amount ?? credit ?? debit;
  if (only === null || 'problem' in only) return null;
  if (way === 'unknown' && only.value !== 0)
    return { problem: 'It is not clear whether this came in or went out', column: 'direction' };
  return inCents(way === 'out' ? -Math.abs(only.value) : only.value, only.foreign);
}

type CellAmount = ReturnType<typeof readAmount>;
const valueOf = (read: CellAmount) => (read !== null && 'value' in read ? read.value : 0);
const foreignOf = (...all: CellAmount[]) =>
  all.map((read) => (read !== null && 'foreign' in read ? read.foreign : '')).find((mark) => mark !== '') ?? '';

function inCents(sum: number, foreign: string): { cents: number; foreign: string } | { problem: string } {
  const cents = moneyToCents(sum);
  return cents === null ? { problem: 'An amount can have at most two decimals' } : { cents, foreign };
}

const SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/;

/** Whether days with slashes begin with the month; null where nothing of the file tells. */
type MonthFirst = boolean | null;

/**
 * Some day of the file tells, since no month is the thirteenth and nothing was booked on a day that has not begun; else where the
 * file writes decimal commas, the day is first: no country that does begins with the month.
 * @param texts what stands in the columns of days
 */
export function isMonthFirst(texts: string[], today: string, decimal: Decimal | null): MonthFirst {
  for (const text of texts) {
    const [, first = '', second = '', year = ''] = SLASHES.exec(dayPart(text)) ?? [];
    const [byMonth, byDay] = [day(year, first, second), day(year, second, first)];
    if (byMonth === byDay) continue;
    const can = (each: string | null) => each !== null && each <= today;
    if (can(byMonth) !== can(byDay)) return can(byMonth);
  }
  return decimal === ',' ? false : null;
}

/** Whether a day can be read with the month first and with the day first, and is another one then. */
export function mayBeginWithBoth(text: string): boolean {
  const [, first, second, year] = SLASHES.exec(dayPart(text)) ?? [];
  return first !== second && day(year, first, second) !== null && day(year, second, first) !== null;
}

/** A day as YYYY-MM-DD, or what is wrong with it. */
export function bankDayOf(text: string, monthFirst: MonthFirst): { day: string } | { problem: string } {
  const said = dayPart(text);
  const none = { problem: 'Enter a date such as 2026-11-23 or 23.11.2026' };
  if (monthFirst === null && mayBeginWithBoth(said))
    return { problem: `${said} could start with the day or the month. Write it as 2026-11-23` };
  const found = writtenDayOf(said, monthFirst);
  return found === null ? none : { day: found };
}

/** A day such as 23.11. in the year that brings it nearest to another, as YYYY-MM-DD; null where it is none. @param near YYYY-MM-DD */
export function dayWithoutYear(text: string, near: string): string | null {
  const [, date, month] = /^(\d{1,2})\.(\d{1,2})\.?$/.exec(text.trim()) ?? [];
  const away = (each: string) => Math.abs(Date.parse(each) - Date.parse(near));
  const [nearest] = [-1, 0, 1]
    .flatMap((years) => day(String(Number(near.slice(0, 4)) + years), month, date) ?? [])
    .toSorted((one, other) => away(one) - away(other));
  return nearest ?? null;
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
