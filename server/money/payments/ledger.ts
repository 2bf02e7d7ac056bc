import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { type LedgerKind, payments } from '#server/buying/order-tables/ledger.sql.ts';

/**
 * Writes one movement of money; a movement that is already in the books is not written again.
 * @param amountCents signed: what went out is negative
 * @returns whether it was new
 */
export async function enterInLedger(
  tx: Tx,
  entry: { orderId: string; paymentIntentId: string; kind: LedgerKind; amountCents: number; reference: string },
): Promise<boolean> {
  const written = await tx
    .insert(payments)
    .values({ id: newId(), ...entry })
    .onConflictDoNothing()
    .returning({ id: payments.id });
  return written.length === 1;
}

/** What came in through an intent and what of it went back, in cents. */
export async function balanceOf(db: Db, paymentIntentId: string): Promise<{ charged: number; refunded: number }> {
  const [row] = await db
    .select({
      charged: sql<number>`coalesce(sum(${payments.amountCents}) filter (where ${payments.kind} in ('charge', 'charge_undone')), 0)::int`,
      refunded: sql<number>`coalesce(-sum(${payments.amountCents}) filter (where ${payments.kind} in ('refund', 'refund_failed')), 0)::int`,
    })
    .from(payments)
    .where(eq(payments.paymentIntentId, paymentIntentId));
  return row ?? { charged: 0, refunded: 0 };
}
