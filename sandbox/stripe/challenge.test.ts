import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dollars, openWorld, refusal, type TestWorld } from './sandbox-for-tests.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function challenged(payment_method = 'pm_card_authenticationRequired', more: object = {}) {
  const intent = await world.stripe.paymentIntents.create({ ...dollars(), payment_method, confirm: true, ...more });
  expect(intent.status).toBe('requires_action');
  return intent;
}

function addressOf(intent: Stripe.PaymentIntent): URL {
  const action = intent.next_action;
  return new URL(String(action?.redirect_to_url?.url ?? action?.use_stripe_sdk?.['stripe_js']));
}

function answer(intent: Stripe.PaymentIntent, outcome: string): Promise<Response> {
  const form = new URLSearchParams(addressOf(intent).search);
  form.set('outcome', outcome);
  return world.send('/sandbox/stripe/challenge', { method: 'POST', body: form, headers: { origin: 'null' } });
}

describe('3-D Secure', () => {
  it.each(['4000002500003155', '4000002760003184', '4000000000003220'])('%s asks the buyer first', async (number) => {
    const method = await world.browser.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 1, exp_year: 2035, cvc: '123' },
    });
    const intent = await challenged(method.id);
    expect(intent.next_action).toMatchObject({ type: 'use_stripe_sdk' });
    expect(intent.latest_charge).toBeNull();
  });

  it('charges the card once the buyer has said yes', async () => {
    const intent = await challenged();
    const response = await answer(intent, 'complete');
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const paid = await world.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({ status: 'succeeded', next_action: null });
    expect(paid.latest_charge).toMatchObject({
      payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
    });
  });

  it.each(['fail', 'cancel'])('wants another card after %s', async (outcome) => {
    const intent = await challenged();
    await answer(intent, outcome);
    const after = await world.stripe.paymentIntents.retrieve(intent.id);
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      payment_method: null,
      last_payment_error: { code: 'payment_intent_authentication_failure', type: 'invalid_request_error' },
    });
    const paid = await world.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid.status).toBe('succeeded');
  });

  it.each([
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['pm_card_threeDSecureRequiredChargeDeclined', 'generic_decline'],
  ])('%s is authenticated and then declined', async (name, declineCode) => {
    const intent = await challenged(name);
    await answer(intent, 'complete');
    expect(await world.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: declineCode },
    });
  });

  it('is answered once, and only with its own secret', async () => {
    const intent = await challenged();
    const forged = new URLSearchParams(addressOf(intent).search);
    forged.set('client_secret', 'src_client_secret_guess');
    forged.set('outcome', 'complete');
    const response = await world.send('/sandbox/stripe/challenge', { method: 'POST', body: forged });
    expect(response.status).toBe(404);
    expect((await answer(intent, 'complete')).status).toBe(200);
    expect((await answer(intent, 'complete')).status).toBe(404);
    const charges = await world.stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data).toHaveLength(1);
  });

  it('never puts the intent’s client secret into an address', async () => {
    const intent = await challenged();
    expect(addressOf(intent).href).not.toContain(intent.client_secret);
  });

  it('sends the buyer back where a return URL was given', async () => {
    const intent = await challenged('pm_card_threeDSecure2Required', { return_url: 'https://shop.test/back?a=1' });
    expect(intent.next_action).toMatchObject({
      type: 'redirect_to_url',
      redirect_to_url: { return_url: 'https://shop.test/back?a=1' },
    });
    const { returnUrl } = (await (await answer(intent, 'complete')).json()) as { returnUrl: string };
    expect(new URL(returnUrl).searchParams.get('payment_intent')).toBe(intent.id);
    expect(new URL(returnUrl).searchParams.get('a')).toBe('1');
  });

  it('declines with authentication_required where nobody is there to answer', async () => {
    const error = await refusal(
      world.stripe.paymentIntents.create({
        ...dollars(),
        payment_method: 'pm_card_authenticationRequired',
        confirm: true,
        off_session: true,
      }),
    );
    expect(error).toMatchObject({ code: 'authentication_required', statusCode: 402 });
  });

  it('shows the amount on its page, framed by its own origin only', async () => {
    const intent = await challenged();
    const { pathname, search } = addressOf(intent);
    const response = await world.send(pathname + search);
    expect(await response.text()).toContain('$12.50');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain('sandbox allow-scripts');
    expect(policy).not.toContain('unsafe');
  });
});
