import { sql } from 'drizzle-orm';
import { dayOf } from '#contract/days.ts';
import type { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import type { orders } from '#server/buying/order-tables/orders.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { enterInLedger } from './enter-in-ledger.ts';

/** Enters an invoice or a credit note in the account of the company that its order is for; of an order of nobody's company it is no entry. */
export async function enterPaper(
  tx: Tx,
  { companyId, dueOn }: Pick<typeof orders.$inferSelect, 'companyId' | 'dueOn'>,
  { number, series, orderId, totalCents, issuedAt, zone, document, ...paper }: typeof invoices.$inferSelect,
): Promise<void> {
  if (companyId === null) return;
  const isInvoice = series === 'invoice';
  await enterInLedger(tx, {
    id: number,
    companyId,
    orderId,
    kind: series,
    method: 'none',
    amountCents: isInvoice ? -totalCents : totalCents,
    reference: number,
    document: number,
    day: dayOf(issuedAt, zone),
    dueOn: isInvoice ? (paper.dueOn ?? dueOn ?? dayOf(issuedAt, zone)) : null,
    cashDiscount: document?.model.payment.cashDiscount?.map(({ percent, until }) => ({ percent, until })) ?? null,
    // To the microsecond, as the paper has it.
    createdAt: sql`(select issued_at from invoices where number = ${number})`,
  });
}
