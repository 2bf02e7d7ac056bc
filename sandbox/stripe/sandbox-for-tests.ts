import { Stripe } from 'stripe';
import { emptyPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { overDatabase } from '../over-database.ts';
import { createStripeSandbox, type SandboxDatabase, type StripeSandbox } from './stripe-sandbox.ts';

export const SECRET_KEY = 'sk_test_sandbox_0123456789';
export const PUBLISHABLE_KEY = 'pk_test_sandbox_0123456789';
export const WEBHOOK_SECRET = 'whsec_sandbox_0123456789';
const ORIGIN = 'http://shop.test';

export interface TestWorld {
  sandbox: StripeSandbox;
  /** The SDK with the secret key, without retries of its own. */
  stripe: Stripe;
  /** The SDK as a buyer's browser would call, with the publishable key. */
  browser: Stripe;
  /** What arrived at the shop, signature checked by the SDK. */
  received: Stripe.Event[];
  /** How the shop answers webhooks from now on. */
  shopAnswers: (status: number) => void;
  clock: { now: Date };
  /** A bare call, with the headers that the SDK would not send. */
  send: (path: string, init?: RequestInit) => Promise<Response>;
  sdk: (key: string, options?: { maxNetworkRetries?: number; timeout?: number }) => Stripe;
  db: SandboxDatabase;
  /** As new, for the next test. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
}

/** A sandbox on a database of its own, whose webhooks are sent when the test says so. */
export async function openWorld(): Promise<TestWorld> {
  const database = await openDatabase({ url: await emptyPostgres() });
  const db = overDatabase(database);
  const received: Stripe.Event[] = [];
  const clock = { now: new Date() };
  let status = 200;
  const checker = new Stripe(SECRET_KEY);
  const sandbox = createStripeSandbox({
    db,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `${ORIGIN}/webhooks/stripe`,
    automatic: false,
    now: () => clock.now,
    async deliver(request) {
      const body = await request.text();
      const header = request.headers.get('stripe-signature') ?? '';
      if (status < 400) {
        const at = clock.now.getTime();
        received.push(checker.webhooks.constructEvent(body, header, WEBHOOK_SECRET, 300, undefined, at));
      }
      return new Response(null, { status });
    },
  });
  await sandbox.start();
  const send = (path: string, init: RequestInit = {}) => sandbox.fetch(new Request(new URL(path, ORIGIN), init));
  const sdk = (key: string, options: { maxNetworkRetries?: number; timeout?: number } = {}) =>
    new Stripe(key, {
      httpClient: Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) =>
        sandbox.fetch(new Request(input, init)),
      ),
      maxNetworkRetries: 0,
      telemetry: false,
      ...options,
    });
  return {
    sandbox,
    stripe: sdk(SECRET_KEY),
    browser: sdk(PUBLISHABLE_KEY),
    received,
    shopAnswers: (next) => {
      status = next;
    },
    clock,
    send,
    sdk,
    db,
    async clear() {
      await database.raw(
        'truncate sandbox_stripe.objects, sandbox_stripe.idempotency, sandbox_stripe.deliveries, sandbox_stripe.faults',
      );
      received.length = 0;
      status = 200;
    },
    async close() {
      await sandbox.stop();
      await database.close();
    },
  };
}

/** An intent of the shop's kind: dollars, cards only. */
export function dollars(amount = 12_50): Stripe.PaymentIntentCreateParams {
  return { amount, currency: 'usd', allowed_payment_method_types: ['card'], metadata: { order: 'order-1' } };
}

/** A header of an answer; over `fetch` the SDK hands on the headers as they came. */
export function headerOf(answer: Stripe.Response<object>, name: string): string | null {
  return new Headers(answer.lastResponse.headers).get(name);
}

/** The error that a call ends with, as the SDK reports it. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('The call was expected to be refused.');
}
