import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import type { orders } from '#server/buying/order-tables/orders.sql.ts';
import { refunds } from '#server/buying/order-tables/payments.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { issuePaper, ofWholeOrder } from './issue-invoice.ts';

type Order = typeof orders.$inferSelect;
type Paper = typeof invoices.$inferSelect;
type Refund = Pick<typeof refunds.$inferSelect, 'id' | 'amountCents' | 'taxCents' | 'byInvoice'>;

/**
 * Issues the credit notes that an order still lacks: one for every refund that was sent of the payment that paid it, or that took off
 * what is left to pay. What came for no order, or twice, was never invoiced. News of a refund can arrive before that of its payment, so
 * an order without an invoice gets them with it. Whoever calls it has locked the order.
 * @returns their numbers
 * @throws AppError NUMBERS_UNKNOWN
 */
export async function issueCreditNotes(tx: Tx, order: Order): Promise<string[]> {
  const { id, transactionId } = order;
  const ofItsPayment = transactionId === null ? undefined : eq(refunds.paymentIntentId, transactionId);
  const given = await tx
    .select({
      id: refunds.id,
      amountCents: refunds.amountCents,
      taxCents: refunds.taxCents,
      byInvoice: refunds.byInvoice,
    })
    .from(refunds)
    .leftJoin(invoices, eq(invoices.refundId, refunds.id))
    .where(
      and(
        eq(refunds.orderId, id),
        eq(refunds.state, 'sent'),
        or(eq(refunds.method, 'credit'), ofItsPayment),
        isNull(invoices.number),
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const numbers: string[] = [];
  for (const refund of given) numbers.push(...(await issueNotesOf(tx, order, refund)));
  return numbers;
}

/**
 * Issues the credit notes of one refund, which has none: one for each invoice that it corrects. Each is numbered, keeps what it says, is
 * entered in the account of its company and told of. Whoever calls it has locked the order.
 * @returns their numbers; none where the order has no invoice yet
 * @throws AppError NUMBERS_UNKNOWN
 */
async function issueNotesOf(tx: Tx, order: Order, refund: Refund): Promise<string[]> {
  const papers = await tx.select().from(invoices).where(eq(invoices.orderId, order.id));
  const [now] = (await tx.execute<{ at: string }>(sql`select now() as at`)).rows;
  const common = {
    series: 'credit-note',
    refundId: refund.id,
    issuedAt: new Date(now!.at),
    issuedExactly: sql`now()`,
  } as const;
  if (refund.byInvoice !== null) {
    const numbers: string[] = [];
    for (const { invoiceNumber: corrects, ...credit } of refund.byInvoice) {
      const { seller } = papers.find(({ number }) => number === corrects)!;
      const note = { ...common, ...ofWholeOrder, ...credit, corrects, seller };
      numbers.push(await issuePaper(tx, order, papers, note));
    }
    return numbers;
  }
  const invoice = papers.find(({ series }) => series === 'invoice');
  if (!invoice) return [];
  const number = await issuePaper(tx, order, papers, {
    ...common,
    ...ofWholeOrder,
    totalCents: refund.amountCents,
    taxCents: taxToCredit(invoice, await creditedOf(tx, order.id), refund),
    seller: invoice.seller,
  });
  return [number];
}

/** What the credit notes of an order come to, in cents, without those whose money the bank sent back. */
async function creditedOf(tx: Tx, orderId: string): Promise<Pick<Paper, 'totalCents' | 'taxCents'>> {
  const [sums] = await tx
    .select({
      totalCents: sql<number>`coalesce(sum(${invoices.totalCents}), 0)::float8`,
      taxCents: sql<number>`coalesce(sum(${invoices.taxCents}), 0)::float8`,
    })
    .from(invoices)
    .innerJoin(refunds, eq(refunds.id, invoices.refundId))
    .where(and(eq(invoices.orderId, orderId), sql`${refunds.state} <> 'failed'`));
  return sums!;
}

/**
 * The tax in a credit note, in cents: what was decided with its refund, or else such that all credit notes together never hold more tax
 * than the invoice, and those of a whole refund exactly as much.
 */
export function taxToCredit(
  invoice: Pick<Paper, 'totalCents' | 'taxCents'>,
  credited: Pick<Paper, 'totalCents' | 'taxCents'>,
  { amountCents, taxCents }: Pick<Refund, 'amountCents' | 'taxCents'>,
): number {
  const tax = taxCents ?? share(credited.totalCents + amountCents, invoice) - credited.taxCents;
  return Math.max(0, Math.min(amountCents, tax));
}

/** So much of an invoice's tax as is in so much of its total, half a cent up. */
function share(cents: number, { totalCents, taxCents }: Pick<Paper, 'totalCents' | 'taxCents'>): number {
  const [twice, total] = [2n * BigInt(cents) * BigInt(taxCents), BigInt(totalCents)];
  return Number((twice + total) / (2n * total));
}
