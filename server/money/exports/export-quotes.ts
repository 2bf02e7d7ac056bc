import type { Day } from '#contract/days.ts';
import type { QuoteState } from '#contract/buying/quotes.ts';
import { sayQuoteNumber } from '#server/buying/quotes/read-quotes.ts';
import type { Database } from '#server/engine/db/client.ts';
import { withinDaysText } from '#server/engine/db/within-days.ts';
import type { SheetParts } from '#server/engine/sheets/write-sheet.ts';
import { type Columns, day, moment, money, PART, parts, type Wanted } from './export-parts.ts';

interface QuoteRow {
  key: string[];
  number: number;
  state: QuoteState;
  created_at: Date;
  offered_at: Date | null;
  closed_at: Date | null;
  version: number;
  valid_until: Day | null;
  firm: string | null;
  company: string;
  name: string;
  email: string;
  country: string;
  lines: number;
  pieces: string;
  list: string | null;
  freight: number | null;
  tax: number | null;
  total: number | null;
  order_number: string | null;
  reason: string;
}

const QUOTES = `
select array[q.created_at::text, q.id] as key, q.number::float8 as number, q.created_at,
  v.created_at as offered_at, q.closed_at,
  case when q.state = 'offered' and q.valid_until < shop_today() then 'expired' else q.state end as state, q.version,
  q.valid_until::text as valid_until, 'C' || c.number as firm, q.company_name as company, q.buyer_name as name,
  q.buyer_email as email, coalesce(q.country, '') as country, lines.count as lines, lines.pieces::text as pieces,
  lines.list::text as list, v.freight_cents as freight, v.tax_cents as tax, v.total_cents as total,
  o.number::text as order_number, q.reason
from quotes q left join quote_versions v on v.quote_id = q.id and v.version = q.version
  left join companies c on c.id = q.company_id
  left join orders o on o.quote_id = q.id
  cross join lateral (
    select count(*)::int as count, sum(line.quantity) as pieces, sum(line.quantity * line."listCents") as list
    from jsonb_to_recordset(coalesce(v.lines, q.wanted)) as line (quantity bigint, "listCents" bigint)) as lines
where ($1::timestamptz is null or (q.created_at, q.id) > ($1::timestamptz, $2))
  and ${withinDaysText('q.created_at', '$3', '$4')}
order by q.created_at, q.id limit ${PART}`;

/** What is offered is of the latest version, what nobody has answered yet has none: goods + freight + tax = total. */
const QUOTE_COLUMNS: Columns<QuoteRow> = {
  number: (row) => sayQuoteNumber(row.number),
  state: (row) => row.state,
  askedAt: (row, { zone }) => moment(row.created_at, zone),
  version: (row) => row.version,
  offeredAt: (row, { zone }) => moment(row.offered_at, zone),
  validUntil: (row) => day(row.valid_until),
  endedAt: (row, { zone }) => moment(row.closed_at, zone),
  firm: (row) => row.firm,
  company: (row) => row.company,
  name: (row) => row.name,
  email: (row) => row.email,
  country: (row) => row.country,
  lines: (row) => row.lines,
  pieces: (row) => ({ number: row.pieces }),
  listPrice: (row) => (row.list === null ? null : money(row.list)),
  goods: ({ total, freight, tax }) => (total === null ? null : money(total - (freight ?? 0) - (tax ?? 0))),
  freight: (row) => (row.freight === null ? null : money(row.freight)),
  tax: (row) => (row.tax === null ? null : money(row.tax)),
  total: (row) => (row.total === null ? null : money(row.total)),
  currency: (_, { currency }) => currency,
  order: (row) => row.order_number,
  reason: (row) => row.reason,
};

/** Everybody's quotes by the day on which they were asked for, oldest first. */
export function exportedQuotes(database: Database, wanted: Wanted): SheetParts {
  return parts(database, QUOTES, wanted, QUOTE_COLUMNS);
}
