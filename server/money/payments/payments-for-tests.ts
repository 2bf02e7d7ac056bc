import { eq } from 'drizzle-orm';
import { Stripe } from 'stripe';
import { overDatabase } from '#sandbox/over-database.ts';
import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/stripe-sandbox.ts';
import { readConfig, type Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { createChanges } from '#server/engine/http/changes.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { createMail } from '#server/people/mail/mail.ts';
import type { Log } from '#server/log.ts';
import { deleteOrder } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { placed } from '#server/buying/orders/placing-for-tests.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { createPayments, type Payments } from './stripe-payments.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const SHOP = 'http://shop.test';

/** One tool costs this many cents a piece; its stock is STOCK pieces. */
export const PRICE = 12_50;
const STOCK = 1_000;

/** The rules of payment over a database and the sandbox, without HTTP or identity. */
export interface PaymentWorld {
  config: Config;
  database: Database;
  payments: Payments;
  sandbox: StripeSandbox;
  /** The provider as its owner sees it, with the secret key. */
  stripe: Stripe;
  alice: Caller;
  bob: Caller;
  /** An unpaid order; its id. */
  placed(customer: Caller, quantity?: number): Promise<string>;
  /** Deletes an order as its customer does. */
  deleted(customer: Caller, orderId: string): Promise<void>;
  /** What a buyer's browser does with the client secret; answers the intent's id and status. */
  pay(clientSecret: string, card?: string): Promise<{ id: string; status: string }>;
  order(id: string): Promise<typeof orders.$inferSelect>;
  stockLeft(): Promise<number>;
  /** An event as the provider would sign it. */
  signed(event: object, options?: { secret?: string; at?: Date; body?: string; signature?: string }): Request;
  close(): Promise<void>;
}

export async function openPayments(
  settings: Record<string, string> = {},
  given?: Database,
  providerFetch?: (call: typeof fetch) => typeof fetch,
): Promise<PaymentWorld> {
  const database = given ?? (await freshDatabase());
  await migrate(database);
  const config = readConfig({
    AUTH_SECRET: 'for-tests-only-for-tests-only-for-tests-only',
    BASE_URL: SHOP,
    STRIPE_WEBHOOK_SECRET: 'whsec_tests',
    ...settings,
  });
  const { secretKey, publishableKey, webhookSecret } = config.stripe;
  const sandbox = createStripeSandbox({
    db: overDatabase(database),
    secretKey,
    publishableKey,
    webhookSecret: webhookSecret.split(',')[0]!,
    webhookUrl: `${SHOP}/webhooks/stripe`,
    automatic: false,
    deliver: async (request) => Response.json(await payments.receiveEvent(request)),
  });
  await sandbox.start();
  const reach: typeof fetch = (input, init) => sandbox.fetch(new Request(input, init));
  const payments = createPayments({
    config,
    database,
    log: silent,
    changes: createChanges(database, silent),
    mail: createMail({ config, database, log: silent }),
    providerFetch: providerFetch ? providerFetch(reach) : reach,
  });
  const sdk = (key: string) =>
    new Stripe(key, { httpClient: Stripe.createFetchHttpClient(reach), maxNetworkRetries: 0, telemetry: false });
  const stripe = sdk(secretKey);
  const browser = sdk(publishableKey);

  const toolId = newId();
  await database.db.insert(tools).values({
    id: toolId,
    name: 'Claw hammer',
    description: 'Forged.',
    image: '/pictures/hammer.webp',
    priceCents: PRICE,
    availableQuantity: STOCK,
    minOrderQuantity: 1,
  });
  const person = async (name: string): Promise<Caller> => {
    const userId = newId();
    const email = `${name}-${userId}@people.test`;
    await database.db.insert(users).values({ id: userId, name, email });
    return { userId, email, name, image: null, role: 'customer', sessionId: 'none' };
  };

  return {
    config,
    database,
    payments,
    sandbox,
    stripe,
    alice: await person('alice'),
    bob: await person('bob'),
    async placed(customer, quantity = 4) {
      const wanted = { name: customer.name, address: '1 Dock Road', phone: '555', toolId, quantity };
      return (await placed(database, customer, wanted))._id;
    },
    async deleted(customer, orderId) {
      await transaction(database, (tx) => deleteOrder(tx, orderId, customer.userId));
      payments.settleSoon(orderId);
    },
    async pay(clientSecret, card = 'pm_card_visa') {
      const id = clientSecret.split('_secret_')[0]!;
      // The SDK is made for servers: its types leave out what only browsers send.
      const sent = { client_secret: clientSecret, payment_method: card };
      const confirmed = await browser.paymentIntents.confirm(id, sent);
      return { id, status: confirmed.status };
    },
    async order(id) {
      const [row] = await database.db.select().from(orders).where(eq(orders.id, id));
      if (!row) throw new Error(`There is no order ${id}`);
      return row;
    },
    async stockLeft() {
      const [tool] = await database.db.select().from(tools).where(eq(tools.id, toolId));
      return tool!.availableQuantity;
    },
    signed(event, { secret = webhookSecret.split(',')[0]!, at = new Date(), body, signature } = {}) {
      const payload = JSON.stringify(event, null, 2);
      const header = stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: Math.floor(at.getTime() / 1000),
      });
      return new Request(`${SHOP}/webhooks/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? header },
        body: body ?? payload,
      });
    },
    async close() {
      await payments.stop();
      await sandbox.stop();
      await database.close();
    },
  };
}

/** The code and facts of the refusal that a call ends with. */
export async function refusalOf(call: Promise<unknown>): Promise<Record<string, unknown> & { code: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, ...error.facts };
    throw error;
  }
  throw new Error('The call was expected to be refused.');
}

/** An event with a payment intent or a refund inside, for webhooks that the sandbox would not send. */
export function eventOf(type: string, object: object, id = `evt_${newId()}`): object {
  return { id, object: 'event', type, api_version: '2026-10-28.endive', created: 1, data: { object } };
}
