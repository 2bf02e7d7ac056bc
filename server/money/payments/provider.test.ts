import { expect, it, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { createProvider } from './provider.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const { stripe: settings } = readConfig({
  AUTH_SECRET: 'for-tests-only-for-tests-only-for-tests-only',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_API_BASE: 'http://stand-in.test:8420',
});
const wanted = { metadata: { order: 'o1' }, key: 'order-o1-1', amountCents: 500, currency: 'USD' };
const intent = {
  id: 'pi_1',
  status: 'requires_payment_method',
  amount: 500,
  currency: 'usd',
  metadata: { order: 'o1' },
};

/** A provider that answers these one after the other, and the requests that it got. */
function answering(...answers: (Response | Error)[]) {
  const asked: { url: string; body: string; key: string | null }[] = [];
  const provider = createProvider(settings, silent, async (input, init) => {
    const request = new Request(input, init);
    asked.push({ url: request.url, body: await request.text(), key: request.headers.get('idempotency-key') });
    const answer = answers.shift() ?? new Error('no answer left');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { provider, asked };
}
const refusing = (status: number, error: object) => Response.json({ error }, { status });

it('reaches the host that STRIPE_API_BASE names', async () => {
  const { provider, asked } = answering(Response.json(intent));
  await provider.findIntent('pi_1');
  expect(asked[0]!.url).toBe('http://stand-in.test:8420/v1/payment_intents/pi_1');
});

it('asks for a plain intent where a stand-in does not know the list of methods', async () => {
  const { provider, asked } = answering(refusing(400, { message: 'Unexpected' }), Response.json(intent));
  expect(await provider.createIntent(wanted)).toMatchObject({ id: 'pi_1', orderId: 'o1', amountCents: 500 });
  expect(asked.map(({ body }) => body.includes('allowed_payment_method_types'))).toEqual([true, false]);
});

it('tries once more with the same key, and no more', async () => {
  const down = () => refusing(500, { type: 'api_error', message: 'down' });
  const { provider, asked } = answering(down(), down(), Response.json(intent));
  await expect(provider.createIntent(wanted)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
  expect(asked.map(({ key }) => key)).toEqual(['order-o1-1', 'order-o1-1']);
});

it('waits for an answer to the same key that another process is getting', async () => {
  const busy = () => refusing(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'busy' });
  const { provider } = answering(busy(), busy(), busy(), Response.json(intent));
  expect(await provider.createIntent(wanted)).toMatchObject({ id: 'pi_1' });
});

it('gives up after eight seconds in all (attacks T54)', async () => {
  vi.useFakeTimers();
  try {
    const provider = createProvider(settings, silent, () => new Promise(() => {}));
    const answer = provider.findIntent('pi_1').catch((error: unknown) => error);
    // The SDK is loaded with the first call, and only then do its timers exist.
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await answer).toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
  } finally {
    vi.useRealTimers();
  }
});

it('is left in peace while it is down, and says when to come again (attacks T103)', async () => {
  const { provider, asked } = answering();
  const call = () => provider.findIntent('pi_1').catch((error: unknown) => error);
  for (let calls = 0; calls < 8; calls++) await call();
  const before = asked.length;
  expect(await call()).toMatchObject({ code: 'PAYMENT_UNAVAILABLE', retryAfter: 3 });
  expect(asked.length).toBe(before);
});

it('that says it is asked too often is down for that call alone, and is asked no second time for it', async () => {
  const often = () => refusing(429, { type: 'rate_limit_error', message: 'Too many requests' });
  const { provider, asked } = answering(...Array.from({ length: 20 }, often), Response.json(intent));
  for (let calls = 0; calls < 20; calls++)
    await expect(provider.findIntent('pi_1')).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE', retryAfter: 5 });
  expect(asked).toHaveLength(20);
  expect(await provider.findIntent('pi_1')).toMatchObject({ id: 'pi_1' });
});
