import { sentence } from '#contract/sentences.ts';
import type Stripe from 'stripe';
import type { Config } from '#server/config.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Log } from '#server/log.ts';
import { tracedFetch } from '#server/engine/observe/traced-fetch.ts';
import { settles } from '#server/engine/outside/settles.ts';
import { settlingFetch } from '#server/engine/outside/settling-fetch.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

/** The longest that a call may take, its retry included (contract, Payment). */
const DEADLINE_MS = 8_000;
/** Bytes: a page of a hundred intents has some 200,000. */
const MOST_OF_AN_ANSWER = 8_000_000;
const RETRY_AFTER_MS = 250;
/** When to try again after the provider said that it is asked too often. */
const RETRY_AFTER_RUSH_SECONDS = 5;
const FAILURES_BEFORE_PAUSE = 8;
const PAUSE_MS = 3_000;

/** What the shop needs to know of a payment intent, whichever API version it came in. */
export interface Intent {
  id: string;
  status: string;
  /** The order named in the metadata, or null where the intent was not made by this shop. */
  orderId: string | null;
  amountCents: number;
  receivedCents: number;
  currency: string;
  clientSecret: string;
}

/** A refund as the provider tells it. */
export interface ProviderRefund {
  id: string;
  paymentIntentId: string | null;
  amountCents: number;
  /** pending, requires_action, succeeded, failed or canceled. */
  status: string;
  /** The shop's own refund behind it, from the metadata; null where it was made elsewhere. */
  refundId: string | null;
}

/** A call that the provider understood and refused; trying again would not help. */
export class ProviderRefusal extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** A new intent. @throws AppError AMOUNT_TOO_SMALL, PAYMENT_UNAVAILABLE also where the provider says no */
export async function beginIntent(
  provider: Provider,
  wanted: Parameters<Provider['createIntent']>[0],
): Promise<Intent> {
  try {
    return await provider.createIntent(wanted);
  } catch (error) {
    throw error instanceof ProviderRefusal ? refused(error) : error;
  }
}

/** What is said of a payment that the provider does not take. */
function refused(error: ProviderRefusal): AppError {
  if (error.code === 'amount_too_small') {
    return new AppError('AMOUNT_TOO_SMALL', sentence('This amount is too small to be paid by card.'), {
      cause: error,
    });
  }
  return new AppError('PAYMENT_UNAVAILABLE', sentence('The card provider does not accept this payment right now.'), {
    cause: error,
  });
}

/** Calls to the card provider. All throw AppError PAYMENT_UNAVAILABLE where it is down or too slow, ProviderRefusal where it says no. */
export interface Provider {
  createIntent(wanted: {
    /** What it is for: an order, or several invoices of a company. */
    metadata: { order: string } | { company: string };
    /** The same is answered for the same key. */
    key: string;
    amountCents: number;
    currency: string;
  }): Promise<Intent>;
  /** Null where the provider does not know the id. */
  findIntent(id: string): Promise<Intent | null>;
  /** Cancels where that is still possible; answers how the intent stands afterwards, null where it is unknown. */
  cancelIntent(id: string): Promise<Intent | null>;
  refund(wanted: { refundId: string; paymentIntentId: string; amountCents: number }): Promise<ProviderRefund>;
  listRefunds(paymentIntentId: string): Promise<ProviderRefund[]>;
  /** Every intent made since, newest first; for the books. */
  listIntents(since: Date): AsyncIterable<Intent>;
  /** Every refund made since, newest first; for the books. */
  listRefundsSince(since: Date): AsyncIterable<ProviderRefund>;
  /** The event in a signed body. @throws Error where no secret verifies it */
  verifyEvent(body: Buffer, signature: string, secrets: string[]): Promise<Stripe.Event>;
}

/**
 * The provider behind Stripe's own SDK, which is loaded with the first call because it takes a tenth of a second.
 * @param providerFetch reaches the provider instead of the network: the demo's sandbox in the same process
 */
