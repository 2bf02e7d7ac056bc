import { sql } from 'drizzle-orm';
import { Day } from '#contract/day.ts';
import type { Owing } from '#contract/money/account.ts';
import type { Paging } from '#contract/lists.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Db } from '#server/engine/db/client.ts';
import { invalid } from '#server/engine/http/app-error.ts';
import { decodeCursor, type Page, pageOf } from '#server/engine/http/paging.ts';
import { AGEING, leftOfDebit, openDebitsOf } from '#server/buying/ledger/left-to-pay.ts';
import { formatCompanyNumber } from '#server/buying/companies/companies.ts';

type Row = Record<'id' | 'name' | 'oldest', string> &
  Record<'number' | 'open' | 'current' | 'to30' | 'to60' | 'to90' | 'over90' | 'total', number>;

/**
 * The companies that owe something, by age: what is due longest first. Only which of them owe, and since when, is found over all of them,
 * in an index of what is owed; what each owes is summed up for those of the page alone.
 */
export async function listOwing(db: Db, { limit, cursor }: Paging): Promise<Page<Owing>> {
  const [since, id] = cursor === undefined ? [null, ''] : placeOf(cursor);
  const { rows } = await db.execute(sql`
    with owed as (
      select company_id, due_on from orders
        where state = 'open' and company_id is not null and due_on is not null
          and refunded_cents + written_off_cents < total_cents
      union all
      -- Prepaid, and its payment undone.
      select o.company_id, l.due_on from orders o join ledger l on l.order_id = o.id and l.kind = 'invoice'
        where o.state = 'open' and o.company_id is not null and o.due_on is null
          and o.refunded_cents + o.written_off_cents < o.total_cents
      union all
      select company_id, due_on from ledger l where kind = 'fee' and ${sql.raw(leftOfDebit('l'))} > 0
    ), company as materialized (
      select company_id, min(due_on) as oldest from owed group by company_id
    ), page as materialized (
      select company_id, oldest from company where ${since}::date is null or (oldest, company_id) > (${since}::date, ${id})
      order by oldest, company_id limit ${limit + 1}
    )
    select c.id, c.name, c.number::float8 as number, page.oldest::text as oldest,
      (select count(*) from company)::int as total, sums.*
    from page join companies c on c.id = page.company_id cross join lateral (
      select ${AGEING} from (select rest, (select shop_today()) - due_on as late
        from (${openDebitsOf(sql`page.company_id`)}) open) debit
    ) sums
    order by page.oldest, c.id`);
  const found = rows as unknown as Row[];
  const page = pageOf(found, limit, found[0]?.total ?? 0, (row) => [row.oldest, row.id]);
  return { ...page, rows: page.rows.map(present) };
}

/** @throws AppError 400 at cursor */
function placeOf(cursor: string): (string | number)[] {
  const place = decodeCursor(cursor, ['string', 'string']);
  if (!Day.safeParse(place[0]).success) throw invalid('cursor', 'cursor must come from an earlier answer');
  return place;
}

function present({ id, name, number, oldest, open, ...row }: Row): Owing {
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
  };
}
