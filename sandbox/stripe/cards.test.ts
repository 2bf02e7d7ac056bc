import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dollars, openWorld, refusal, type TestWorld } from './sandbox-for-tests.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const card = (number: string, more: object = {}) => ({
  type: 'card' as const,
  card: { number, exp_month: 12, exp_year: 2034, cvc: '123', ...more },
});

async function payWith(number: string) {
  const method = await world.browser.paymentMethods.create(card(number));
  const intent = await world.stripe.paymentIntents.create(dollars());
  return { intent, result: world.stripe.paymentIntents.confirm(intent.id, { payment_method: method.id }) };
}

describe('good cards', () => {
  it.each([
    ['4242 4242 4242 4242', 'visa'],
    ['4000056655665556', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
    ['3056930009020004', 'diners'],
    ['36227206271667', 'diners'],
    ['3566002020360505', 'jcb'],
    ['6200000000000005', 'unionpay'],
    ['6205500000000000004', 'unionpay'],
    ['4000003800000446', 'visa'],
  ])('%s is %s and pays', async (number, brand) => {
    const method = await world.browser.paymentMethods.create(card(number));
    expect(method.card).toMatchObject({ brand, last4: number.slice(-4), exp_month: 12, exp_year: 2034 });
    expect(JSON.stringify(method)).not.toContain(number.replaceAll(' ', ''));
    const { result } = await payWith(number);
    expect((await result).status).toBe('succeeded');
  });

  it.each(['pm_card_visa', 'pm_card_amex', 'pm_card_visa_debit', 'pm_card_unionpay', 'pm_card_riskLevelElevated'])(
    '%s pays by name',
    async (payment_method) => {
      const paid = await world.stripe.paymentIntents.create({ ...dollars(), payment_method, confirm: true });
      expect(paid.status).toBe('succeeded');
    },
  );

  it('tok_visa pays as the data of a payment method', async () => {
    const paid = await world.stripe.paymentIntents.create({
      ...dollars(),
      payment_method_data: { type: 'card', card: { token: 'tok_visa' } } as never,
      confirm: true,
    });
    expect(paid.status).toBe('succeeded');
  });
});

describe('declined cards', () => {
  const DECLINED = 'Your card was declined.';
  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', DECLINED],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000009987', 'card_declined', 'lost_card', DECLINED],
    ['4000000000009979', 'card_declined', 'stolen_card', DECLINED],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    ['4100000000000019', 'card_declined', 'fraudulent', DECLINED],
  ])('%s: %s %s', async (number, code, declineCode, message) => {
    const { intent, result } = await payWith(number);
    const error = await refusal(result);
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, message });
    expect(error.decline_code || undefined).toBe(declineCode);
    expect(error.charge).toMatch(/^ch_/);
    expect(error.payment_intent).toMatchObject({ id: intent.id, status: 'requires_payment_method' });

    const after = await world.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
      last_payment_error: { code, message, type: 'card_error', payment_method: { card: { last4: number.slice(-4) } } },
      latest_charge: { status: 'failed', paid: false, failure_code: code },
    });
  });

  it('a declined intent takes a good card afterwards and stays the same intent', async () => {
    const { intent, result } = await payWith('4000000000000002');
    await refusal(result);
    const paid = await world.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ id: intent.id, status: 'succeeded', last_payment_error: null });
  });

  it('declines by name', async () => {
    const error = await refusal(
      world.stripe.paymentIntents.create({ ...dollars(), payment_method: 'pm_card_chargeDeclined', confirm: true }),
    );
    expect(error).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' });
  });

  it('a payment method is charged once only', async () => {
    const method = await world.browser.paymentMethods.create(card('4242424242424242'));
    const first = await world.stripe.paymentIntents.create(dollars());
    await world.stripe.paymentIntents.confirm(first.id, { payment_method: method.id });
    const second = await world.stripe.paymentIntents.create(dollars());
    const error = await refusal(world.stripe.paymentIntents.confirm(second.id, { payment_method: method.id }));
    expect(error.message).toContain('may not be used again');
  });
});

describe('card data that is wrong', () => {
  it.each([
    ['4242424242424241', {}, 'incorrect_number', 'Your card number is incorrect.', 'number'],
    ['4242', {}, 'incorrect_number', 'Your card number is incorrect.', 'number'],
    [
      '4242424242424242',
      { exp_month: 13 },
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
      'exp_month',
    ],
    [
      '4242424242424242',
      { exp_year: 2020 },
      'invalid_expiry_year',
      "Your card's expiration year is invalid.",
      'exp_year',
    ],
    ['4242424242424242', { cvc: '12' }, 'invalid_cvc', "Your card's security code is invalid.", 'cvc'],
    ['4242424242424242', { cvc: '1234' }, 'invalid_cvc', "Your card's security code is invalid.", 'cvc'],
  ])('%s %o', async (number, more, code, message, param) => {
    const error = await refusal(world.browser.paymentMethods.create(card(number, more)));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, message, param });
  });

  it('a year of two digits is one of this century, and this month still counts', async () => {
    const now = new Date();
    const method = await world.browser.paymentMethods.create(
      card('4242424242424242', { exp_month: now.getUTCMonth() + 1, exp_year: now.getUTCFullYear() % 100 }),
    );
    expect(method.card?.exp_year).toBe(now.getUTCFullYear());
  });

  it('a valid number that is no test card is refused, so that a real card goes nowhere', async () => {
    const error = await refusal(world.browser.paymentMethods.create(card('4539578763621486')));
    expect(error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' });
    expect(error.message).toContain('used a non test card');
  });
});

describe('what a card carries', () => {
  it('billing details come back on the payment method and its charge', async () => {
    const method = await world.stripe.paymentMethods.create({
      ...card('4242424242424242'),
      billing_details: { name: 'Alice Smith', email: 'alice@example.com', address: { postal_code: '12345' } },
    });
    expect(method.billing_details).toMatchObject({
      name: 'Alice Smith',
      address: { postal_code: '12345', line1: null },
    });
    const paid = await world.stripe.paymentIntents.create({
      ...dollars(),
      payment_method: method.id,
      confirm: true,
      expand: ['latest_charge'],
    });
    expect(paid.latest_charge).toMatchObject({
      billing_details: { email: 'alice@example.com' },
      payment_method_details: { card: { checks: { cvc_check: 'pass', address_postal_code_check: 'pass' } } },
    });
    expect(await world.stripe.paymentMethods.retrieve(method.id)).toMatchObject({ id: method.id });
  });

  it('a failed check of the security code is shown on the charge', async () => {
    const { result } = await payWith('4000000000000101');
    const charge = await world.stripe.charges.retrieve(String((await result).latest_charge));
    expect(charge.payment_method_details?.card?.checks?.cvc_check).toBe('fail');
  });
});
