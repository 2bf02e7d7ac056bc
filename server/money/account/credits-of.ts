import { sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { leftOfEntry } from '#server/buying/ledger/left-to-pay.ts';

/** What came from a company, or was credited to it, and settles nothing yet; `left` in cents. */
interface CreditEntry extends Record<string, unknown> {
  id: string;
  /** The order that it came for. */
  orderId: string | null;
  left: number;
}

/** The credit that a company can use, what came first first. Whoever calls it has locked the company. */
export async function creditsOf(tx: Tx, companyId: string): Promise<CreditEntry[]> {
  const { rows } = await tx.execute<CreditEntry>(sql`
    select id, order_id as "orderId", rest::float8 as left from ledger
      cross join lateral (select ${sql.raw(leftOfEntry('ledger'))} as rest) has
    where company_id = ${companyId} and amount_cents > 0 and rest > 0
      -- A part that came for an order waits for its rest.
      and not exists (select from orders o where o.id = ledger.order_id and o.state = 'unpaid')
      -- What came twice, or for nothing, is on its way back to its card.
      and not exists (select from refunds r where r.payment_intent_id = ledger.payment_intent_id and r.state = 'due'
        and r.reason in ('paid_twice', 'order_gone'))
    order by created_at, id`);
  return rows;
}
