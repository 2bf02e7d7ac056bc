import type { Database } from '#server/engine/db/client.ts';
import type { SheetRow } from '#server/engine/sheets/write-sheet.ts';
import { ENTRIES } from '#server/money/exports/booked-papers.ts';
import {
  CURRENCY,
  type ExportRange,
  money,
  number,
  rowsOf,
  selected,
  type Sheet,
  text,
} from '#server/money/exports/exported-sheet.ts';
import { AGAINST, FROM_LEDGER, IS_NO_PAPER } from './datev-file.ts';

const IN_SPAN = '($3::date is null or day >= $3::date)';
const sum = (cents: string, where: string) => `coalesce(sum(${cents}) filter (where ${where}), 0)`;

const COLUMNS: Sheet['columns'] = {
  account: text('account'),
  taxCategory: text('category'),
  taxPercent: number('percent'),
  opening: money(sum('cents', 'day < $3::date')),
  debit: money(sum('cents', `cents > 0 and ${IN_SPAN}`)),
  credit: money(sum('-cents', `cents < 0 and ${IN_SPAN}`)),
  closing: money('sum(cents)'),
  currency: CURRENCY,
};

/** Every posting on its two accounts, as rows `account`, `category`, `percent`, `day`, `cents`: those of both come to nothing. */
const LINES = `with posting as (
  select 'revenue' as account, o.tax_category as category, coalesce(o.tax_percent, 0) as percent,
      (e.at at time zone e.zone)::date as day, e.sign * e.total_cents::bigint as cents
    from ${ENTRIES}
  union all
  select ${AGAINST}, null, null, l.day, -l.amount_cents from ${FROM_LEDGER} where ${IS_NO_PAPER}
), line as (
  select 'receivables' as account, null as category, null::numeric as percent, day, cents from posting
  union all
  select account, category, percent, day, -cents from posting
)`;

/**
 * What was sold, came and is open: of each account what stood on it before some days, what they added on each side, and what stands on it
 * after them; debit is positive. Opening and closing each come to nothing over all accounts, and debit to credit.
 */
export async function* exportedTrialBalance(
  database: Database,
  { from, to, currency }: ExportRange,
): AsyncGenerator<SheetRow[]> {
  yield [Object.keys(COLUMNS)];
  yield rowsOf(
    COLUMNS,
    await database.raw(
      `${LINES} select ${selected(COLUMNS)} from line
       where $1::text is null and $2::text is null and ($4::date is null or day <= $4::date)
       group by account, category, percent order by account <> 'receivables', account, category, percent`,
      [null, null, from ?? null, to ?? null, currency],
    ),
  );
}