export function createProvider(
  stripe: Config['stripe'],
  log: Log,
  providerFetch: typeof fetch | undefined,
  breaker: CircuitBreaker = createCircuitBreaker(FAILURES_BEFORE_PAUSE, PAUSE_MS),
): Provider {
  let client: Promise<Stripe> | undefined;
  const isStandIn = stripe.kind === 'stripe' && stripe.apiBase !== undefined;
  const sdk = () => (client ??= connect(stripe, providerFetch));

  /** One call with its deadline, one retry and the breaker. `work` gets the time left, in ms. */
  async function call<T>(
    work: (client: Stripe, options: Stripe.RequestOptions) => Promise<T>,
    idempotencyKey?: string,
  ): Promise<T> {
    if (!breaker.allows()) throw unavailable(undefined, Math.ceil(breaker.waitMs() / 1000));
    const deadline = Date.now() + DEADLINE_MS;
    try {
      const answer = await settles(DEADLINE_MS, async () => {
        const stripe = await sdk();
        for (let failures = 0; ;) {
          try {
            return await work(stripe, {
              timeout: Math.max(1, deadline - Date.now()),
              maxNetworkRetries: 0,
              ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
            });
          } catch (error) {
            // The same key is under way in another process: it will be answered soon, which is no failure.
            const busy = statusOf(error) === 409;
            if (!busy) failures++;
            if (failures > 1 || !(busy || mayRetry(error)) || Date.now() + RETRY_AFTER_MS >= deadline) throw error;
            await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
          }
        }
      });
      breaker.succeeded();
      return answer;
    } catch (error) {
      const status = statusOf(error);
      if (status === 400 || status === 402 || status === 404) {
        breaker.succeeded();
        const { message, code } = error as Stripe.errors.StripeError;
        throw new ProviderRefusal(message, code, error);
      }
      // Alive, and asked too often by this key: a pause for everybody is for a provider that is down.
      if (status === 429) throw unavailable(error, RETRY_AFTER_RUSH_SECONDS);
      if (status === 401 || status === 403) log.error({ error }, 'the card provider rejects the secret key');
      breaker.failed();
      throw unavailable(error);
    }
  }

  const findIntent = async (id: string) => {
    try {
      return readIntent(await call((client, options) => client.paymentIntents.retrieve(id, {}, options)));
    } catch (error) {
      if (error instanceof ProviderRefusal) return null;
      throw error;
    }
  };

  return {
    async createIntent({ metadata, key, amountCents, currency }) {
      const plain = { amount: amountCents, currency: currency.toLowerCase(), metadata };
      const create = (wanted: Stripe.PaymentIntentCreateParams, key: string) =>
        call((client, options) => client.paymentIntents.create(wanted, options), key);
      try {
        return readIntent(await create({ ...plain, allowed_payment_method_types: ['card'] }, key));
      } catch (error) {
        // Stand-ins of Stripe know cards alone, and may refuse to be told so.
        if (!(error instanceof ProviderRefusal) || !isStandIn || error.code === 'amount_too_small') throw error;
        return readIntent(await create(plain, `${key}-plain`));
      }
    },
    findIntent,
    async cancelIntent(id) {
      try {
        return readIntent(await call((client, options) => client.paymentIntents.cancel(id, {}, options)));
      } catch (error) {
        // Already paid, already cancelled, or unknown: how it stands is the answer.
        if (error instanceof ProviderRefusal) return findIntent(id);
        throw error;
      }
    },
    async refund({ refundId, paymentIntentId, amountCents }) {
      const wanted = { payment_intent: paymentIntentId, amount: amountCents, metadata: { refund: refundId } };
      return readRefund(await call((client, options) => client.refunds.create(wanted, options), `refund-${refundId}`));
    },
    async listRefunds(paymentIntentId) {
      const wanted = { payment_intent: paymentIntentId, limit: 100 };
      const page = await call((client, options) => client.refunds.list(wanted, options));
      return page.data.map(readRefund);
    },
    async *listIntents(since) {
      for await (const intent of pages(
        (page) => call((client, options) => client.paymentIntents.list(page, options)),
        since,
      ))
        yield readIntent(intent);
    },
    async *listRefundsSince(since) {
      for await (const refund of pages((page) => call((client, options) => client.refunds.list(page, options)), since))
        yield readRefund(refund);
    },
    async verifyEvent(body, signature, secrets) {
      const { webhooks } = await sdk();
      let refusal: unknown = new Error('There is no webhook secret.');
      for (const secret of secrets) {
        try {
          return webhooks.constructEvent(body, signature, secret, SIGNATURE_TOLERANCE_SECONDS);
        } catch (error) {
          refusal = error;
        }
      }
      throw refusal;
    },
  };
}

/** Older signatures are refused, so that a recorded webhook cannot be sent again (Stripe's own default). */
const SIGNATURE_TOLERANCE_SECONDS = 300;

/** All pages of a list, one after the other. */
async function* pages<T extends { id: string }>(
  list: (page: { created: { gte: number }; limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
  since: Date,
): AsyncIterable<T> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for (let after: string | undefined; ;) {
    const page = await list({ created, limit: 100, ...(after === undefined ? {} : { starting_after: after }) });
    yield* page.data;
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}

async function connect(stripe: Config['stripe'], providerFetch: typeof fetch | undefined): Promise<Stripe> {
  if (stripe.kind === 'sandbox' && !providerFetch) throw new Error('The payment sandbox is not there.');
  const { default: Stripe } = await import('stripe');
  const base = stripe.kind === 'stripe' && stripe.apiBase ? new URL(stripe.apiBase) : undefined;
  return new Stripe(stripe.secretKey, {
    httpClient: Stripe.createFetchHttpClient(
      tracedFetch('stripe', settlingFetch({ limitMs: DEADLINE_MS, maxBytes: MOST_OF_AN_ANSWER }, providerFetch)),
    ),
    telemetry: false,
    maxNetworkRetries: 0,
    timeout: DEADLINE_MS,
    ...(base && {
      host: base.hostname,
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  });
}

/** An intent out of the SDK or an event. Stand-ins of Stripe leave out what a plain payment does not need. */
export function readIntent(intent: Stripe.PaymentIntent): Intent {
  const amount = Number(intent.amount);
  return {
    id: intent.id,
    status: intent.status,
    orderId: intent.metadata?.['order'] ?? null,
    amountCents: amount,
    receivedCents: Number(intent.amount_received ?? (intent.status === 'succeeded' ? amount : 0)),
    currency: intent.currency,
    clientSecret: intent.client_secret ?? '',
  };
}

export function readRefund(refund: Stripe.Refund): ProviderRefund {
  const intent = refund.payment_intent;
  return {
    id: refund.id,
    paymentIntentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    amountCents: refund.amount,
    status: refund.status ?? 'succeeded',
    refundId: refund.metadata?.['refund'] ?? null,
  };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}

/** A lost connection or a fault inside the provider; every call that changes something carries a key, so it happens once. */
function mayRetry(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500;
}

function unavailable(cause: unknown, retryAfter = 2): AppError {
  return new AppError(
    'PAYMENT_UNAVAILABLE',
    sentence('Card payment is not available right now. Nothing was charged; please try again in a moment.'),
    { retryAfter: Math.max(1, retryAfter), cause },
  );
}

/** Whether the provider is down, which the jobs beside the requests take calmly. */
export function isProviderDown(error: unknown): boolean {
  return error instanceof AppError && error.code === 'PAYMENT_UNAVAILABLE';
}
