import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dollars, openWorld, PUBLISHABLE_KEY, refusal, SECRET_KEY, type TestWorld } from './sandbox-for-tests.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('keys', () => {
  it('no key and a wrong key are 401 in Stripe’s words', async () => {
    const none = await world.send('/v1/payment_intents');
    expect(none.status).toBe(401);
    expect(await none.json()).toMatchObject({
      error: { message: expect.stringContaining('You did not provide an API key') },
    });
    const wrong = await refusal(world.sdk('sk_test_someone_else_1234').paymentIntents.list());
    expect(wrong).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
    expect(wrong.message).toMatch(/^Invalid API Key provided: sk_test_\*+1234$/);
  });

  it('the key may come by Basic authentication', async () => {
    const authorization = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`;
    expect((await world.send('/v1/payment_intents', { headers: { authorization } })).status).toBe(200);
  });

  it('a publishable key opens nothing that is the merchant’s', async () => {
    const { browser } = world;
    const { id } = await world.stripe.paymentIntents.create(dollars());
    const calls = [
      browser.paymentIntents.create(dollars()),
      browser.paymentIntents.list(),
      browser.paymentIntents.update(id, { amount: 1 }),
      browser.paymentIntents.cancel(id),
      browser.refunds.create({ payment_intent: id }),
      browser.refunds.list(),
      browser.events.list(),
      browser.charges.list(),
      browser.paymentMethods.retrieve('pm_x'),
    ];
    for (const call of calls) {
      expect(await refusal(call)).toMatchObject({ statusCode: 401, code: 'secret_key_required' });
    }
  });

  it('a publishable key sees and confirms an intent only with its client secret, and only the buyer’s part of it', async () => {
    const intent = await world.stripe.paymentIntents.create(dollars());
    const other = await world.stripe.paymentIntents.create(dollars());
    const secret = String(intent.client_secret);
    expect(await refusal(world.browser.paymentIntents.retrieve(intent.id))).toMatchObject({
      code: 'parameter_missing',
    });
    for (const client_secret of [`${secret}x`, String(other.client_secret)]) {
      expect(await refusal(world.browser.paymentIntents.retrieve(intent.id, { client_secret }))).toMatchObject({
        statusCode: 400,
        param: 'client_secret',
      });
    }
    const shown = await world.browser.paymentIntents.retrieve(intent.id, { client_secret: secret });
    expect(shown).toMatchObject({ id: intent.id, amount: 1250, status: 'requires_payment_method' });
    for (const hidden of ['metadata', 'latest_charge', 'amount_received', 'customer']) {
      expect(shown).not.toHaveProperty(hidden);
    }
    const confirm = { client_secret: secret, payment_method: 'pm_card_visa' };
    const paid = await world.browser.paymentIntents.confirm(intent.id, confirm as never);
    expect(paid.status).toBe('succeeded');
    expect(paid).not.toHaveProperty('latest_charge');
  });

  it('the buyer sees a decline without the merchant’s fields', async () => {
    const intent = await world.stripe.paymentIntents.create(dollars());
    const error = await refusal(
      world.browser.paymentIntents.confirm(intent.id, {
        client_secret: intent.client_secret,
        payment_method: 'pm_card_chargeDeclined',
      } as never),
    );
    expect(error.payment_intent).toMatchObject({ id: intent.id });
    expect(error.payment_intent).not.toHaveProperty('metadata');
  });
});

describe('hostile input', () => {
  const call = (path: string, form: Record<string, string>) =>
    world.send(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET_KEY}` },
      body: new URLSearchParams({ amount: '1000', currency: 'usd', ...form }),
    });

  it.each([
    ['metadata[a]', 'x\0y'],
    ['description', '\0'],
    ['metadata[__proto__]', 'x'],
    ['__proto__[polluted]', 'x'],
    ['constructor[prototype][polluted]', 'x'],
    ['amount[gt]', '1'],
    ['a[b][c][d][e][f][g][h][i]', 'x'],
    ['shipping', 'x'],
    ['expand', 'x'],
    ['return_url', 'javascript:alert(1)'],
  ])('%s=%j is refused or left out, and never an internal error', async (name, value) => {
    const response = await call('/v1/payment_intents', { [name]: value });
    expect([200, 400]).toContain(response.status);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each(['/v1/payment_intents/%00', '/v1/payment_intents/%E0%A4%A', "/v1/payment_intents/pi_'--", '/v1//'])(
    '%s is nothing',
    async (path) => {
      expect((await call(path, {})).status).toBe(404);
    },
  );
});

describe('browsers', () => {
  it('a frame of an opaque origin may make a payment method, with the key in the form', async () => {
    const body = new URLSearchParams({
      key: PUBLISHABLE_KEY,
      type: 'card',
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '34',
      'card[cvc]': '123',
    });
    const response = await world.send('/sandbox/stripe/v1/payment_methods', {
      method: 'POST',
      body,
      headers: { origin: 'null' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({ object: 'payment_method', card: { exp_year: 2034 } });
  });

  it('other origins learn nothing of the merchant’s calls', async () => {
    const preflight = (path: string) =>
      world.send(path, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
      });
    expect((await preflight('/v1/refunds')).headers.get('access-control-allow-origin')).toBeNull();
    const open = await preflight('/v1/payment_methods');
    expect(open.headers.get('access-control-allow-methods')).toBe('POST');
    const list = await world.send('/v1/payment_intents', { headers: { authorization: `Bearer ${SECRET_KEY}` } });
    expect(list.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('every answer names the request and the version', async () => {
    const { lastResponse } = await world.stripe.paymentIntents.create(dollars());
    expect(lastResponse.requestId).toMatch(/^req_\w{14}$/);
    expect(lastResponse.apiVersion).toBe('2026-10-28.endive');
  });

  it.each(['v3.js', 'card-frame.js', 'challenge.js', 'frame.css', 'card-frame'])(
    '%s is served under a strict policy',
    async (name) => {
      const response = await world.send(`/sandbox/stripe/${name}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const policy = String(response.headers.get('content-security-policy'));
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
    },
  );

  it('no page has a script or style of its own inside, and each script can be parsed', async () => {
    const frame = await (await world.send('/sandbox/stripe/card-frame')).text();
    expect(frame).not.toMatch(/<script(?![^>]*src=)|style="| on\w+="/);
    for (const name of ['v3.js', 'card-frame.js', 'challenge.js']) {
      const text = await (await world.send(`/sandbox/stripe/${name}`)).text();
      expect(() => new Function(text)).not.toThrow();
    }
  });
});
