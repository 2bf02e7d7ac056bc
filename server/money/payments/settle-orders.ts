import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { ACCOUNT_PREFIX } from '#contract/money/payments.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { owedOf } from '#server/buying/account/owed.ts';
import { markPaid } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

/** Locks orders in one order for everybody; whoever settles invoices of a firm has locked the firm before (docs/decisions/361). */
export async function lockOrders(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .select({ id: orders.id })
      .from(orders)
      .where(inArray(orders.id, ids))
      .orderBy(asc(orders.id))
      .for('update');
}

/**
 * Says of orders whose invoices were settled, or are owed again, whether they are paid, and what of them was given up. Their
 * rows are locked. An invoice for which nothing came is settled and not paid.
 * @returns those that became paid by this
 */
export async function followSettlements(tx: Tx, ids: string[]): Promise<string[]> {
  const paid: string[] = [];
  for (const id of ids) {
    const [order] = await tx.select().from(orders).where(eq(orders.id, id));
    if (!order || order.companyId === null) continue;
    const owed = await owedOf(tx, { ...order, state: 'open' });
    const isOver = order.refundedCents >= order.totalCents;
    const { cameCents, writtenOffCents } = await whatSettled(tx, id);
    if (writtenOffCents !== order.writtenOffCents)
      await tx.update(orders).set({ writtenOffCents }).where(eq(orders.id, id));
    const isPaid = owed === 0 && !isOver && cameCents > 0;
    if (order.state === 'open' && isPaid && (await markPaid(tx, id, `${ACCOUNT_PREFIX}${id}`))) paid.push(id);
    if (order.state === 'paid' && (owed > 0 || cameCents === 0)) await reopen(tx, order);
  }
  return paid;
}

/** What settled the invoice of an order, in cents: money and credit of its firm, and what was given up. */
async function whatSettled(tx: Tx, orderId: string): Promise<{ cameCents: number; writtenOffCents: number }> {
  const { rows } = await tx.execute<{ came: number; given: number }>(sql`
    select coalesce(sum(s.amount_cents) filter (where c.kind <> 'write-off'
        and (c.kind <> 'credit-note' or c.order_id <> d.order_id)), 0)::float8 as came,
      coalesce(sum(s.amount_cents) filter (where c.kind = 'write-off'), 0)::float8 as given
    from ledger d join settlements s on s.debit_id = d.id join ledger c on c.id = s.credit_id
    where d.order_id = ${orderId} and d.kind = 'invoice'`);
  return { cameCents: rows[0]?.came ?? 0, writtenOffCents: rows[0]?.given ?? 0 };
}

async function reopen(tx: Tx, { id, paidAt }: typeof orders.$inferSelect): Promise<void> {
  await tx
    .update(orders)
    .set({ state: 'open', paidAt: null, transactionId: null })
    .where(and(eq(orders.id, id), eq(orders.state, 'paid')));
  await tellNews(tx, 'order.payment-undone', [id], { paidAt: paidAt?.toISOString() });
}
