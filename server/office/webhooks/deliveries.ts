import { sentence } from '#contract/sentences.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import {
  type DeliveryQuery,
  TEST_EVENT,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
} from '#contract/office/webhooks.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newestFirst } from '#server/engine/http/by-time.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { type Page, pageOf } from '#server/engine/http/paging.ts';
import {
  webhookAnswers,
  webhookDeliveries as deliveries,
  webhookMessages as messages,
  webhooks,
} from './webhooks.sql.ts';
import { toldOfEvents } from './webhooks.ts';

/** The body of a message, the same bytes each time that it is sent. */
export function bodyOf({ type, createdAt, data }: { type: string; createdAt: Date; data: unknown }): string {
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
}

const lastStatus = sql<number | null>`(select status from webhook_answers
  where delivery_id = ${deliveries.id} order by id desc limit 1)`;

const COLUMNS = { delivery: deliveries, type: messages.type, lastStatus };

/** @throws AppError WEBHOOK_NOT_FOUND */
async function requireWebhook(db: Db, id: string): Promise<typeof webhooks.$inferSelect> {
  const [webhook] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), toldOfEvents));
  if (!webhook) throw new AppError('WEBHOOK_NOT_FOUND', sentence('There is no such webhook.'));
  return webhook;
}

/** What an endpoint was or will be told, newest first. @throws AppError WEBHOOK_NOT_FOUND */
export async function listDeliveries(
  db: Db,
  webhook: string,
  { limit, cursor, state }: DeliveryQuery,
): Promise<Page<WebhookDelivery>> {
  await requireWebhook(db, webhook);
  const wanted = and(eq(deliveries.webhookId, webhook), state ? eq(deliveries.state, state) : undefined);
  const { after, orderBy, micros } = newestFirst(deliveries.createdAt, deliveries.id, cursor);
  const rows = await db
    .select({ ...COLUMNS, micros })
    .from(deliveries)
    .innerJoin(messages, eq(messages.id, deliveries.messageId))
    .where(and(wanted, after))
    .orderBy(...orderBy)
    .limit(limit + 1);
  const page = pageOf(rows, limit, await db.$count(deliveries, wanted), ({ delivery, micros: at }) => [
    at,
    delivery.id,
  ]);
  return { ...page, rows: page.rows.map(presentDelivery) };
}

/** One delivery with what is sent and all that was answered. @throws AppError DELIVERY_NOT_FOUND */
export async function getDelivery(db: Db, webhook: string, id: string): Promise<WebhookDeliveryDetails> {
  const [row] = await db
    .select({ ...COLUMNS, message: messages })
    .from(deliveries)
    .innerJoin(messages, eq(messages.id, deliveries.messageId))
    .where(and(eq(deliveries.id, id), eq(deliveries.webhookId, webhook)));
  if (!row) throw deliveryNotFound();
  const answers = await db
    .select()
    .from(webhookAnswers)
    .where(eq(webhookAnswers.deliveryId, id))
    .orderBy(desc(webhookAnswers.id));
  return {
    ...presentDelivery(row),
    body: bodyOf(row.message),
    answers: answers.map(({ at, ms, status, answer, problem }) => ({
      at: at.toISOString(),
      ms,
      status,
      answer,
      problem,
    })),
  };
}

/**
 * Sends a message once more, whatever became of it, and if need be for three days again.
 * @throws AppError DELIVERY_NOT_FOUND, WEBHOOK_DISABLED
 */
export async function sendAgain(tx: Tx, webhook: string, id: string): Promise<WebhookDelivery> {
  await makeDue(tx, webhook, id);
  await requireEnabled(tx, webhook);
  return getDelivery(tx, webhook, id);
}

/** Has a delivery to an endpoint sent as if for the first time. @returns its message @throws AppError DELIVERY_NOT_FOUND */
export async function makeDue(tx: Tx, webhook: string, id: string): Promise<string> {
  const [asked] = await tx
    .update(deliveries)
    .set({ state: 'pending', attempts: 0, nextAttemptAt: sql`now()` })
    .where(and(eq(deliveries.id, id), eq(deliveries.webhookId, webhook)))
    .returning({ message: deliveries.messageId });
  if (!asked) throw deliveryNotFound();
  return asked.message;
}

/** Sends a message that says nothing, to see whether it arrives. @throws AppError WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED */
export async function sendTest(tx: Tx, webhook: string): Promise<WebhookDelivery> {
  await requireEnabled(tx, webhook);
  const message = `msg_${newId()}`;
  const id = `dlv_${newId()}`;
  await tx.insert(messages).values({ id: message, type: TEST_EVENT, data: { webhook } });
  await tx.insert(deliveries).values({ id, messageId: message, webhookId: webhook });
  return getDelivery(tx, webhook, id);
}

async function requireEnabled(tx: Tx, webhook: string): Promise<void> {
  const { disabledAt } = await requireWebhook(tx, webhook);
  if (disabledAt !== null)
    throw new AppError('WEBHOOK_DISABLED', sentence('This webhook is disabled. Enable it first, then send again.'));
}

function deliveryNotFound(): AppError {
  return new AppError(
    'DELIVERY_NOT_FOUND',
    sentence('There is no such delivery; deliveries are deleted after 30 days.'),
  );
}

interface Row {
  delivery: typeof deliveries.$inferSelect;
  type: string;
  lastStatus: number | null;
}

function presentDelivery({ delivery, type, lastStatus: status }: Row): WebhookDelivery {
  return {
    _id: delivery.id,
    message: delivery.messageId,
    type,
    state: delivery.state,
    attempts: delivery.attempts,
    createdAt: delivery.createdAt.toISOString(),
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
    nextAttemptAt: delivery.state === 'pending' ? delivery.nextAttemptAt.toISOString() : null,
    lastStatus: status,
  };
}
