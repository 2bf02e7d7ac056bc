import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

type Order = Pick<typeof orders.$inferSelect, 'id' | 'state' | 'companyId' | 'totalCents' | 'creditedCents'>;

/**
 * What is still to be paid of an order that is not paid, in cents: the total without what credit notes settled; of a firm's, what
 * its payments settled is taken off, too.
 */
export async function owedOf(db: Db, order: Order): Promise<number> {
  if (order.state !== 'open' || order.companyId === null) return order.totalCents - order.creditedCents;
  const [invoice] = await db
    .select({ rest: sql<string>`rest_of(${ledger})` })
    .from(ledger)
    .where(and(eq(ledger.orderId, order.id), eq(ledger.kind, 'invoice')));
  return Number(invoice?.rest ?? 0);
}

/** The same of the order with this id. @throws Error where there is none */
export async function owedNow(db: Db, orderId: string): Promise<number> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error(`There is no order ${orderId}`);
  return owedOf(db, order);
}
