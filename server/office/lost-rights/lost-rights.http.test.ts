import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ApiKey, MadeApiKey } from '#contract/office/api-keys.ts';
import type { Webhook } from '#contract/office/webhooks.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { setDisabled } from '#server/office/users/users.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { noDocuments } from '#server/office/webhooks/listening-for-tests.ts';
import { openReceiver, type Receiver } from '#server/office/webhooks/receiver-for-tests.ts';
import { createWebhookSender, type WebhookSender } from '#server/office/webhooks/webhook-sender.ts';
import { tellLostRights } from './lost-rights.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let database: Database;
let shop: TestShop;
let root: Person;
let carol: Person;
let receiver: Receiver;
let sender: WebhookSender;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database, { WEBHOOK_HOSTS: '127.0.0.1' });
  root = await shop.person('Root', 'admin');
  receiver = await openReceiver();
  const { config, mail, log } = shop.parts;
  sender = createWebhookSender({ config, database, mail, log, documents: noDocuments });
});
afterAll(async () => {
  await sender.stop();
  await receiver.close();
  await shop.close();
});
let carols = 0;
beforeEach(async () => {
  carol = await shop.person(`Carol${++carols}`, 'admin');
  await database.raw('delete from mails');
  await database.raw('delete from webhooks');
  receiver.got.length = 0;
});

const letters = () =>
  database.raw<{ to: string; text: string }>(
    `select "to", text from mails where subject like '%have stopped working' order by "to"`,
  );
const webhooks = async () => (await (await shop.call('GET', '/webhook', { as: root.token })).json()) as Webhook[];

const WAYS: Record<string, (person: Person) => Promise<unknown>> = {
  'was removed': ({ userId }) => shop.call('DELETE', `/user/${userId}`, { as: root.token }),
  'is an admin no more': ({ email }) =>
    shop.call('PUT', `/user/role/${email}`, { as: root.token, body: { role: 'sales' } }),
  'was disabled': ({ email }) => transaction(database, (tx) => setDisabled(tx, email, true)),
  'was taken out by the database': ({ userId }) => database.raw('delete from users where id = $1', [userId]),
  'lost the role in the database': ({ userId }) =>
    database.raw(`update users set role = 'user' where id = $1`, [userId]),
};

it.each(Object.entries(WAYS))(
  'the webhook of an admin who %s is told nothing more, and the others are told of it',
  async (_way, lose) => {
    const url = `${receiver.url}/secret-path`;
    const made = await shop.call('POST', '/webhook', { as: carol.token, body: { url, events: ['order.placed'] } });
    expect([made.status, await made.json()]).toMatchObject([201, { madeBy: carol.email }]);
    const tool = await shop.tool();
    await shop.order(root.token, tool);
    await shop.atRest();
    await sender.sendDue();
    await expect.poll(() => receiver.got.length, { timeout: 10_000 }).toBe(1);
    await lose(carol);
    await shop.order(root.token, tool);
    await shop.atRest();
    await sender.sendDue();
    expect(receiver.got).toHaveLength(1);

    await Promise.all([tellLostRights(shop.parts), tellLostRights(shop.parts)]);
    await tellLostRights(shop.parts);
    expect(await webhooks()).toMatchObject([
      { enabled: false, madeBy: carol.email, disabledBecause: expect.stringContaining(carol.email) },
    ]);
    const told = (await letters()).filter(({ to }) => to === root.email);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain(carol.email);
    expect(told[0]?.text).not.toContain('secret-path');
    expect((await letters()).map(({ to }) => to)).not.toContain(carol.email);

    const [{ _id }] = (await webhooks()) as [Webhook];
    const enabled = await shop.call('PUT', `/webhook/${_id}`, { as: root.token, body: { enabled: true } });
    expect(await enabled.json()).toMatchObject({ enabled: true, madeBy: root.email });
    await shop.order(root.token, tool);
    await shop.atRest();
    await sender.sendDue();
    await expect.poll(() => receiver.got.length, { timeout: 10_000 }).toBe(2);
  },
);

it.each(Object.entries(WAYS))(
  'the key of an admin who %s lets nobody in, and the others are told which it was',
  async (_way, lose) => {
    const body = { name: 'ERP', scopes: ['audit'] };
    const made = (await (await shop.call('POST', '/api-key', { as: carol.token, body })).json()) as MadeApiKey;
    expect(made.madeBy).toBe(carol.email);
    expect((await shop.call('GET', '/audit', { as: made.key })).status).toBe(200);
    await lose(carol);
    expect((await shop.call('GET', '/audit', { as: made.key })).status).toBeGreaterThanOrEqual(401);
    await Promise.all([tellLostRights(shop.parts), tellLostRights(shop.parts)]);
    await tellLostRights(shop.parts);
    const told = (await letters()).filter(({ to }) => to === root.email);
    expect(told).toHaveLength(1);
    for (const word of ['ERP', made.begins, carol.email]) expect(told[0]?.text).toContain(word);
    expect(told[0]?.text).not.toContain(made.key);
    const keys = (await (await shop.call('GET', '/api-key', { as: root.token })).json()) as ApiKey[];
    for (const key of keys) expect(key).toMatchObject({ madeBy: carol.email, lost: ['audit'] });
    await database.raw('delete from api_keys');
  },
);

it('who goes on being an admin keeps both, and nobody is written to', async () => {
  await shop.call('POST', '/webhook', { as: carol.token, body: { url: receiver.url, events: ['order.placed'] } });
  await shop.call('POST', '/api-key', { as: carol.token, body: { name: 'ERP', scopes: ['audit'] } });
  await tellLostRights(shop.parts);
  expect(await letters()).toEqual([]);
  expect(await webhooks()).toMatchObject([{ enabled: true }]);
});
