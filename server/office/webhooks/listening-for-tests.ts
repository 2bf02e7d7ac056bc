import { expect } from 'vitest';
import {
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  type WebhookWithSecret,
} from '#contract/office/webhooks.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { openTestShop } from '#server/shop-for-tests.ts';
import { openReceiver, type Received } from './receiver-for-tests.ts';
import { createWebhookSender, type DocumentForm } from './webhook-sender.ts';
import { webhooks } from './webhooks.sql.ts';

/** Of a shop that sends no documents. */
export const noDocuments: DocumentForm = {
  most: 0,
  contentType: 'text/xml',
  path: '/',
  write: () => '',
  statusOf: ({ status }) => status,
  tried: () => Promise.resolve(),
};

/** A shop of its own, a receiver that it tells, and another process that sends what is due. */
export async function openListening() {
  const database = await freshDatabase();
  const shop = await openTestShop(database, { WEBHOOK_HOSTS: '127.0.0.1' });
  const ada = await shop.person('Ada', 'admin');
  const receiver = await openReceiver();
  const { config, mail, log } = shop.parts;
  const another = createWebhookSender({ config, database, mail, log, documents: noDocuments });

  const asAdmin = async <T>(method: string, path: string, body?: object): Promise<{ status: number; answer: T }> => {
    const response = await shop.call(method, path, { as: ada.token, ...(body ? { body } : {}) });
    return { status: response.status, answer: (await response.json()) as T };
  };
  const listen = async (events: readonly string[] = WEBHOOK_EVENTS): Promise<WebhookWithSecret> => {
    const { status, answer } = await asAdmin<WebhookWithSecret>('POST', '/webhook', { url: receiver.url, events });
    expect(status).toBe(201);
    return answer;
  };
  const deliveriesOf = async ({ _id }: Pick<Webhook, '_id'>, query = '') =>
    (await asAdmin<WebhookDelivery[]>('GET', `/webhook/${_id}/delivery${query}`)).answer;
  const detailsOf = async (webhook: Pick<Webhook, '_id'>, { _id }: Pick<WebhookDelivery, '_id'>) =>
    (await asAdmin<WebhookDeliveryDetails>('GET', `/webhook/${webhook._id}/delivery/${_id}`)).answer;
  /** Until the receiver has so many, which the shop sends by itself every other second. */
  const receivedInTime = async (count: number): Promise<Received[]> => {
    await expect.poll(() => receiver.got.length, { timeout: 15_000 }).toBe(count);
    return receiver.got;
  };
  /** The same without waiting for the shop's next round: the news is read, and another process sends what is due. */
  const received = async (count: number): Promise<Received[]> => {
    await shop.atRest();
    await another.sendDue();
    return receivedInTime(count);
  };
  /** Nobody listens any more, and nothing was received. */
  const hush = async () => {
    // The shop's own round may be at one of their deliveries, and locks it before its webhook.
    await transaction(database, (tx) => tx.delete(webhooks));
    receiver.moveOn();
    receiver.answerWith(200, 'taken');
  };
  const close = async () => {
    await another.stop();
    await receiver.close();
    await shop.close();
  };
  const calls = { asAdmin, listen, deliveriesOf, detailsOf, receivedInTime, received };
  return { database, shop, ada, receiver, another, ...calls, hush, close };
}
