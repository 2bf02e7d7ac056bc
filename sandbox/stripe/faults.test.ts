import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  dollars,
  headerOf,
  openWorld,
  PUBLISHABLE_KEY,
  refusal,
  SECRET_KEY,
  type TestWorld,
} from './sandbox-for-tests.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => world.clear());
afterAll(() => world.close());

describe('faults of calls', () => {
  it('500 and 429 come as often as ordered, and have no effect', async () => {
    await world.sandbox.faults.add({ kind: 'status', status: 500, path: '/v1/payment_intents', times: 2 });
    await world.sandbox.faults.add({ kind: 'status', status: 429, method: 'post' });
    expect(await refusal(world.stripe.paymentIntents.create(dollars()))).toMatchObject({ type: 'StripeAPIError' });
    expect(await refusal(world.stripe.paymentIntents.create(dollars()))).toMatchObject({ statusCode: 500 });
    expect(await refusal(world.stripe.paymentIntents.create(dollars()))).toMatchObject({
      type: 'StripeRateLimitError',
      code: 'rate_limit',
    });
    expect((await world.stripe.paymentIntents.list()).data).toEqual([]);
    expect(await world.sandbox.faults.list()).toEqual([]);
  });

  it('leave other calls alone', async () => {
    await world.sandbox.faults.add({ kind: 'status', status: 500, path: '/v1/payment_intents/*/confirm' });
    const { id } = await world.stripe.paymentIntents.create(dollars());
    expect(await refusal(world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }))).toMatchObject({
      statusCode: 500,
    });
    const paid = await world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid.status).toBe('succeeded');
  });

  it('a cut connection loses the answer after the card was charged; the same key then finds the charge', async () => {
    await world.sandbox.faults.add({ kind: 'cut', path: '*/confirm' });
    const { id } = await world.stripe.paymentIntents.create(dollars());
    const pay = () =>
      world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, { idempotencyKey: `confirm-${id}` });
    expect(await refusal(pay())).toMatchObject({ type: 'StripeConnectionError' });
    expect((await world.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
    expect(headerOf(await pay(), 'idempotent-replayed')).toBe('true');
    expect((await world.stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
  });

  it('a cut connection is healed by the SDK’s own retry', async () => {
    await world.sandbox.faults.add({ kind: 'cut', method: 'POST' });
    const intent = await world.sdk(SECRET_KEY, { maxNetworkRetries: 1 }).paymentIntents.create(dollars());
    expect((await world.stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([intent.id]);
  });

  it('a slow answer makes the caller give up, and the effect stays', async () => {
    await world.sandbox.faults.add({ kind: 'delay', ms: 600_000, when: 'after' });
    const hasty = world.sdk(SECRET_KEY, { timeout: 300 });
    expect(await refusal(hasty.paymentIntents.create(dollars()))).toMatchObject({ type: 'StripeConnectionError' });
    expect((await world.stripe.paymentIntents.list()).data).toHaveLength(1);
  });

  it('over HTTP a cut connection is broken off, and the server lives on', async () => {
    const server = serve({ fetch: world.sandbox.fetch, port: 0, hostname: '127.0.0.1' });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const get = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/v1/payment_intents`, {
        headers: { authorization: `Bearer ${SECRET_KEY}` },
      });
      return response.text();
    };
    await world.sandbox.faults.add({ kind: 'cut' });
    await expect(get()).rejects.toThrow(TypeError);
    expect(await get()).toContain('"object": "list"');
    server.close();
  });
});

describe('the switch for faults', () => {
  const order = (key: string, body: unknown) =>
    world.send('/sandbox/stripe/faults', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('takes orders from whoever holds the secret key', async () => {
    const response = await order(SECRET_KEY, { kind: 'status', status: 503, times: 2 });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ faults: [{ kind: 'status', status: 503, remaining: 2 }] });
    expect((await refusal(world.stripe.paymentIntents.list())).statusCode).toBe(503);
    const cleared = await world.send('/sandbox/stripe/faults', {
      method: 'DELETE',
      headers: { authorization: `Bearer ${SECRET_KEY}` },
    });
    expect(await cleared.json()).toEqual({ faults: [] });
  });

  it('refuses everybody else, and orders that make no sense', async () => {
    expect((await order(PUBLISHABLE_KEY, { kind: 'cut' })).status).toBe(401);
    expect((await order('sk_test_other', { kind: 'cut' })).status).toBe(401);
    expect((await order(SECRET_KEY, { kind: 'flood' })).status).toBe(400);
    expect((await order(SECRET_KEY, { kind: 'status', status: 200 })).status).toBe(400);
  });
});
