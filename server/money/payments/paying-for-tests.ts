import type { TestShop } from '#server/shop-for-tests.ts';

/** Pays an order as a buyer's browser does it: asks for the intent, confirms it at the provider, tells the shop. */
export async function payWithCard(
  { app, call }: Pick<TestShop, 'app' | 'call'>,
  as: string,
  order: string,
): Promise<string> {
  const asked = await call('POST', '/create-payment-intent', { as, body: { order } });
  const { clientSecret } = (await asked.json()) as { clientSecret: string };
  const id = await confirmCard(app, clientSecret);
  const told = await call('PATCH', `/order/${order}`, { as, body: { order, transactionId: id } });
  if (told.status !== 200) throw new Error(await told.text());
  return id;
}

/** Confirms an intent at the provider with a card that it takes, as a buyer's browser does. @returns the id of the intent */
export async function confirmCard(app: TestShop['app'], clientSecret: string): Promise<string> {
  const id = clientSecret.split('_secret_')[0]!;
  await app.fetch(
    new Request(`http://shop.test/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer pk_test_tradebench_sandbox',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
    }),
  );
  return id;
}
