import type { Day } from '#contract/days.ts';
import type { MissingAccount } from '#contract/money/missing-accounts.ts';
import type { Books } from '#contract/office/books.ts';
import type { TaxCategory } from '#contract/office/tax.ts';
import type { Database } from '#server/engine/db/client.ts';
import { COUNTRY, ENTERED_WITHIN, ENTRIES } from '#server/money/exports/booked-papers.ts';
import { AGAINST, FROM_LEDGER, IS_NO_PAPER } from './datev-file.ts';
import { debtorAccount, type EntryPosting, revenueAccount } from './posting-lines.ts';

/** How many postings of some days are of a kind. */
interface Tally {
  postings: number;
}

/** The account numbers that the postings of some days lack, with how many postings want each; those of both sides of one count for each. */
export async function missingAccounts(
  { raw }: Pick<Database, 'raw'>,
  books: Books,
  { from, to }: { from: Day; to: Day },
): Promise<MissingAccount[]> {
  const places = [null, null, from, to];
  const unused = '$1::text is null and $2::text is null';
  const revenue = await raw<Tally & { category: TaxCategory; percent: number; country: string | null }>(
    `select o.tax_category as category, coalesce(o.tax_percent, 0)::float8 as percent, ${COUNTRY} as country, count(*)::int as postings
     from ${ENTRIES} where ${unused} and ${ENTERED_WITHIN} group by 1, 2, 3 order by 1, 2, 3`,
    places,
  );
  const others = await raw<Tally & Pick<EntryPosting, 'against'>>(
    `select ${AGAINST} as against, count(*)::int as postings from ${FROM_LEDGER}
     where ${unused} and l.day between $3::date and $4::date and ${IS_NO_PAPER} group by 1 order by 1`,
    places,
  );
  const debtors = await raw<Tally & { debtor: number | null }>(
    `select debtor, count(*)::int as postings from (
       select c.debtor from ${ENTRIES} left join companies c on c.id = o.company_id where ${unused} and ${ENTERED_WITHIN}
       union all
       select c.debtor from ${FROM_LEDGER} left join companies c on c.id = l.company_id
         where l.day between $3::date and $4::date and ${IS_NO_PAPER}) posting
     where debtor is null or debtor >= 70000 group by 1 order by 1`,
    places,
  );
  return [
    ...debtors
      .filter(({ debtor }) => debtorAccount(books, debtor) === '')
      .map(({ debtor, postings }) => ({ account: debtor === null ? 'private' : 'debtor', postings }) as const),
    ...others
      .filter(({ against }) => books.accounts[against] === null)
      .map(({ against, postings }) => ({ account: against, postings })),
    ...revenue
      .filter((row) => revenueAccount(books, row) === null)
      .map(({ country, ...row }) => ({ account: 'revenue', country: country ?? '', ...row }) as const),
  ];
}
