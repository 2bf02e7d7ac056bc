import type { Page } from 'playwright-core';

/** An unpaid order of whoever is signed in on the page, made by a call and not by clicks. */
export async function orderByCall(page: Page): Promise<{ productId: string; id: string }> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const tools = await page.request.get('/tool?limit=1');
  const [tool] = (await tools.json()) as { _id: string; name: string; minOrderQuantity: number }[];
  if (!tool) throw new Error('the shop has no tools');
  const answer = await page.request.post('/order', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      name: 'Order by call',
      address: '1 Dock Road, 4100 Chattogram',
      phone: '+880 2 555 0100',
      tool: tool.name,
      toolId: tool._id,
      quantity: tool.minOrderQuantity,
    },
  });
  if (answer.status() !== 201) throw new Error(await answer.text());
  const { _id } = (await answer.json()) as { _id: string };
  return { productId: tool._id, id: _id };
}

/** Pays an order of whoever is signed in on the page by calls, as the card provider's script does it in a browser. */
export async function payByCall(page: Page, id: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const intent = await page.request.post('/create-payment-intent', { headers, data: { order: id } });
  if (!intent.ok()) throw new Error(await intent.text());
  const { clientSecret } = (await intent.json()) as { clientSecret: string };
  const transactionId = clientSecret.split('_secret_')[0]!;
  const { stripePublishableKey } = (await (await page.request.get('/config.json')).json()) as {
    stripePublishableKey: string;
  };
  const confirmed = await page.request.post(`/sandbox/stripe/v1/payment_intents/${transactionId}/confirm`, {
    headers: { authorization: `Bearer ${stripePublishableKey}` },
    form: { client_secret: clientSecret, payment_method: 'pm_card_visa' },
  });
  if (!confirmed.ok()) throw new Error(await confirmed.text());
  const paid = await page.request.patch(`/order/${id}`, { headers, data: { order: id, transactionId } });
  if (!paid.ok()) throw new Error(await paid.text());
}
