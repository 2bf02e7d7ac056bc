import { sentence } from '#contract/sentences.ts';
import type Stripe from 'stripe';
import type { Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { readBytes } from '#server/engine/http/read-body.ts';
import { settleCompanyIntent } from './company-cards.ts';
import type { PaymentParts } from './payment-parts.ts';
import { webhookEvents } from '#server/buying/order-tables/payments.sql.ts';
import { readIntent, readRefund } from './provider.ts';
import { recordRefund, recordRefundedTotal } from './record-refund.ts';
import { settleIntent } from './settle-intent.ts';

/**
 * The provider's signed event. Its effect and its id are written in one transaction, so that each event acts once,
 * however often and in whatever order events come.
 * @throws AppError INVALID_SIGNATURE before any database access, BODY_TOO_LARGE
 */
export async function receiveEvent(parts: PaymentParts, request: Request): Promise<{ received: boolean }> {
  const event = await verified(parts, request);
  await transaction(parts.database, async (tx) => {
    const [isNew] = await tx
      .insert(webhookEvents)
      .values({ id: event.id, type: event.type })
      .onConflictDoNothing()
      .returning({ id: webhookEvents.id });
    if (isNew) await act(tx, parts, event);
  });
  return { received: true };
}

async function verified({ config, provider, log }: PaymentParts, request: Request): Promise<Stripe.Event> {
  const bytes = Buffer.from(await readBytes(request));
  const signature = request.headers.get('stripe-signature') ?? '';
  // Two secrets, with a comma between them, are valid while one replaces the other.
  const secrets = config.stripe.webhookSecret
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);
  try {
    // What is signed is bytes: a byte order mark or broken UTF-8, which decoding would mend, is another body.
    if (!Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes) || bytes[0] === 0xef)
      throw new Error('not plain UTF-8');
    const event = await provider.verifyEvent(bytes, signature, secrets);
    if (typeof event?.id !== 'string' || typeof event.type !== 'string') throw new Error('not an event');
    return event;
  } catch (cause) {
    log.warn({ error: cause instanceof Error ? cause.name : 'unknown' }, 'a webhook was refused');
    throw new AppError('INVALID_SIGNATURE', sentence('The signature does not match the body.'), { cause });
  }
}

async function act(tx: Tx, parts: PaymentParts, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.requires_action':
    case 'payment_intent.canceled': {
      const intent = readIntent(event.data.object);
      if (!(await settleCompanyIntent(tx, parts, intent))) await settleIntent(tx, parts, intent);
      return;
    }
    case 'charge.refunded': {
      const { payment_intent: intent, amount_refunded: cents } = event.data.object;
      const intentId = typeof intent === 'string' ? intent : intent?.id;
      if (intentId) await recordRefundedTotal(tx, intentId, cents, event.id);
      return;
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      await recordRefund(tx, parts, readRefund(event.data.object));
      return;
    default:
      // Whatever else the account sends is not for the shop.
      return;
  }
}
