import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { payWithCard } from '#server/money/payments/paying-for-tests.ts';
import { printedWords } from '#server/money/papers/printed-words-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** A shop that never chose: what it said before shops had a currency and a time zone, it says to the byte. */
let shop: TestShop;
let ada: { token: string };
let alice: { token: string };
let order: Order;
let priced: object;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [ada, alice] = await Promise.all([shop.person('Adam', 'admin'), shop.person('Alice')]);
  const now = await json<Settings>('GET', '/settings');
  const rates = [{ upTo: null, price: 7.35 }];
  const van = { id: 'van', name: 'Van', countries: ['*'], days: [1, 3], rates, freeFrom: null };
  const tax = [{ country: 'US', percent: 8.875, name: 'Sales tax' }];
  await json('PUT', '/settings', { ...now, delivery: [van], tax });
  const saw = await shop.tool({ name: 'Kept saw', sku: 'KS-1', price: 19.99, availableQuantity: 9_000, weight: 400 });
  const bolt = await shop.tool({
    name: 'Kept bolt',
    sku: 'KB-1',
    price: 0.05,
    availableQuantity: 90_000,
    priceBreaks: [{ from: 1_000, price: 0.04 }],
  });
  const lines = [
    { toolId: saw._id, quantity: 61 },
    { toolId: bolt._id, quantity: 1_000 },
  ];
  priced = await json('POST', '/price', { lines, country: 'US' });
  const body = {
    name: 'Alice Archer',
    company: 'Kept & Co',
    address: '1 Dock Road',
    phone: '555',
    country: 'US',
    lines,
  };
  order = await json<Order>('POST', '/order', { ...body, purchaseOrder: 'PO-1' }, alice.token);
  await payWithCard(shop, alice.token, order._id);
  await json('POST', `/order/${order._id}/refund`, { reason: 'Bent', lines: [{ toolId: saw._id, quantity: 1 }] });
  await shop.atRest();
});
afterAll(() => shop.close());

async function json<Answer>(method: string, path: string, body?: unknown, as = ada.token): Promise<Answer> {
  return (await (await shop.call(method, path, { as, ...(body === undefined ? {} : { body }) })).json()) as Answer;
}

/** Without what no two runs share: ids, moments, days and the numbers of orders. */
function lasting(text: string): string {
  return text
    .replaceAll(/\b[0-9a-hjkmnp-tv-z]{26}\b/g, '(id)')
    .replaceAll(order.number, '(number)')
    .replaceAll(/\bpi_\w+/g, '(payment)')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(moment)')
    .replaceAll(/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b/g, '(day)')
    .replaceAll(/\b\d{4}-(?=\d{6}\b)/g, '(year)-');
}

const picked = (from: object, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, (from as Record<string, unknown>)[name]]));
const paper = async (path: string) => {
  const pdf = await shop.call('GET', `/order/${order._id}/${path}`, { as: alice.token });
  return lasting(printedWords(new Uint8Array(await pdf.arrayBuffer())));
};

it('totals', () => {
  const sums = ['goods', 'freight', 'tax', 'price'];
  expect(JSON.stringify([picked(priced, ...sums), picked(order, ...sums, 'quantity')])).toBe(
    '[{"goods":1259.39,"freight":7.35,"tax":112.42,"price":1379.16},{"goods":1259.39,"freight":7.35,"tax":112.42,"price":1379.16,"quantity":1061}]',
  );
});

it('refusals', async () => {
  const lines = order.lines.map(({ toolId, quantity }) => ({ toolId, quantity }));
  const wanted = { name: 'A', address: '1', phone: '5', country: 'US', lines, price: 1 };
  const wrong = await json<{ message: string }>('POST', '/order', wanted, alice.token);
  const much = await json<{ message: string }>('POST', `/order/${order._id}/refund`, { reason: 'x', amount: 99_999 });
  expect([wrong.message, much.message]).toEqual([
    'The total is now $1,379.16. Please check it and order again.',
    'At most $1,357.40 of this order can be refunded.',
  ]);
});

it('the invoice', async () => {
  expect(await paper('invoice.pdf')).toBe(
    [
      'Tradebench Tools',
      'Invoice (year)-000001',
      'Invoice number',
      '(year)-000001',
      'Invoice date',
      '(day)',
      'Order',
      '(number) of (day)',
      'Your order number',
      'PO-1',
      'Date of supply',
      'Delivery follows',
      'Paid',
      '(day), by card',
      'Transaction id',
      '(payment)',
      'From',
      'Tradebench Tools',
      'Plot 14, Tejgaon Industrial Area',
      'Dhaka 1208',
      'Bangladesh',
      '+880 2 5501 0199',
      'sales@tradebench.example',
      'Invoice to',
      'Kept & Co',
      'Alice Archer',
      '1 Dock Road',
      'United States',
      'alice@people.test',
      'Deliver to',
      'Alice Archer',
      'Kept & Co',
      '1 Dock Road',
      'United States',
      '555',
      '#',
      'SKU',
      'Tool',
      'Quantity',
      'Unit price',
      'Net amount',
      '1',
      'KS-1',
      'Kept saw',
      '61',
      '$19.99',
      '$1,219.39',
      '2',
      'KB-1',
      'Kept bolt',
      '1,000',
      '$0.04',
      '$40.00',
      '$1,259.39',
      'Goods',
      '$7.35',
      'Van',
      '$1,266.74',
      'Net',
      '$112.42',
      'Sales tax 8.875 % on $1,266.74',
      '$1,379.16',
      'Total',
      '$1,379.16',
      'Paid',
      '$0.00',
      'Amount due',
      'Tradebench Tools · sales@tradebench.example · +880 2 5501 0199',
      'Page 1 of 1',
      '',
    ].join('\n'),
  );
});

it('letters', async () => {
  const [row] = await shop.parts.database.raw<{ letter: string }>(
    `select concat_ws(E'\\n', subject, text) as letter from mails where subject like '%' || $1 || '%' order by created_at limit 1`,
    [order.number],
  );
  expect(lasting(row?.letter ?? '')).toBe(
    [
      '$21.76 of your order (number) refunded',
      'We are refunding you $21.76',
      '',
      'Dear Alice Archer, we are refunding $21.76 of your order (number) to where it came from. It can take some days until your bank shows it.',
      '',
      'Reason: Bent',
      '',
      '1 × Kept saw (KS-1): $19.99',
      '',
      'Refunded: $21.76',
      '',
      "Credit note: CN-(year)-000001. It is on your order's page, as a PDF.",
      '',
      'View your order:',
      'http://shop.test/dashboard/orders/(id)',
      '',
      '-- ',
      'Tradebench Tools',
      'You are receiving this e-mail because you ordered from Tradebench Tools.',
      '',
    ].join('\n'),
  );
});

it('what goes to the card provider and into the feeds of search engines', async () => {
  const [intent] = await shop.parts.database.raw<{ asked: string }>(
    `select concat_ws(' ', data ->> 'amount', data ->> 'currency') as asked from sandbox_stripe.objects
     where data -> 'metadata' ->> 'order' = $1 or data -> 'metadata' ->> 'orderId' = $1 limit 1`,
    [order._id],
  );
  const feed = await (await shop.call('GET', '/feeds/google.xml')).text();
  expect([intent?.asked, /<g:price>[^<]*<\/g:price>/.exec(feed.slice(feed.indexOf('Kept saw')))?.[0]]).toEqual([
    '137916 usd',
    '<g:price>19.99 USD</g:price>',
  ]);
});
