import { and, asc, eq, inArray } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import type { Refund } from '#contract/money/refunds.ts';
import { REASONS } from '#server/buying/invoices/refund-reasons.ts';
import { orderNotFound } from '#server/buying/orders/orders.ts';
import { seenBy, type Who } from '#server/buying/orders/whose-orders.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { orderLines, orders } from '#server/buying/order-tables/orders.sql.ts';
import { refundLines, refunds } from '#server/buying/order-tables/payments.sql.ts';
import type { Db } from '#server/engine/db/client.ts';

type RefundRow = typeof refunds.$inferSelect;

/** The refunds among these ids, with their lines and the numbers of their credit notes, oldest first. */
async function presentRefunds(db: Db, rows: RefundRow[]): Promise<Refund[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .select({ part: refundLines, tool: orderLines.toolName, sku: orderLines.sku })
    .from(refundLines)
    .innerJoin(orderLines, and(eq(orderLines.orderId, refundLines.orderId), eq(orderLines.toolId, refundLines.toolId)))
    .where(inArray(refundLines.refundId, ids))
    .orderBy(asc(orderLines.position));
  const notes = await db.select().from(invoices).where(inArray(invoices.refundId, ids)).orderBy(invoices.number);
  return rows.map((row): Refund => {
    const own = notes.filter(({ refundId }) => refundId === row.id);
    const [note] = own;
    const tax = row.byInvoice === null ? (note?.taxCents ?? row.taxCents) : row.taxCents;
    return {
      _id: row.id,
      amount: centsToMoney(row.amountCents),
      tax: tax === null ? null : centsToMoney(tax),
      reason: REASONS[row.reason] ?? row.reason,
      lines: lines
        .filter(({ part }) => part.refundId === row.id)
        .map(({ part, tool, sku }) => ({
          toolId: part.toolId,
          tool,
          sku,
          quantity: part.quantity,
          price: centsToMoney(part.netCents),
          backToStock: part.restocked,
        })),
      state: row.state,
      ...(note ? { creditNote: note.number } : {}),
      creditNotes: own.map(({ number }) => number),
      ...(row.uninvoicedCents === 0 ? {} : { uninvoiced: centsToMoney(row.uninvoicedCents) }),
      createdAt: row.createdAt.toISOString(),
    };
  });
}

/** One refund as its customer and staff see it. @throws Error where there is none with that id */
export async function readRefund(db: Db, id: string): Promise<Refund> {
  const [refund] = await presentRefunds(db, await db.select().from(refunds).where(eq(refunds.id, id)));
  if (!refund) throw new Error(`There is no refund ${id}`);
  return refund;
}

/**
 * What was given back of an order, oldest first.
 * @param customer whose it must be, or null for staff
 * @throws AppError ORDER_NOT_FOUND
 */
export async function listRefunds(db: Db, orderId: string, customer: Who | null): Promise<Refund[]> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), customer === null ? undefined : seenBy(customer)));
  if (!order) throw orderNotFound();
  const rows = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  return presentRefunds(db, rows);
}
