import { complaint, sentence, tell } from '../sentences.ts';
import { z } from 'zod';
import { Country } from '../countries.ts';
import { Day, isDay } from '../day.ts';
import { Percent, whole } from '../numbers.ts';
import { bounded } from '../text.ts';
import { TAX_CATEGORIES } from './tax.ts';

/** The charts of accounts that DATEV knows and shops use. */
export const CHARTS = ['SKR03', 'SKR04'] as const;

/** How many digits an account of the general ledger may have; those of debtors have one more. */
export const ACCOUNT_LENGTHS = [4, 8] as const;
/** The most accounts that revenue is told apart by. */
const MAX_REVENUE_ACCOUNTS = 300;

const orNone = (min: number, max: number, what: string) =>
  z.union([z.null(), whole(min, max, `Enter ${what}, or null`)], `Enter ${what}, or null`);
const Account = orNone(1, 99_999_999, 'an account number of up to 8 digits');

/** Where sales of a category and rate of tax are booked; without a country, those to all that have no row of their own. */
const RevenueAccount = z.strictObject({
  category: z.enum(TAX_CATEGORIES, tell('category must be one of {choices}', { choices: TAX_CATEGORIES.join(', ') })),
  percent: Percent,
  country: z.union([z.null(), Country], 'Enter a two-letter country code, or null').optional(),
  account: Account,
});

/** Account numbers, null where none is known yet: its field stays empty then. `private` is that of all who buy without a company. */
const accounts = {
  bank: Account,
  card: Account,
  discount: Account,
  fees: Account,
  writeOff: Account,
  private: orNone(1, 999_999_999, 'an account number of up to 9 digits'),
  revenue: z
    .array(RevenueAccount, 'revenue must be a list')
    .max(MAX_REVENUE_ACCOUNTS, `At most ${MAX_REVENUE_ACCOUNTS} accounts`)
    .superRefine((rows, context) => {
      // A second row for the same sales would be read by nobody.
      const seen = new Set<string>();
      rows.forEach(({ category, percent, country }, index) => {
        const sales = `${category} ${percent} ${country ?? ''}`;
        if (seen.has(sales))
          context.addIssue({ ...complaint(sentence('These sales already have an account')), path: [index, 'account'] });
        seen.add(sales);
      });
    }),
};

const books = {
  chart: z.union([z.null(), z.enum(CHARTS)], `chart must be ${CHARTS.join(' or ')}, or null`),
  /** Who and whose the tax adviser's files are for, as DATEV numbers them. */
  consultant: orNone(1001, 9_999_999, 'a number from 1,001 to 9,999,999'),
  client: orNone(1, 99_999, 'a number from 1 to 99,999'),
  /** The day on which a fiscal year begins: MM-DD. */
  yearStart: bounded(5, 'Enter a day as MM-DD').refine(
    // No year begins on 29 February.
    (day) => /^\d\d-\d\d$/.test(day) && isDay(`2001-${day}`),
    'Enter a day as MM-DD',
  ),
  accountLength: whole(...ACCOUNT_LENGTHS, 'Enter a whole number from 4 to 8'),
  /** The last day of what is closed: nothing is dated on or before it any more. It lies before today; null: nothing is. */
  closedUntil: z.union([z.null(), Day], 'Enter a date as YYYY-MM-DD, or null'),
};

/** What the tax adviser's files are written by. */
export const Books = z.object({ ...books, accounts: z.object(accounts) });
export type Books = z.infer<typeof Books>;

/** A change of it; what is left out stays. */
export const BooksEdit = z.strictObject({ ...books, accounts: z.strictObject(accounts).partial() }).partial();
export type BooksEdit = z.output<typeof BooksEdit>;
