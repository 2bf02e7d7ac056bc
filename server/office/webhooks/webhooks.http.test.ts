import { Webhook as Library } from 'standardwebhooks';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '#contract/office/settings.ts';
import { type Webhook, type WebhookDelivery, type WebhookWithSecret } from '#contract/office/webhooks.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { createWebhookSender } from './webhook-sender.ts';
import { noDocuments, openListening } from './listening-for-tests.ts';

const { database, shop, ada, receiver, another, asAdmin, listen, deliveriesOf, detailsOf, received, hush, close } =
  await openListening();
afterAll(close);
afterEach(hush);
let buyers = 0;
let alice: Awaited<ReturnType<typeof shop.person>>;
beforeEach(async () => {
  alice = await shop.person(`Alice${++buyers}`);
});

/** As if the pause before the next attempt were over. */
const passPause = () =>
  database.raw(`update webhook_deliveries set next_attempt_at = now() where state = 'pending' and attempts > 0`);
const nothingWritten = async () => {
  const [row] = await database.raw<{ count: string }>('select count(*)::text as count from webhook_messages');
  return row?.count;
};

it('where nobody listens nothing is written, and what did not happen is not told', async () => {
  const tool = await shop.tool();
  const before = await nothingWritten();
  await shop.order(alice.token, tool);
  await listen(['stock.low']);
  await shop.order(alice.token, tool);
  await shop.atRest();
  expect(await nothingWritten()).toBe(before);
  await listen();
  await expect(
    transaction(database, async (tx) => {
      await moveOrder(tx, (await shop.order(alice.token, tool))._id, 'expire');
      throw new Error('after all not');
    }),
  ).rejects.toThrow('after all not');
  await shop.atRest();
  const types = await database.raw<{ type: string }>(
    `select distinct type from webhook_messages where created_at > now() - interval '1 minute' and type = 'order.expired'
       and data ->> '_id' in (select id from orders where state = 'unpaid')`,
  );
  expect(types).toEqual([]);
  // What is on its way would come to the next test.
  const pending = () => database.raw(`select from webhook_deliveries where state = 'pending'`);
  await expect.poll(async () => (await pending()).length, { timeout: 15_000 }).toBe(0);
});

it('what was not taken is tried again with the same id and body, and its answers can be read', async () => {
  const webhook = await listen(['order.placed']);
  receiver.answerWith(500, `broken ${'x'.repeat(2_000)}`);
  await shop.order(alice.token, await shop.tool());
  await received(1);
  await expect.poll(async () => (await deliveriesOf(webhook))[0]?.lastStatus).toBe(500);
  const [delivery] = await deliveriesOf(webhook);
  expect(delivery).toMatchObject({ state: 'pending', attempts: 1, nextAttemptAt: expect.any(String) });
  const [shown] = (await asAdmin<Webhook[]>('GET', '/webhook')).answer;
  expect(shown).toMatchObject({ enabled: true, failingSince: expect.any(String) });
  receiver.answerWith(204);
  await passPause();
  const [first, second] = await received(2);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  await expect.poll(async () => (await deliveriesOf(webhook))[0]?.state).toBe('delivered');
  const details = await detailsOf(webhook, delivery!);
  expect(details.body).toBe(first?.body);
  expect(details.answers).toMatchObject([{ status: 204 }, { status: 500, ms: expect.any(Number), problem: null }]);
  expect(details.answers[1]?.answer).toMatch(/^broken x+$/);
  expect(details.answers[1]?.answer).toHaveLength(1_024);
  expect((await asAdmin<Webhook[]>('GET', '/webhook')).answer[0]?.failingSince).toBeNull();
});

