import { sentence } from '#contract/sentences.ts';
import { and, eq, sql } from 'drizzle-orm';
import { cents } from '#contract/money-sums.ts';
import { centsToMoney } from '#contract/money.ts';
import type { NewGiveBack } from '#contract/money/payments.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { lockCompany } from '#server/buying/companies/companies.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { requireDayOfMoney } from '#server/buying/ledger/require-open-day.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { OVERPAID } from '#server/buying/orders/overpaid.ts';
import { orderNotFound } from '#server/buying/orders/orders.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { record } from '#server/people/audit/audit.ts';

/** What staff gave back. */
interface GiveBackReport {
  actor: Caller;
  orderId: string;
  wanted: NewGiveBack;
}

/**
 * Records that what came too much for an order went back by bank transfer, under the lock of its company, whose credit it was, and of the
 * order. Somebody sends it at the bank: no credit note is written, since nothing that was sold is taken back.
 * @throws AppError ORDER_NOT_FOUND, REFUND_TOO_LARGE { refundable }; 400 at date
 */
export async function giveBackOverpaid(tx: Tx, { actor, orderId, wanted }: GiveBackReport): Promise<void> {
  const [whose] = await tx.select({ companyId: orders.companyId }).from(orders).where(eq(orders.id, orderId));
  if (whose?.companyId) await lockCompany(tx, whose.companyId);
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) throw orderNotFound();
  await requireDayOfMoney(tx, wanted.date, {
    at: order.createdAt,
    earlier: sentence('The date cannot be before the order was placed'),
  });
  const amountCents = cents(wanted.amount);
  const [came] = await tx.select({ overpaid: OVERPAID }).from(orders).where(eq(orders.id, orderId));
  const overpaid = came?.overpaid ?? 0;
  const { currency } = await settingsNow(tx);
  if (amountCents > overpaid) {
    const most = centsToMoney(overpaid);
    throw new AppError(
      'REFUND_TOO_LARGE',
      sentence('This order was overpaid by {most}.', { most: { amount: most, currency } }),
      {
        facts: { refundable: most },
        issues: [{ path: 'amount', message: sentence('At most {most}', { most: { amount: most, currency } }) }],
      },
    );
  }
  const [charge] = await tx
    .select({ paidAs: ledger.paymentIntentId })
    .from(ledger)
    .where(
      and(
        eq(ledger.orderId, orderId),
        eq(ledger.kind, 'charge'),
        eq(ledger.method, 'transfer'),
        sql`not exists (select from ledger back where back.reverses = ledger.id)`,
      ),
    )
    .limit(1);
  const id = newId();
  await enterInLedger(tx, {
    id,
    companyId: order.companyId,
    orderId,
    // Of one that a card paid it is the transfer's money, not the card's.
    paymentIntentId: (order.paidBy === 'card' ? charge?.paidAs : (order.transactionId ?? charge?.paidAs)) ?? null,
    kind: 'give-back',
    method: 'transfer',
    amountCents: -amountCents,
    reference: id,
    document: wanted.reference,
    receivedOn: wanted.date,
    actorId: actor.userId,
  });
  await record(tx, actor, 'order.overpaid-given-back', orderId, {
    number: String(order.number),
    amount: wanted.amount,
    date: wanted.date,
    reference: wanted.reference,
  });
}
