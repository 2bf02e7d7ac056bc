import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import { bankPayments } from '#server/buying/order-tables/bank-payments.sql.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

type Order = Pick<typeof orders.$inferSelect, 'id' | 'state' | 'companyId' | 'totalCents' | 'creditedCents'>;

/**
 * What is still to be paid of an order that is not paid, in cents: the total without what credit notes settled and what came by
 * transfer; of a firm's, what its payments settled is taken off, too.
 */
export async function owedOf(db: Db, order: Order): Promise<number> {
  if (order.state !== 'open' || order.companyId === null) {
    const isWaiting = order.state === 'unpaid' || order.state === 'open';
    return order.totalCents - order.creditedCents - (isWaiting ? await receivedOf(db, order.id) : 0);
  }
  const [invoice] = await db
    .select({ rest: sql<string>`rest_of(${ledger})` })
    .from(ledger)
    .where(and(eq(ledger.orderId, order.id), eq(ledger.kind, 'invoice')));
  return Number(invoice?.rest ?? 0);
}

/** What came for an order by the transfers that stand, in cents. */
export async function receivedOf(db: Db, orderId: string): Promise<number> {
  const [sum] = await db
    .select({ cents: sql<number>`coalesce(sum(${bankPayments.amountCents}), 0)::float8` })
    .from(bankPayments)
    .where(and(eq(bankPayments.orderId, orderId), isNull(bankPayments.undoneAt)));
  return sum?.cents ?? 0;
}

/** What is still to be paid of the order with this id. @throws Error where there is none */
export async function owedNow(db: Db, orderId: string): Promise<number> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error(`There is no order ${orderId}`);
  return owedOf(db, order);
}
