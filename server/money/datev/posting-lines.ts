import type { Day } from '#contract/days.ts';
import type { Books } from '#contract/office/books.ts';
import { countriesOfOneStopShop, type TaxCategory } from '#contract/office/tax.ts';
import type { Settings } from '#contract/office/settings.ts';
import { disarmed } from '#server/engine/sheets/armed-text.ts';
import { COLUMNS, PLACE } from './datev-columns.ts';

/** The first account that is a creditor's where accounts have four digits: debtors end before. */
const FIRST_CREDITOR = 70_000;
/** The most characters of a text, and of the number of a document. */
const TEXT = 60;
const DOCUMENT = 36;

/** What every posting says: on a debtor's account, `cents` above 0 where it is owed more. */
interface Posting {
  day: Day;
  cents: number;
  /** Null: of somebody who buys without a company. */
  debtor: number | null;
  document: string | null;
  order: string | null;
  text: string;
}

/** An invoice, a credit note, or the void of one. */
export interface PaperPosting extends Posting {
  due: Day | null;
  suppliedOn: Day | null;
  category: TaxCategory;
  percent: number;
  /** Where the goods went. */
  country: string | null;
  vatId: string | null;
}

/** Money, a fee, or what was given up; `against` is the account on its other side. */
export interface EntryPosting extends Posting {
  against: 'bank' | 'card' | 'fees' | 'writeOff' | 'discount';
}

/** By what lines are written. */
export type Chart = Pick<Settings, 'books' | 'currency' | 'company' | 'tax'>;

/** The line of a paper, gross; a missing account is an empty field. */
export function paperLine(chart: Chart, paper: PaperPosting): string {
  const { category, percent, country, vatId, due, suppliedOn } = paper;
  const isTaxedThere =
    category === 'S' &&
    country !== null &&
    countriesOfOneStopShop({ country: chart.company.country, tax: chart.tax }).includes(country);
  return line(chart, paper, accountOf(chart.books, revenueAccount(chart.books, paper)), {
    [PLACE.due]: due === null ? '' : quoted(dayMonth(due) + due.slice(2, 4)),
    [PLACE.euVatId]: category === 'K' ? quoted(vatId ?? '') : isTaxedThere ? quoted(country) : '',
    [PLACE.euPercent]: isTaxedThere ? percent.toFixed(2).replace('.', ',') : '',
    [PLACE.suppliedOn]: suppliedOn === null ? '' : dayMonth(suppliedOn) + suppliedOn.slice(0, 4),
  });
}

/** The line of what is no paper. */
export function entryLine(chart: Chart, entry: EntryPosting): string {
  return line(chart, entry, accountOf(chart.books, chart.books.accounts[entry.against]), {});
}

/** The account of a category and rate of tax: the country's own, else that of all others; null where none is known. */
export function revenueAccount(
  { accounts }: Pick<Books, 'accounts'>,
  { category, percent, country }: Pick<PaperPosting, 'category' | 'percent' | 'country'>,
): number | null {
  const fitting = accounts.revenue.filter((row) => row.category === category && row.percent === percent);
  const own = fitting.find((row) => row.country && row.country === country);
  return (own ?? fitting.find((row) => !row.country))?.account ?? null;
}

/** The account of a debtor: its number, with as many zeros behind as accounts have digits beyond four. */
export function debtorAccount({ accounts, accountLength }: Books, debtor: number | null): string {
  if (debtor === null) return accounts.private === null ? '' : String(accounts.private).padStart(accountLength, '0');
  return debtor >= FIRST_CREDITOR ? '' : String(debtor * 10 ** (accountLength - 4));
}

function accountOf({ accountLength }: Books, account: number | null): string {
  return account === null ? '' : String(account).padStart(accountLength, '0');
}

function line(chart: Chart, posting: Posting, contra: string, more: Record<number, string>): string {
  const { day, cents, debtor, document, order, text } = posting;
  const fields = Array.from<string>({ length: COLUMNS.length }).fill('');
  fields[PLACE.amount] = amountOf(Math.abs(cents));
  fields[PLACE.side] = cents > 0 ? '"S"' : '"H"';
  fields[PLACE.currency] = quoted(chart.currency);
  fields[PLACE.account] = debtorAccount(chart.books, debtor);
  fields[PLACE.contra] = contra;
  fields[PLACE.day] = dayMonth(day);
  fields[PLACE.document] = quoted((document ?? '').replaceAll(/[^A-Za-z0-9$%&*+\-/]/g, '').slice(0, DOCUMENT));
  fields[PLACE.text] = quoted(shortened(text));
  fields[PLACE.order] = order === null ? '' : quoted(order);
  fields[PLACE.fixed] = '0';
  for (const [place, field] of Object.entries(more)) fields[Number(place)] = field;
  return `${fields.join(';')}\r\n`;
}

/** What stands before the postings: what the file is, for whom, and its headings. @param madeAt as YYYYMMDDHHMMSSFFF */
export function headOf({ books, currency }: Chart, days: { from: Day; to: Day }, madeAt: string): string {
  const { chart, consultant, client, accountLength } = books;
  const fields = [
    '"EXTF"',
    700,
    21,
    '"Buchungsstapel"',
    13,
    madeAt,
    '',
    '"RE"',
    '""',
    '""',
    consultant ?? '',
    client ?? '',
    digitsOf(yearBegins(days.from, books)),
    accountLength,
    digitsOf(days.from),
    digitsOf(days.to),
    '"Belege und Zahlungen"',
    '""',
    1,
    0,
    // Not fixed: whoever reads the file in may still correct it. An empty field would fix it.
    0,
    quoted(currency),
    '',
    '""',
    '',
    '',
    chart === null ? '""' : quoted(chart.slice(3)),
    '',
    '',
    '""',
    '""',
  ];
  return `${fields.join(';')}\r\n${COLUMNS.join(';')}\r\n`;
}

/** The first day of the fiscal year that a day is of. */
export function yearBegins(day: Day, { yearStart }: Pick<Books, 'yearStart'>): Day {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < yearStart ? 1 : 0);
  return `${year}-${yearStart}`;
}

function amountOf(cents: number): string {
  return `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
}

function dayMonth(day: Day): string {
  return day.slice(8, 10) + day.slice(5, 7);
}

function digitsOf(day: Day): string {
  return day.replaceAll('-', '');
}

function shortened(text: string): string {
  const oneLine = disarmed(text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim());
  return [...oneLine].slice(0, TEXT).join('');
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
