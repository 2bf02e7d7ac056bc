import { afterAll, beforeAll, expect, it } from 'vitest';
import { dollars, openWorld, refusal, type TestWorld } from './sandbox-for-tests.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('the dashboard shows what was paid, declined and refunded, as text, and no secret', async () => {
  const empty = await (await world.send('/sandbox/stripe')).text();
  expect(empty).toContain('Nothing has been paid yet.');

  const metadata = { order: '<script>alert(1)</script>' };
  const paid = await world.stripe.paymentIntents.create({
    ...dollars(),
    metadata,
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  await world.stripe.refunds.create({ payment_intent: paid.id, amount: 250 });
  await refusal(
    world.stripe.paymentIntents.create({ ...dollars(), payment_method: 'pm_card_chargeDeclined', confirm: true }),
  );

  const response = await world.send('/sandbox/stripe');
  const text = await response.text();
  for (const shown of [paid.id, '$12.50', '$2.50', 'succeeded', 'visa 4242', '(generic_decline)']) {
    expect(text).toContain(shown);
  }
  expect(text).not.toContain('<script>');
  expect(text).not.toContain('_secret_');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});
