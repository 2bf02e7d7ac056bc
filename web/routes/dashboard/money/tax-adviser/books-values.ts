import { type FieldErrors, type Resolver, set } from 'react-hook-form';
import { type Books, BooksEdit } from '#contract/office/books.ts';
import type { TaxCategory } from '#contract/office/tax.ts';

/** The accounts that stand alone, with what they are called. */
export const ACCOUNTS = {
  bank: 'Bank',
  card: 'Card payments',
  discount: 'Cash discounts',
  fees: 'Reminder fees',
  writeOff: 'Write-offs',
  private: 'Customers without a company',
} as const;
type Single = keyof typeof ACCOUNTS;

/** What a category of tax is called. */
export const CATEGORY_WORDS: Record<TaxCategory, string> = {
  S: 'Taxed',
  Z: 'Taxed at 0 %',
  K: 'Intra-Community supply',
  G: 'Export',
  O: 'Not taxed',
};
/** The books as they are typed; an empty number is none. */
export interface BooksValues {
  chart: NonNullable<Books['chart']> | '';
  consultant: string;
  client: string;
  yearStart: string;
  accountLength: string;
  closedUntil: string;
  accounts: Record<Single, string> & {
    revenue: { category: TaxCategory; percent: string; country: string; account: string }[];
  };
}

const typed = (number: number | null) => (number === null ? '' : String(number));

/** What the form begins with. */
export function valuesOf({
  chart,
  consultant,
  client,
  yearStart,
  accountLength,
  closedUntil,
  accounts,
}: Books): BooksValues {
  const { revenue, ...single } = accounts;
  const texts = Object.entries(single).map(([name, number]) => [name, typed(number)]);
  return {
    chart: chart ?? '',
    consultant: typed(consultant),
    client: typed(client),
    yearStart,
    accountLength: String(accountLength),
    closedUntil: closedUntil ?? '',
    accounts: {
      // The same names with texts in place of numbers.
      ...(Object.fromEntries(texts) as Record<Single, string>),
      revenue: revenue.map(({ category, percent, country, account }) => ({
        category,
        percent: String(percent),
        country: country ?? '',
        account: typed(account),
      })),
    },
  };
}

/** What is sent: nothing where nothing is typed. */
export function bodyOf({ chart, consultant, client, closedUntil, accounts, ...rest }: BooksValues) {
  const { revenue, ...single } = accounts;
  return {
    ...rest,
    chart: chart || null,
    consultant: consultant.trim() || null,
    client: client.trim() || null,
    closedUntil: closedUntil || null,
    accounts: {
      ...Object.fromEntries(Object.entries(single).map(([name, number]) => [name, number.trim() || null])),
      revenue: revenue.map(({ category, percent, country, account }) => ({
        category,
        percent,
        country: country || null,
        account: account.trim() || null,
      })),
    },
  };
}

/** Checks what is typed in the contract's own words, before it is sent. */
export const resolver: Resolver<BooksValues> = (values) => {
  const parsed = BooksEdit.safeParse(bodyOf(values));
  if (parsed.success) return { values, errors: {} };
  const errors: Record<string, unknown> = {};
  for (const { path, code, message } of parsed.error.issues) set(errors, path.join('.'), { type: code, message });
  return { values: {}, errors: errors as FieldErrors<BooksValues> };
};
