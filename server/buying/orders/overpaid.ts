import { sql } from 'drizzle-orm';
import { leftOfEntry } from '#server/buying/ledger/left-to-pay.ts';

/**
 * What came too much by transfer for an order that a statement reads, in cents: of a company's what its transfers have left, which is
 * credit of the company until it is given back; of one that a card paid, or that ended without being paid, all that came.
 */
export const OVERPAID = sql<number>`(case
  when orders.state in ('waiting', 'unpaid') or (orders.company_id is null and orders.state = 'open') then 0
  when orders.company_id is not null then (select coalesce(sum(${sql.raw(leftOfEntry('l'))}), 0) from ledger l
    where l.order_id = orders.id and l.kind = 'charge' and l.method = 'transfer')
  else greatest(0, (select coalesce(sum(l.amount_cents), 0) from ledger l where l.order_id = orders.id
      and (l.kind = 'give-back' or (l.method = 'transfer' and l.kind in ('charge', 'charge_undone'))))
    - case when orders.state = 'paid' and orders.paid_by <> 'card' then orders.total_cents - orders.credited_cents else 0 end) end)::float8`;
