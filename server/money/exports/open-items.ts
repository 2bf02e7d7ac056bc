import type { Day } from '#contract/days.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { SheetRow } from '#server/engine/sheets/write-sheet.ts';
import { CURRENCY, day, money, number, rowsOf, selected, type Sheet, text } from './exported-sheet.ts';

/** How many companies, or orders of nobody's company, are looked at in one go. */
const PART = 500;

const COLUMNS: Sheet['columns'] = {
  firm: text('number'),
  debtor: number('debtor'),
  company: text('company'),
  name: text('name'),
  kind: text('kind'),
  document: text('document'),
  orderNumber: text('order_number'),
  day: day('day'),
  due: day('due'),
  amount: money('amount'),
  open: money('open'),
  currency: CURRENCY,
};

/**
 * From which day on a settlement `s` of a credit and a debit counts: one that came with its entry from the day that both are
 * dated, what was allotted or taken back later from when it was.
 */
const COUNTS_FROM = `case when s.amount_cents > 0 and s.created_at in (credit.created_at, debit.created_at)
  then greatest(credit.day, debit.day) else (s.created_at at time zone (select shop_zone()))::date end`;

/** What settled an entry `l` by the day $3, in cents. */
const SETTLED = `coalesce((select sum(s.amount_cents) from settlements s join ledger credit on credit.id = s.credit_id join ledger debit on debit.id = s.debit_id
  where case when l.amount_cents < 0 then s.debit_id = l.id else s.credit_id = l.id end and ${COUNTS_FROM} <= $3::date), 0)`;

/**
 * What of each entry of companies' accounts was open; nothing of one that was taken back by then, nor of what takes back. What is open of
 * all entries is the sum of all of them, whatever settles what.
 */
const OF_COMPANIES = `select 'C' || c.number as number, c.debtor, c.name as company, null as name,
    case l.kind when 'charge' then 'payment' when 'refund_failed' then 'payment' when 'refund' then 'payment' when 'give-back' then 'payment'
      else l.kind end as kind,
    l.document, o.number::text as order_number, l.day, l.due_on as due, -l.amount_cents as amount,
    -l.amount_cents - sign(-l.amount_cents) * settled.cents as open, c.number as place, l.id
  from companies c join ledger l on l.company_id = c.id and l.day <= $3::date left join orders o on o.id = l.order_id
  cross join lateral (select ${SETTLED} as cents) settled
  where c.id = any($1::text[]) and $2::text is null and l.kind not in ('reversal', 'charge_undone')
    and not exists (select from ledger later where later.reverses = l.id and later.day <= $3::date)
    and l.amount_cents <> sign(l.amount_cents) * settled.cents`;

/** The same of orders of nobody's company, each as a whole: what was invoiced less what came. */
const OF_OTHERS = `select null as number, null::integer as debtor, nullif(o.company, '') as company, o.name, 'order' as kind,
    paper.document, o.number::text as order_number, coalesce(paper.day, came.day) as day, o.due_on as due,
    paper.cents as amount, paper.cents - came.cents as open, o.number as place, o.id
  from orders o
  cross join lateral (select string_agg(number, ', ' order by number) filter (where sign > 0) as document, min(day) as day,
      coalesce(sum(sign * cents), 0) as cents from (
      select p.number, (p.issued_at at time zone p.zone)::date as day, p.total_cents as cents, case p.series when 'invoice' then 1 else -1 end as sign
        from invoices p where p.order_id = o.id
      union all select null, (coalesce(r.failed_at, p.issued_at) at time zone p.zone)::date, p.total_cents, 1
        from invoices p join refunds r on r.id = p.refund_id where p.order_id = o.id and r.state = 'failed') papers
    where day <= $3::date) paper
  cross join lateral (select coalesce(sum(l.amount_cents), 0) as cents, min(l.day) as day from ledger l
    where l.order_id = o.id and l.day <= $3::date) came
  where o.id = any($1::text[]) and $2::text is null and paper.cents <> came.cents`;

/**
 * What was open at the end of a day, by the days that entries are dated: what is owed to the shop is positive, what it owes negative, so
 * that the column adds up to all entries until then.
 */
export async function* exportedOpenItems(
  database: Database,
  { day: until, currency }: { day: Day; currency: string },
): AsyncGenerator<SheetRow[]> {
  yield [Object.keys(COLUMNS)];
  for (const { owners, items } of [
    { owners: 'companies where', items: OF_COMPANIES },
    { owners: 'orders where company_id is null and', items: OF_OTHERS },
  ]) {
    let last = '';
    for (;;) {
      const found = await database.raw<{ id: string }>(`select id from ${owners} id > $1 order by id limit ${PART}`, [
        last,
      ]);
      const rows = await database.raw<Record<string, unknown>>(
        `select ${selected(COLUMNS)} from (${items}) item where $4::date is null order by place, day, id`,
        [found.map(({ id }) => id), null, until, null, currency],
      );
      if (rows.length > 0) yield rowsOf(COLUMNS, rows);
      if (found.length < PART) break;
      last = found.at(-1)!.id;
    }
  }
}
