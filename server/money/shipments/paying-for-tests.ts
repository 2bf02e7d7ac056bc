import { and, eq } from 'drizzle-orm';
import { issueCreditNotes } from '#server/buying/invoices/issue-credit-note.ts';
import { issueInvoice } from '#server/buying/invoices/issue-invoice.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { refunds } from '#server/buying/order-tables/payments.sql.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { tellNews } from '#server/engine/news/news.ts';
import type { TestShop } from '#server/shop-for-tests.ts';

type Shop = Pick<TestShop, 'parts'>;

/** What an order is paid by in tests that ask no provider. */
export const byCard = (orderId: string) => ({ paidBy: 'card', transactionId: `pi_${orderId}` }) as const;

/** Pays an order as the card provider's word does it, without the provider, so many hours ago or at a moment. */
export async function payForTest({ parts }: Shop, orderId: string, when: number | Date = 0): Promise<void> {
  const paidAt = typeof when === 'number' ? new Date(Date.now() - when * 3_600_000) : when;
  await transaction(parts.database, async (tx) => {
    const [paid] = await tx
      .update(orders)
      .set({ state: 'paid', paidAt, ...byCard(orderId) })
      .where(and(eq(orders.id, orderId), eq(orders.state, 'unpaid')))
      .returning();
    if (!paid) throw new Error(`the order ${orderId} is not unpaid`);
    await issueInvoice(tx, paid);
    await tellNews(tx, 'order.paid', [orderId]);
  });
}

/** So much of such a payment goes back, as the card provider's word does it; the order's own sums stay as they were. */
export async function giveBackForTest(
  { parts }: Shop,
  orderId: string,
  amountCents: number,
  id: string,
): Promise<void> {
  await transaction(parts.database, async (tx) => {
    const paymentIntentId = byCard(orderId).transactionId;
    await tx
      .insert(refunds)
      .values({ id, orderId, paymentIntentId, method: 'card', amountCents, reason: 'Bent', state: 'sent' });
    await creditForTest(tx, orderId);
  });
}

/** What was decided to go back of an order was sent. */
export async function sentForTest({ parts }: Shop, orderId: string): Promise<void> {
  await transaction(parts.database, async (tx) => {
    await tx.update(refunds).set({ state: 'sent' }).where(eq(refunds.orderId, orderId));
    await creditForTest(tx, orderId);
  });
}

async function creditForTest(tx: Parameters<typeof issueCreditNotes>[0], orderId: string): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  await issueCreditNotes(tx, order!);
}
