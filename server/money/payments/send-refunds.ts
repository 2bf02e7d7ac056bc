import type { Db } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { PaymentParts } from './payment-parts.ts';
import { refunds } from '#server/buying/order-tables/payments.sql.ts';
import { isProviderDown, ProviderRefusal, type ProviderRefund } from './provider.ts';
import { recordRefund } from './record-refund.ts';

type RefundRow = typeof refunds.$inferSelect;
/** One that goes back by the payment that brought it. */
type OfPayment = RefundRow & { paymentIntentId: string };

const BATCH = 10;
/** A process that died while sending leaves its refunds to the others after this long. */
const CLAIM_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** A refund that the provider understood and refused this often needs a person. */
const MAX_REFUSALS = 5;

/** Sends the refunds that are due; each is claimed by one process, and carries a key that makes it happen once. */
export async function sendRefunds(parts: PaymentParts, now: Date): Promise<void> {
  for (;;) {
    const claimed = await claimRefunds(parts, now);
    if (claimed.length === 0) return;
    for (const row of claimed) await sendRefund(parts, row);
  }
}

async function claimRefunds({ database }: PaymentParts, now: Date): Promise<RefundRow[]> {
  const due = database.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.state, 'due'),
        or(lte(refunds.nextAttemptAt, now), gt(refunds.nextAttemptAt, new Date(now.getTime() + LONGEST_PAUSE_MS))),
      ),
    )
    .orderBy(refunds.nextAttemptAt)
    .limit(BATCH)
    .for('update', { skipLocked: true });
  // Pauses double from half a minute to an hour, for as long as the provider is away.
  return database.db
    .update(refunds)
    .set({
      attempts: sql`${refunds.attempts} + 1`,
      nextAttemptAt: sql`${now.toISOString()}::timestamptz + least(${CLAIM_MS} * power(2, least(${refunds.attempts}, 10)), ${LONGEST_PAUSE_MS}) * interval '1 millisecond'`,
    })
    .where(inArray(refunds.id, due))
    .returning();
}

/** Sends one refund at once, where nobody else has claimed it; what fails is left to the rounds. */
export async function sendRefundNow(parts: PaymentParts, id: string): Promise<void> {
  const [row] = await parts.database.db
    .update(refunds)
    .set({ attempts: 1, nextAttemptAt: new Date(Date.now() + CLAIM_MS) })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'due'), eq(refunds.attempts, 0)))
    .returning();
  if (row) await sendRefund(parts, row);
}

async function sendRefund(parts: PaymentParts, { paymentIntentId, ...refund }: RefundRow): Promise<void> {
  if (paymentIntentId === null) throw new Error(`the refund ${refund.id} is of no payment`);
  const row = { ...refund, paymentIntentId };
  try {
    // The provider forgets keys after a day, so a refund that was tried before is looked for first.
    const sent = (row.attempts > 1 ? await sentBefore(parts, row) : undefined) ?? (await send(parts, row));
    await transaction(parts.database, (tx) => recordRefund(tx, parts, sent));
    parts.log.info({ refund: row.id, intent: row.paymentIntentId }, 'a refund was sent');
  } catch (error) {
    if (isProviderDown(error)) return;
    if (!(error instanceof ProviderRefusal)) throw error;
    parts.log.error({ error, refund: row.id, intent: row.paymentIntentId }, 'the card provider rejects a refund');
    if (error.code === 'charge_already_refunded') await adoptRefunds(parts, row);
    else if (row.attempts >= MAX_REFUSALS) await giveUp(parts.database.db, row);
  }
}

async function send({ provider }: PaymentParts, row: OfPayment): Promise<ProviderRefund> {
  const { id: refundId, paymentIntentId, amountCents } = row;
  return provider.refund({ refundId, paymentIntentId, amountCents });
}

async function sentBefore({ provider }: PaymentParts, row: OfPayment): Promise<ProviderRefund | undefined> {
  return (await provider.listRefunds(row.paymentIntentId)).find((refund) => refund.refundId === row.id);
}

/** Somebody gave the money back at the provider: those refunds are noted, and this one is not needed. */
async function adoptRefunds(parts: PaymentParts, row: OfPayment): Promise<void> {
  const made = await parts.provider.listRefunds(row.paymentIntentId);
  await transaction(parts.database, async (tx) => {
    for (const refund of made) await recordRefund(tx, parts, refund);
    await giveUp(tx, row);
  });
}

async function giveUp(db: Db, row: RefundRow): Promise<void> {
  await db
    .update(refunds)
    .set({ state: 'failed', failedAt: sql`now()` })
    .where(and(eq(refunds.id, row.id), eq(refunds.state, 'due')));
}
