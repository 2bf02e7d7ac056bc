import { sql } from 'drizzle-orm';
import type { Owing } from '#contract/money/account.ts';
import type { Paging } from '#contract/lists.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Db } from '#server/engine/db/client.ts';
import { decodeCursor, type Page, pageOf } from '#server/engine/http/paging.ts';
import { sayNumber } from '#server/buying/companies/companies.ts';

type Row = Record<'id' | 'name' | 'oldest', string> &
  Record<'number' | 'open' | 'current' | 'to30' | 'to60' | 'to90' | 'over90' | 'overdue' | 'total', number>;

/**
 * The firms that owe something, what is most overdue first. Only orders that are owed, and fees, are summed up: what is settled is
 * not looked at, however much that is. Not by rest_of: a call of it for each of 30,000 open invoices took 0.9 s.
 */
export async function listOwing(db: Db, { limit, cursor }: Paging): Promise<Page<Owing>> {
  const [overdue, id] = cursor === undefined ? [null, ''] : decodeCursor(cursor, ['number', 'string']);
  const { rows } = await db.execute(sql`
    with debit as materialized (
      select l.id, l.company_id, -l.amount_cents as cents, l.due_on
        from orders o join ledger l on l.order_id = o.id and l.kind = 'invoice'
        where o.state = 'open' and o.company_id is not null
      union all
      select id, company_id, -amount_cents, due_on from ledger where kind = 'fee'
    ), owed as materialized (
      select company_id, due_on, (select shop_today()) - due_on as late, debit.cents - coalesce(settled.cents, 0) as rest
      from debit left join (
        select debit_id, sum(amount_cents) as cents from settlements where debit_id in (select id from debit) group by debit_id
      ) settled on settled.debit_id = debit.id
    ), firm as materialized (
      select company_id, sum(rest)::float8 as open, min(due_on)::text as oldest,
        coalesce(sum(rest) filter (where late <= 0), 0)::float8 as current,
        coalesce(sum(rest) filter (where late > 0), 0)::float8 as overdue,
        coalesce(sum(rest) filter (where late between 1 and 30), 0)::float8 as "to30",
        coalesce(sum(rest) filter (where late between 31 and 60), 0)::float8 as "to60",
        coalesce(sum(rest) filter (where late between 61 and 90), 0)::float8 as "to90",
        coalesce(sum(rest) filter (where late > 90), 0)::float8 as "over90"
      from owed where rest > 0 group by company_id
    )
    select c.id, c.name, c.number::float8 as number, firm.*, (select count(*) from firm)::int as total
    from firm join companies c on c.id = firm.company_id
    where ${overdue}::float8 is null or (firm.overdue, c.id) < (${overdue}::float8, ${id})
    order by firm.overdue desc, c.id desc limit ${limit + 1}`);
  const found = rows as unknown as Row[];
  const page = pageOf(found, limit, found[0]?.total ?? 0, (row) => [row.overdue, row.id]);
  return { ...page, rows: page.rows.map(present) };
}

function present({ id, name, number, oldest, open, overdue, ...row }: Row): Owing {
  return {
    _id: id,
    name,
    number: sayNumber(number),
    open: centsToMoney(open),
    overdue: centsToMoney(overdue),
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
