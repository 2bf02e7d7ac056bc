import type { Buyer } from '../buyer.ts';
import { must } from './check.ts';

/**
 * An order of the shop's first tool, paid with the stand-in's card as the card provider's script does it in a browser.
 * @returns its id. @throws where a step of it is refused
 */
export async function payOrder(buyer: Buyer, url: string): Promise<string> {
  const [tool] = (await (await fetch(`${url}/tool?limit=1&inStock=true`)).json()) as {
    _id: string;
    minOrderQuantity: number;
  }[];
  must(tool !== undefined, 'there is nothing to buy');
  const call = async (method: string, path: string, body: object, expected: number) => {
    const answer = await buyer.call(method, path, body);
    must(
      answer.status === expected,
      `${method} ${path} was answered with ${answer.status} ${JSON.stringify(answer.body)}`,
    );
    return answer.body;
  };
  const wish = {
    name: 'Buyer',
    address: '1 Dock Road',
    phone: '555',
    toolId: tool._id,
    quantity: tool.minOrderQuantity,
  };
  const id = String((await call('POST', '/order', wish, 201))['_id']);
  const clientSecret = String((await call('POST', '/create-payment-intent', { order: id }, 200))['clientSecret']);
  const transactionId = clientSecret.split('_secret_')[0]!;
  const { stripePublishableKey } = (await (await fetch(`${url}/config.json`)).json()) as {
    stripePublishableKey: string;
  };
  const confirmed = await fetch(`${url}/sandbox/stripe/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripePublishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  });
  must(confirmed.ok, `the card was answered with ${confirmed.status} ${await confirmed.text()}`);
  await call('PATCH', `/order/${id}`, { order: id, transactionId }, 200);
  const order = await buyer.call('GET', `/order/${id}`);
  must(order.body['paid'] === true, 'the order is not paid');
  return id;
}