it('a message can be sent again, whatever became of it', async () => {
  const webhook = await listen(['order.placed']);
  await shop.order(alice.token, await shop.tool());
  const [first] = await received(1);
  await expect.poll(async () => (await deliveriesOf(webhook, '?state=delivered')).length).toBe(1);
  const [delivery] = await deliveriesOf(webhook);
  const again = await asAdmin<WebhookDelivery>('POST', `/webhook/${webhook._id}/delivery/${delivery!._id}/again`);
  expect(again).toMatchObject({ status: 200, answer: { attempts: 0, message: delivery!.message } });
  const [, second] = await received(2);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
});

it('a test message arrives, and a webhook that is put to rest is sent nothing', async () => {
  const webhook = await listen(['order.placed']);
  expect((await asAdmin('POST', `/webhook/${webhook._id}/test`)).status).toBe(201);
  const [test] = await received(1);
  expect(test?.message).toMatchObject({ type: 'webhook.test', data: { webhook: webhook._id } });
  const rest = await asAdmin<Webhook>('PUT', `/webhook/${webhook._id}`, { enabled: false });
  expect(rest.answer).toMatchObject({ enabled: false, disabledBecause: null });
  await shop.order(alice.token, await shop.tool());
  await shop.atRest();
  expect(await deliveriesOf(webhook)).toHaveLength(1);
  const refused = await asAdmin<{ code: string }>('POST', `/webhook/${webhook._id}/test`);
  expect([refused.status, refused.answer.code]).toEqual([409, 'WEBHOOK_DISABLED']);
});

describe('an endpoint is disabled, and those who may set it right are written to', () => {
  const letters = () =>
    database.raw<{ to: string; text: string }>(`select "to", text from mails where subject like 'A webhook%'`);

  it('that says that it is gone', async () => {
    await database.raw('delete from mails');
    const { answer: now } = await asAdmin<Settings>('GET', '/settings');
    const own = { ...now, company: { ...now.company, name: 'Zangen Werk' } };
    expect((await asAdmin('PUT', '/settings', own)).status).toBe(200);
    const webhook = await listen(['order.placed']);
    receiver.answerWith(410);
    await shop.order(alice.token, await shop.tool());
    await shop.atRest();
    await another.sendDue();
    await expect
      .poll(async () => (await asAdmin<Webhook[]>('GET', '/webhook')).answer[0]?.enabled, { timeout: 15_000 })
      .toBe(false);
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery?.state).toBe('failed');
    expect((await letters()).map(({ to }) => to)).toContain(ada.email);
    expect((await letters()).map(({ to }) => to)).not.toContain(alice.email);
    // The shop's own name, and not the one that it came with.
    expect((await letters())[0]?.text).toContain('Zangen Werk');
  });

  it('to which nothing could be delivered for three days, and enabled again it is told what comes', async () => {
    await database.raw('delete from mails');
    const webhook = await listen(['order.placed']);
    receiver.answerWith(503);
    await shop.order(alice.token, await shop.tool());
    await received(1);
    await expect.poll(async () => (await deliveriesOf(webhook))[0]?.lastStatus).toBe(503);
    await database.raw(`update webhooks set failing_since = now() - interval '3 days'`);
    await database.raw(`update webhook_deliveries set attempts = 10, next_attempt_at = now() where state = 'pending'`);
    await another.sendDue();
    await expect
      .poll(async () => (await asAdmin<Webhook[]>('GET', '/webhook')).answer[0]?.enabled, { timeout: 15_000 })
      .toBe(false);
    const [shown] = (await asAdmin<Webhook[]>('GET', '/webhook')).answer;
    expect(shown?.disabledBecause).toContain('three days');
    expect((await letters())[0]?.text).toContain(new URL(receiver.url).origin);
    receiver.answerWith(200);
    receiver.got.length = 0;
    await asAdmin('PUT', `/webhook/${webhook._id}`, { enabled: true });
    const [lost] = await deliveriesOf(webhook, '?state=failed');
    await asAdmin('POST', `/webhook/${webhook._id}/delivery/${lost!._id}/again`);
    await shop.order(alice.token, await shop.tool());
    await received(2);
  });
});

