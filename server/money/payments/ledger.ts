import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { ledger, type MoneyKind } from '#server/buying/order-tables/ledger.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

/**
 * Writes one movement of money of an order; a movement that is already in the books is not written again. Where the order is
 * for a firm it is an entry of its account.
 * @param amountCents signed: what went out is negative
 * @param reverses the entry that it takes back, whole
 * @returns whether it was new
 */
export async function enterInLedger(
  tx: Tx,
  entry: Pick<typeof ledger.$inferInsert, 'document' | 'receivedOn' | 'reason' | 'reverses' | 'actorId'> & {
    orderId: string;
    paymentIntentId: string;
    kind: MoneyKind;
    amountCents: number;
    reference: string;
  },
): Promise<boolean> {
  const companyId = sql<string | null>`(select company_id from ${orders} where ${orders.id} = ${entry.orderId})`;
  const written = await tx
    .insert(ledger)
    .values({ id: newId(), companyId, ...entry })
    .onConflictDoNothing()
    .returning({ id: ledger.id });
  return written.length === 1;
}

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
