import { type SQL, sql } from 'drizzle-orm';

/** What is left to pay of an invoice or a fee `l` of the ledger, in cents. None of them is ever taken back, and so none is looked for. */
export const REST = sql`(-l.amount_cents
  - coalesce((select sum(s.amount_cents) from settlements s where s.debit_id = l.id), 0))`;

/**
 * The invoices and fees of a firm of which something is left to pay, as rows: id, document, order_id, due_on, created_at, rest in
 * cents. An invoice can be open only where its order is, so that those of many years are not looked at.
 */
export const openDebitsOf = (companyId: SQL) => sql`
  select * from (
    select l.id, l.document, l.order_id, l.due_on, l.created_at, ${REST} as rest
      from orders o join ledger l on l.order_id = o.id and l.kind = 'invoice'
      where o.company_id = ${companyId} and o.state = 'open'
    union all
    select l.id, l.document, l.order_id, l.due_on, l.created_at, ${REST} from ledger l
      where l.company_id = ${companyId} and l.kind = 'fee'
  ) debit where rest > 0`;

/** Their sum, by how many days they are overdue: the columns of a statement over rows `late`, `rest`. */
export const AGEING = sql`
  coalesce(sum(rest), 0)::float8 as open,
  coalesce(sum(rest) filter (where late <= 0), 0)::float8 as current,
  coalesce(sum(rest) filter (where late between 1 and 30), 0)::float8 as "to30",
  coalesce(sum(rest) filter (where late between 31 and 60), 0)::float8 as "to60",
  coalesce(sum(rest) filter (where late between 61 and 90), 0)::float8 as "to90",
  coalesce(sum(rest) filter (where late > 90), 0)::float8 as "over90"`;
