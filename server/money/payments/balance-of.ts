import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';

/** What came in through an intent and what of it went back, in cents. */
export async function balanceOf(db: Db, paymentIntentId: string): Promise<{ charged: number; refunded: number }> {
  const [row] = await db
    .select({
      charged: sql<number>`coalesce(sum(${ledger.amountCents})
        filter (where ${ledger.kind} in ('charge', 'charge_undone')), 0)::int`,
      refunded: sql<number>`coalesce(-sum(${ledger.amountCents})
        filter (where ${ledger.kind} in ('refund', 'refund_failed')), 0)::int`,
    })
    .from(ledger)
    .where(eq(ledger.paymentIntentId, paymentIntentId));
  return row ?? { charged: 0, refunded: 0 };
}
