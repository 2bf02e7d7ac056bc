import { eq, sql } from 'drizzle-orm';
import { shareOf } from '#contract/money/cash-discount.ts';
import type { Day } from '#contract/days.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { settlements } from '#server/buying/order-tables/ledger.sql.ts';
import type { orders } from '#server/buying/order-tables/orders.sql.ts';

/** What was taken off an invoice for paying it in time. */
interface Taken {
  companyId: string;
  invoiceNumber: string;
  amountCents: number;
  /** The payment that took it; it goes back with it. */
  takenBy: string;
  /** That of the payment; without one, today. */
  day?: Day;
  actorId: string;
}

/** Enters it with the tax that is in it, and settles the invoice with it. Whoever calls it has locked the company and the order. */
export async function enterDiscount(tx: Tx, { invoiceNumber, amountCents, day, ...taken }: Taken): Promise<void> {
  const [invoice] = await tx
    .select({ totalCents: invoices.totalCents, taxCents: invoices.taxCents })
    .from(invoices)
    .where(eq(invoices.number, invoiceNumber));
  if (!invoice) throw new Error(`there is no invoice ${invoiceNumber}`);
  const id = newId();
  await enterInLedger(tx, {
    id,
    ...taken,
    kind: 'discount',
    method: 'none',
    amountCents,
    taxCents: shareOf(invoice.taxCents, amountCents, invoice.totalCents),
    reference: id,
    document: invoiceNumber,
    ...(day === undefined ? {} : { day }),
  });
  // An invoice is its own entry.
  await tx.insert(settlements).values({ creditId: id, debitId: invoiceNumber, amountCents });
}

interface Standing extends Record<string, unknown> {
  id: string;
  companyId: string;
  document: string;
  cents: number;
  takenBy: string;
}

const standingWhere = (tx: Tx, where: ReturnType<typeof sql>) =>
  tx.execute<Standing>(sql`
    select l.id, l.company_id as "companyId", l.document, l.amount_cents::float8 as cents, l.taken_by as "takenBy" from ledger l
    where l.kind = 'discount' and ${where} and not exists (select from ledger back where back.reverses = l.id) order by l.id`);

async function reverse(tx: Tx, { id, companyId, document, cents }: Standing, reason: string, actorId: string) {
  await enterInLedger(tx, {
    companyId,
    kind: 'reversal',
    method: 'none',
    amountCents: -cents,
    reference: id,
    document,
    reason,
    reverses: id,
    actorId,
  });
}

/** Takes back what a payment took off invoices, since it is taken back itself. */
export async function takeDiscountsOfPaymentBack(
  tx: Tx,
  { entryId, reason, actorId }: { entryId: string; reason: string; actorId: string },
): Promise<void> {
  const { rows } = await standingWhere(tx, sql`l.taken_by = ${entryId}`);
  for (const row of rows) await reverse(tx, row, reason, actorId);
}

/**
 * Takes back what was taken off an invoice of an order, in so far as a credit note is about to take off what it was taken of: nobody paid
 * that, so it is no credit. Whoever calls it has locked the order, and enters the credit note after it.
 * @param credit what the credit note comes to, of which invoice, and what was left of that before, in cents
 */
export async function takeDiscountBack(
  tx: Tx,
  actor: Caller,
  order: typeof orders.$inferSelect,
  credit: { invoiceNumber: string; totalCents: number; leftCents: number },
): Promise<void> {
  if (order.discountCents === 0) return;
  const { rows } = await standingWhere(tx, sql`l.document = ${credit.invoiceNumber}`);
  const { totalCents: creditCents, leftCents: base } = credit;
  for (const row of rows) {
    await reverse(tx, row, 'A credit note takes it off', actor.userId);
    const amountCents = shareOf(row.cents, Math.max(0, base - creditCents), base);
    const { companyId, document: invoiceNumber, takenBy } = row;
    if (amountCents > 0)
      await enterDiscount(tx, { companyId, invoiceNumber, amountCents, takenBy, actorId: actor.userId });
  }
}
