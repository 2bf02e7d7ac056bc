import { sentence } from '#contract/sentences.ts';
import { sql } from 'drizzle-orm';
import { Day } from '#contract/day.ts';
import type { Owing, OwingQuery } from '#contract/money/account.ts';
import type { Paging } from '#contract/lists.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Db } from '#server/engine/db/client.ts';
import { invalid } from '#server/engine/http/app-error.ts';
import { decodeCursor, type Page, pageOf } from '#server/engine/http/paging.ts';
import { AGEING, leftOfDebit, openDebitsOf } from '#server/buying/ledger/left-to-pay.ts';
import { formatCompanyNumber } from '#server/buying/companies/companies.ts';

type Row = Record<'id' | 'name', string> &
  Record<'number' | 'open' | 'current' | 'to30' | 'to60' | 'to90' | 'over90' | 'credit' | 'total', number> & {
    oldest: string | null;
  };

/** The companies that owe the shop something, or that it owes something. */
export function listOwing(db: Db, { owed, ...paging }: OwingQuery): Promise<Page<Owing>> {
  return owed === 'us' ? owingUs(db, paging) : owedByUs(db, paging);
}

/** What stands at a company `c`: what is open by age, since when, and its credit. */
const STANDING = sql`(
  select ${AGEING}, min(due_on)::text as oldest,
    (select coalesce(sum(amount_cents), 0) from ledger where company_id = c.id)::float8 + coalesce(sum(rest), 0)::float8 as credit
  from (select rest, due_on, (select shop_today()) - due_on as late from (${openDebitsOf(sql`c.id`)}) open) debit
) sums`;

/**
 * The companies that owe something, by age: what is due longest first. Only which of them owe, and since when, is found over all of them,
 * in an index of what is owed; what each owes is summed up for those of the page alone.
 */
async function owingUs(db: Db, { limit, cursor }: Paging): Promise<Page<Owing>> {
  const [since, id] = cursor === undefined ? [null, ''] : placeOf(cursor);
  const { rows } = await db.execute(sql`
    with owed as (
      select company_id, due_on from orders
        where state = 'open' and company_id is not null and due_on is not null
          and refunded_cents + written_off_cents < total_cents
      union all
      -- Prepaid, and its payment undone; or invoiced as it leaves, and nothing of that open.
      select o.company_id, l.due_on from orders o join ledger l on l.order_id = o.id and l.kind = 'invoice'
        where o.state = 'open' and o.company_id is not null and o.due_on is null
          and o.refunded_cents + o.written_off_cents < o.total_cents and ${sql.raw(leftOfDebit('l'))} > 0
      union all
      select company_id, due_on from ledger l where kind = 'fee' and ${sql.raw(leftOfDebit('l'))} > 0
    ), company as materialized (
      select company_id, min(due_on) as oldest from owed group by company_id
    ), page as materialized (
      select company_id, oldest from company where ${since}::date is null or (oldest, company_id) > (${since}::date, ${id})
      order by oldest, company_id limit ${limit + 1}
    )
    select c.id, c.name, c.number::float8 as number, page.oldest::text as since,
      (select count(*) from company)::int as total, sums.*
    from page join companies c on c.id = page.company_id cross join lateral ${STANDING}
    order by page.oldest, c.id`);
  const found = rows as unknown as (Row & { since: string })[];
  const page = pageOf(found, limit, found[0]?.total ?? 0, (row) => [row.since, row.id]);
  return { ...page, rows: page.rows.map(present) };
}

/**
 * The companies that have credit, the most first. What each has is its entries less what is open of it: the entries of all are summed up
 * in their index, and what is open is looked at where something is.
 */
async function owedByUs(db: Db, { limit, cursor }: Paging): Promise<Page<Owing>> {
  const [most, id] = cursor === undefined ? [null, ''] : decodeCursor(cursor, ['number', 'string']);
  const { rows } = await db.execute(sql`
    with entered as (
      select company_id, sum(amount_cents) as cents from ledger where company_id is not null group by company_id
    ), open as (
      select o.company_id, sum(${sql.raw(leftOfDebit('l'))}) as cents
        from orders o join ledger l on l.order_id = o.id and l.kind = 'invoice'
        where o.state = 'open' and o.company_id is not null group by o.company_id
      union all
      select l.company_id, sum(${sql.raw(leftOfDebit('l'))}) from ledger l where l.kind = 'fee' group by l.company_id
    ), company as materialized (
      select company_id, sum(cents)::float8 as credit from (select * from entered union all select * from open) part
      group by company_id having sum(cents) > 0
    ), page as materialized (
      select company_id, credit from company
      where ${most}::float8 is null or credit < ${most}::float8 or (credit = ${most}::float8 and company_id > ${id})
      order by credit desc, company_id limit ${limit + 1}
    )
    select c.id, c.name, c.number::float8 as number, (select count(*) from company)::int as total, sums.*
    from page join companies c on c.id = page.company_id cross join lateral ${STANDING}
    order by page.credit desc, c.id`);
  const found = rows as unknown as Row[];
  const page = pageOf(found, limit, found[0]?.total ?? 0, (row) => [row.credit, row.id]);
  return { ...page, rows: page.rows.map(present) };
}

/** @throws AppError 400 at cursor */
function placeOf(cursor: string): (string | number)[] {
  const place = decodeCursor(cursor, ['string', 'string']);
  if (!Day.safeParse(place[0]).success) throw invalid('cursor', sentence('cursor must come from an earlier answer'));
  return place;
}

function present({ id, name, number, oldest, open, credit, ...row }: Row): Owing {
  return {
    _id: id,
    name,
    number: formatCompanyNumber(number),
    open: centsToMoney(open),
    overdue: centsToMoney(open - row.current),
    oldestDue: oldest,
    ageing: {
      current: centsToMoney(row.current),
      to30: centsToMoney(row.to30),
      to60: centsToMoney(row.to60),
      to90: centsToMoney(row.to90),
      over90: centsToMoney(row.over90),
    },
    credit: centsToMoney(credit),
  };
}