it('a secret is said once, kept encrypted, and for a day the former one signs along with a new one', async () => {
  const webhook = await listen(['order.placed']);
  const renewed = await asAdmin<WebhookWithSecret>('POST', `/webhook/${webhook._id}/secret`);
  expect(renewed.status).toBe(201);
  expect(renewed.answer.secret).not.toBe(webhook.secret);
  const rows = await database.raw<{ row: string }>(
    `select row_to_json(w)::text as row from webhooks w union all select row_to_json(a)::text from audit_log a`,
  );
  const secrets = [webhook.secret, renewed.answer.secret];
  expect(rows.filter(({ row }) => secrets.some((secret) => row.includes(secret.slice(6))))).toEqual([]);
  expect(JSON.stringify((await asAdmin('GET', '/webhook')).answer)).not.toContain('secret');
  await asAdmin('POST', `/webhook/${webhook._id}/test`);
  const [both] = await received(1);
  for (const secret of secrets)
    expect(() => new Library(secret).verify(both!.body, both!.headers as Record<string, string>)).not.toThrow();
  await database.raw('update webhooks set former_until = now()');
  await asAdmin('POST', `/webhook/${webhook._id}/test`);
  const [, one] = await received(2);
  const verify = (secret: string) => new Library(secret).verify(one!.body, one!.headers as Record<string, string>);
  expect(() => verify(webhook.secret)).toThrow('No matching signature found');
  expect(() => verify(renewed.answer.secret)).not.toThrow();
});

it('addresses inside are refused when they are given, unless the operator allows them', async () => {
  const give = async (url: string) => {
    const { status, answer } = await asAdmin<{ issues?: { path: string }[] }>('POST', '/webhook', {
      url,
      events: ['stock.low'],
    });
    return [status, answer.issues?.[0]?.path];
  };
  for (const url of [
    'https://localhost/x',
    'https://10.0.0.1/x',
    'http://erp.example/x',
    'https://[::1]/',
    'ftp://erp.example/',
    'https://a:b@erp.example/',
    'https://erp.example/\0',
    'https://erp.example/\ud83d',
    'https://erp.exa\nmple/',
    'x',
  ])
    expect(await give(url)).toEqual([400, 'url']);
  expect(await give('https://erp.example/x')).toEqual([201, undefined]);
  const { _id } = await listen();
  expect((await asAdmin('PUT', `/webhook/${_id}`, { url: 'https://192.168.0.1/' })).status).toBe(400);
});

it('several processes share the work, and a message is sent once', async () => {
  const webhook = await listen(['order.placed']);
  const { config, mail, log } = shop.parts;
  const others = Array.from({ length: 4 }, () =>
    createWebhookSender({ config, database, mail, log, documents: noDocuments }),
  );
  const tool = await shop.tool({ availableQuantity: 1_000 });
  for (let order = 0; order < 15; order++) await shop.order(alice.token, tool);
  await shop.atRest();
  await Promise.all(others.map((each) => each.sendDue()));
  await received(15);
  await Promise.all(others.map((each) => each.sendDue()));
  expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size).toBe(15);
  expect(receiver.got).toHaveLength(15);
  expect((await deliveriesOf(webhook)).every(({ attempts }) => attempts === 1)).toBe(true);
  await Promise.all(others.map((each) => each.stop()));
});

it('a process that died while it was sending leaves its message to the others', async () => {
  const webhook = await listen(['order.placed']);
  await shop.order(alice.token, await shop.tool());
  await received(1);
  await expect.poll(async () => (await deliveriesOf(webhook))[0]?.state).toBe('delivered');
  // What a process leaves behind that is killed between taking a message and settling it.
  await database.raw(
    `update webhook_deliveries set state = 'pending', attempts = 1, next_attempt_at = now() - interval '1 second'`,
  );
  await received(2);
});
