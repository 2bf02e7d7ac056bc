import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { leftOfDebit, leftOfInvoices } from '#server/buying/ledger/left-to-pay.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

/** Locks orders in one order for everybody; whoever settles invoices of a company has locked the company before (docs/decisions/361). */
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
 * Says of orders whose invoices were settled, or are owed again, whether they are paid, what of them was given up, and of those that are
 * invoiced as they leave since when something is due. Their rows are locked. An invoice for which nothing came is settled and not paid,
 * and an order of which something is still to be invoiced is not paid either.
 * @returns those that became paid by this
 */
export async function followSettlements(tx: Tx, ids: string[]): Promise<string[]> {
  const paid: string[] = [];
  for (const id of ids) {
    const [order] = await tx.select().from(orders).where(eq(orders.id, id));
    if (!order || order.companyId === null) continue;
    const left = await leftOfInvoices(tx, id);
    const isOver = order.refundedCents >= order.totalCents;
    const { cameCents, writtenOffCents, discountCents } = await whatSettled(tx, id);
    if (writtenOffCents !== order.writtenOffCents || discountCents !== order.discountCents)
      await tx.update(orders).set({ writtenOffCents, discountCents }).where(eq(orders.id, id));
    if (order.toInvoiceCents !== null) await keepDueOn(tx, id);
    const isPaid = left === 0 && (order.toInvoiceCents ?? 0) === 0 && !isOver && cameCents > 0;
    // One payment of an account pays many orders, and the transaction of each is its own.
    const byAccount = { paidBy: 'account', transactionId: `account_${id}` } as const;
    if (order.state === 'open' && isPaid && (await moveOrder(tx, id, 'pay', byAccount))) paid.push(id);
    if (order.state === 'paid' && (left > 0 || cameCents === 0)) await moveOrder(tx, id, 'oweAgain');
  }
  return paid;
}

/** The day by which something must be paid first of an order that has an invoice for each shipment; null where none of them is open. */
async function keepDueOn(tx: Tx, orderId: string): Promise<void> {
  await tx.execute(sql`
    update orders set due_on = open.due_on from (
      select min(l.due_on) as due_on from ledger l
      where l.order_id = ${orderId} and l.kind = 'invoice' and ${sql.raw(leftOfDebit('l'))} > 0
    ) open where orders.id = ${orderId} and orders.due_on is distinct from open.due_on`);
}

/** What settled the invoices of an order, in cents: money and credit of its company, what was given up, and what was taken off in time. */
async function whatSettled(
  tx: Tx,
  orderId: string,
): Promise<{ cameCents: number; writtenOffCents: number; discountCents: number }> {
  const { rows } = await tx.execute<{ came: number; given: number; off: number }>(sql`
    select coalesce(sum(s.amount_cents) filter (where c.kind not in ('write-off', 'discount')
        and (c.kind <> 'credit-note' or c.order_id <> d.order_id)), 0)::float8 as came,
      coalesce(sum(s.amount_cents) filter (where c.kind = 'write-off'), 0)::float8 as given,
      coalesce(sum(s.amount_cents) filter (where c.kind = 'discount'), 0)::float8 as off
    from ledger d join settlements s on s.debit_id = d.id join ledger c on c.id = s.credit_id
    where d.order_id = ${orderId} and d.kind = 'invoice'`);
  return { cameCents: rows[0]?.came ?? 0, writtenOffCents: rows[0]?.given ?? 0, discountCents: rows[0]?.off ?? 0 };
}
