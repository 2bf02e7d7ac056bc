import { type BankAnswers, type BankQuestion, MAX_BANK_COLUMNS, MAX_BANK_WORD } from '#contract/money/bank-imports.ts';
import { isCurrencyCode } from '#server/catalogue/imports/currency-of-cells.ts';
import { letters } from '#server/engine/sheets/write-sheet.ts';
import type { ReadCell, ReadRow } from '#sheets/sheet-rows.ts';
import { bankDayOf } from './bank-cells.ts';
import {
  type BankColumn,
  currencyOfHeading,
  type Heading,
  HEADING_ROWS,
  meaningOf,
  nameOfColumn,
  textOf,
} from './bank-columns.ts';

/** A file of which no row has headings for a day and an amount, though rows have both. */
export interface UnknownColumns {
  /** The row before the first that looks like a payment: its headings, where it has any. */
  place: number;
  hasHeadings: boolean;
  /** One of each column, none twice. */
  names: string[];
  below: ReadRow[];
}

/** So many rows show what stands in a column. */
const ROWS_LOOKED_AT = 50;
const WORDS_SHOWN = 3;
/** Headings are words. */
const LEAST_HEADINGS = 2;
/** No amount is written longer. */
const MAX_AMOUNT = 40;

/** Undefined where no row looks like a payment: nothing could be asked about it. */
export function unknownColumnsOf(rows: ReadRow[]): UnknownColumns | undefined {
  const first = rows.slice(0, HEADING_ROWS).findIndex(({ cells }) => looksLikePayment(cells));
  if (first < 0) return undefined;
  const above = rows[first - 1]?.cells ?? [];
  const written = above.map(textOf);
  const hasHeadings =
    written.filter((text) => text !== '').length >= LEAST_HEADINGS &&
    !above.some((cell) => isDay(cell) || looksLikeAmount(cell));
  const below = rows.slice(first);
  const width = Math.max(
    ...[above, ...below.slice(0, ROWS_LOOKED_AT).map(({ cells }) => cells)].map((cells) => cells.length),
  );
  const names: string[] = [];
  for (let index = 0; index < Math.min(width, MAX_BANK_COLUMNS); index++) {
    const name = nameOfColumn(hasHeadings ? (written[index] ?? '') : '', index);
    names.push(names.includes(name) ? `${name.slice(0, MAX_BANK_WORD - 5).toWellFormed()} (${letters(index)})` : name);
  }
  return { place: first - 1, hasHeadings, names, below };
}

/** What kinds of cells its columns hold: files of one bank without headings have the same, whatever is in them. */
export function shapeOf({ names, below }: UnknownColumns): string[] {
  return names.map((_name, index) => {
    const cells = below
      .slice(0, ROWS_LOOKED_AT)
      .filter(({ cells: all }) => looksLikePayment(all))
      .flatMap(({ cells: all }) => (textOf(all[index]) === '' ? [] : [all[index] ?? null]));
    if (cells.length === 0) return 'any';
    if (cells.every(isDay)) return 'day';
    if (cells.every((cell) => !isDay(cell) && looksLikeAmount(cell))) return 'number';
    return cells.every((cell) => isCurrencyCode(textOf(cell))) ? 'currency' : 'any';
  });
}

function looksLikePayment(cells: ReadCell[]): boolean {
  return cells.some(isDay) && cells.some((cell) => !isDay(cell) && looksLikeAmount(cell));
}

function isDay(cell: ReadCell): boolean {
  const text = textOf(cell).slice(0, MAX_AMOUNT);
  return typeof cell !== 'number' && [true, false].some((monthFirst) => 'day' in bankDayOf(text, monthFirst));
}

function looksLikeAmount(cell: ReadCell): boolean {
  if (typeof cell === 'number') return true;
  const text = textOf(cell);
  return text.length <= MAX_AMOUNT && /^\D{0,6}\d[\d.,\s'’]*\D{0,6}$/.test(text);
}

/** Which column is which, as somebody said; `heading` is null until they did. */
export function askAboutColumns(
  { place, names, hasHeadings, below }: UnknownColumns,
  said: BankAnswers['columns'],
): { heading: Heading | null; question: BankQuestion } {
  const samples = names.map((_name, index) => wordsIn(below, index));
  const placeOf = (name: string | undefined) => (name === undefined ? -1 : names.indexOf(name));
  const isAnswered = placeOf(said?.date) >= 0 && (placeOf(said?.amount) >= 0 || placeOf(said?.credit) >= 0);
  const question: BankQuestion = {
    ask: 'columns',
    message: 'Which columns have the date, the amount, the reference and the payer?',
    open: !isAnswered,
    columns: names.flatMap((heading, index) => {
      const words = samples[index] ?? [];
      return words.length === 0
        ? []
        : [{ heading, words: words.map((word) => word.slice(0, MAX_BANK_WORD).toWellFormed()) }];
    }),
  };
  if (!said || !isAnswered) return { heading: null, question };
  const columns = names.map((name, index): BankColumn | null => {
    const known = hasHeadings ? meaningOf(name) : null;
    if (known !== null && !SAID.has(known)) return known;
    const words = samples[index] ?? [];
    return words.length > 0 && words.every(isCurrencyCode) ? 'currency' : null;
  });
  const say = (name: string | undefined, column: BankColumn) => {
    const at = placeOf(name);
    if (at >= 0) columns[at] = column;
  };
  for (const name of said.reference ?? []) say(name, 'reference');
  say(said.payer, 'payer');
  say(said.debit, 'debit');
  say(said.credit, 'credit');
  say(said.amount, 'amount');
  say(said.date, 'date');
  const currency = hasHeadings ? currencyOfHeading(said.amount ?? said.credit ?? '') : '';
  return { heading: { place, columns, names, currency }, question };
}

/** What is asked is only what was said. */
const SAID: ReadonlySet<BankColumn> = new Set(['date', 'amount', 'credit', 'debit', 'reference', 'payer']);

function wordsIn(rows: ReadRow[], index: number): string[] {
  const words = new Set<string>();
  for (const { cells } of rows.slice(0, ROWS_LOOKED_AT)) {
    const text = textOf(cells[index]);
    if (text !== '') words.add(text);
    if (words.size === WORDS_SHOWN) break;
  }
  return [...words];
}
