import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { dollars, PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from './sandbox-for-tests.ts';
import { overDatabase } from '../over-database.ts';
import { createStripeSandbox, type StripeSandbox } from './stripe-sandbox.ts';

interface Process {
  database: Database;
  sandbox: StripeSandbox;
  stripe: Stripe;
}

const arrived: string[] = [];
let processes: Process[];

beforeAll(async () => {
  const url = await freshPostgres();
  processes = await Promise.all([1, 2].map(() => open(url)));
  // Both make the tables at once, as two starting servers would.
  await Promise.all(processes.map(({ sandbox }) => sandbox.start()));
});
afterAll(async () => {
  for (const { sandbox, database } of processes) {
    await sandbox.stop();
    await database.close();
  }
});

async function open(url: string): Promise<Process> {
  const database = await openDatabase({ url });
  const sandbox = createStripeSandbox({
    db: overDatabase(database),
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: 'http://shop.test/webhooks/stripe',
    async deliver(request) {
      arrived.push(((await request.json()) as Stripe.Event).id);
      return new Response(null);
    },
  });
  const stripe = new Stripe(SECRET_KEY, {
    httpClient: Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) =>
      sandbox.fetch(new Request(input, init)),
    ),
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return { database, sandbox, stripe };
}

/** `count` calls at once, by turns in either process. */
const together = <T>(count: number, call: (stripe: Stripe) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => call(processes[index % 2]!.stripe)));
const done = <T>(results: PromiseSettledResult<T>[]) =>
  results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
const reasons = (results: PromiseSettledResult<unknown>[]) =>
  new Set(
    results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code?: string }).code] : [])),
  );

it('forty creations with one key make one intent', async () => {
  const results = await together(40, (stripe) => stripe.paymentIntents.create(dollars(), { idempotencyKey: 'one' }));
  expect(new Set(done(results).map(({ id }) => id)).size).toBe(1);
  expect([...reasons(results)].filter((code) => code !== 'idempotency_key_in_use')).toEqual([]);
});

it('twenty confirmations of one intent charge one card once', async () => {
  const { stripe } = processes[0]!;
  const { id } = await stripe.paymentIntents.create(dollars());
  const results = await together(20, (any) => any.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }));
  expect(done(results)).toHaveLength(1);
  expect(reasons(results)).toEqual(new Set(['payment_intent_unexpected_state']));
  expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
});

it('paying and canceling at once end in one of the two', async () => {
  const { stripe } = processes[0]!;
  for (let round = 0; round < 10; round++) {
    const { id } = await stripe.paymentIntents.create(dollars());
    const [paid, canceled] = await Promise.allSettled([
      processes[0]!.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      processes[1]!.stripe.paymentIntents.cancel(id),
    ]);
    expect([paid.status, canceled.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const { status } = await stripe.paymentIntents.retrieve(id);
    expect(status).toBe(paid.status === 'fulfilled' ? 'succeeded' : 'canceled');
  }
});

it('refunds at once never give back more than was paid', async () => {
  const { stripe } = processes[0]!;
  const { id } = await stripe.paymentIntents.create({
    ...dollars(10_00),
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  const results = await together(20, (any) => any.refunds.create({ payment_intent: id, amount: 300 }));
  expect(done(results)).toHaveLength(3);
});

it('a fault ordered in one process befalls either, once', async () => {
  await processes[0]!.sandbox.faults.add({ kind: 'status', status: 500, times: 3 });
  const results = await together(10, (any) => any.paymentIntents.create(dollars()));
  expect(done(results)).toHaveLength(7);
});

it('each webhook is sent once, by one of the processes', async () => {
  const { stripe } = processes[0]!;
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
  await expect.poll(() => arrived.length, { timeout: 10_000 }).toBe(events.length);
  expect(new Set(arrived)).toEqual(new Set(events.map(({ id }) => id)));
});
