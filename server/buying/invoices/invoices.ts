import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { companyNow } from '#server/office/settings/settings.ts';
import { invoices, type Seller } from '#server/buying/order-tables/invoices.sql.ts';

/** An invoice or a credit note with all that its paper keeps. */
export type Invoice = typeof invoices.$inferSelect & { seller: Seller };

/** Keeps with an order's papers what the company says of itself now; papers that keep it already stay as they are. */
export async function saySeller(tx: Tx, orderId: string): Promise<void> {
  await tx
    .update(invoices)
    .set({ seller: await companyNow(tx) })
    .where(and(eq(invoices.orderId, orderId), isNull(invoices.seller)));
}

/**
 * The papers of an order, the invoice first; where one was issued that does not say by whom, it is kept from now on.
 * Empty where the order was never paid.
 */
export async function papersOf(tx: Tx, orderId: string): Promise<Invoice[]> {
  const read = () =>
    tx.select().from(invoices).where(eq(invoices.orderId, orderId)).orderBy(invoices.issuedAt, invoices.sequence);
  let rows = await read();
  if (rows.some(({ seller }) => seller === null)) {
    await saySeller(tx, orderId);
    rows = await read();
  }
  return rows
    .flatMap((row) => (row.seller === null ? [] : [{ ...row, seller: row.seller }]))
    .toSorted((one, other) => Number(one.series === 'credit-note') - Number(other.series === 'credit-note'));
}
