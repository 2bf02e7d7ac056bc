import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { emptyPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { overDatabase } from '../over-database.ts';
import { dollars, PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from './sandbox-for-tests.ts';
import { createStripeSandbox, type StripeSandboxOptions } from './stripe-sandbox.ts';

let database: Database;
beforeEach(async () => {
  database = await openDatabase({ url: await emptyPostgres() });
});
afterEach(() => database.close());

function open(options: Partial<StripeSandboxOptions> = {}) {
  const sandbox = createStripeSandbox({
    db: overDatabase(database),
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: 'http://shop.test/webhooks/stripe',
    deliver: async () => new Response(null),
    ...options,
  });
  const stripe = new Stripe(SECRET_KEY, {
    httpClient: Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) =>
      sandbox.fetch(new Request(input, init)),
    ),
    maxNetworkRetries: 0,
  });
  return { sandbox, stripe };
}

it('a restart loses no payment, no key and no webhook', async () => {
  const before = open({ automatic: false });
  await before.sandbox.start();
  const wanted = { ...dollars(), payment_method: 'pm_card_visa', confirm: true };
  const paid = await before.stripe.paymentIntents.create(wanted, { idempotencyKey: 'order-1' });
  await before.sandbox.stop();

  const arrived: string[] = [];
  const after = open({
    automatic: false,
    async deliver(request) {
      arrived.push(((await request.json()) as Stripe.Event).type);
      return new Response(null);
    },
  });
  await after.sandbox.start();
  expect((await after.stripe.paymentIntents.create(wanted, { idempotencyKey: 'order-1' })).id).toBe(paid.id);
  expect((await after.stripe.paymentIntents.retrieve(paid.id)).status).toBe('succeeded');
  await after.sandbox.deliverDue();
  expect(arrived).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']);
  await after.sandbox.stop();
});

it('webhooks are sent by themselves once started, and no more once stopped', async () => {
  const arrived: string[] = [];
  const { sandbox, stripe } = open({
    async deliver(request) {
      arrived.push(((await request.json()) as Stripe.Event).type);
      return new Response(null);
    },
  });
  await sandbox.start();
  await stripe.paymentIntents.create({ ...dollars(), payment_method: 'pm_card_visa', confirm: true });
  await expect
    .poll(() => arrived.toSorted())
    .toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded']);
  await sandbox.stop();
  await stripe.paymentIntents.create(dollars());
  expect(await database.raw(`select from sandbox_stripe.deliveries where state = 'due'`)).toHaveLength(1);
  expect(arrived).toHaveLength(3);
});

it('a shop that does not answer at all gets the webhook again', async () => {
  let calls = 0;
  const { sandbox, stripe } = open({
    async deliver() {
      calls += 1;
      if (calls === 1) throw new TypeError('fetch failed');
      return new Response(null);
    },
  });
  await sandbox.start();
  await stripe.paymentIntents.create(dollars());
  await expect.poll(() => calls, { timeout: 5_000 }).toBe(2);
  await sandbox.stop();
});

it('its tables stand apart from the shop’s', async () => {
  const { sandbox } = open({ automatic: false });
  await sandbox.start();
  const tables = await database.raw<{ schema: string }>(
    `select distinct table_schema as schema from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables).toEqual([{ schema: 'sandbox_stripe' }]);
});

it('a caller who gives up does not bring the process down when the answer fails later', async () => {
  const { sandbox } = open({ automatic: false });
  // Not started: without tables every call fails.
  const request = new Request('http://stripe.test/v1/payment_intents', {
    headers: { authorization: `Bearer ${SECRET_KEY}` },
    signal: AbortSignal.abort(new Error('too late')),
  });
  await expect(sandbox.fetch(request)).rejects.toThrow('too late');
});
