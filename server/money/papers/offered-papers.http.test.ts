import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { E_INVOICE_FORMATS } from '#contract/money/papers.ts';
import { emptyPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** Buttons stand by what GET /order/:id/documents and /order/:id/invoice-formats say: what these offer can be had, and nothing else. */

let shop: TestShop;
let alice: string;
beforeAll(async () => {
  shop = await openTestShop(await openDatabase({ url: await emptyPostgres() }), { SEED_QUOTES: 'on' });
  ({ token: alice } = await shop.signIn('alice@tradebench.test'));
});
afterAll(() => shop.close());

const ADDRESS = { name: 'Alice', address: 'Havnegata 1, 6770 Nordfjordeid', phone: '+47 57 86 00 00', country: 'NO' };
const ON_ACCOUNT = { companyId: 'demo-firm', pay: 'account' };

async function order(sku: string, more: object): Promise<Order> {
  const [tool] = (await (await shop.call('GET', `/tool?q=${sku}`)).json()) as {
    _id: string;
    minOrderQuantity: number;
  }[];
  const lines = [{ toolId: tool!._id, quantity: tool!.minOrderQuantity }];
  const placed = await shop.call('POST', '/order', { as: alice, body: { ...ADDRESS, ...more, lines } });
  if (placed.status !== 201) throw new Error(await placed.text());
  return (await placed.json()) as Order;
}

it.each([
  ['with a certificate, on account', 'HAM-CL-16H', ON_ACCOUNT, true],
  ['without a certificate, on account', 'SCR-SL-65', ON_ACCOUNT, false],
  ['with a certificate, not paid yet', 'HAM-CL-16H', {}, true],
  ['without a certificate, not paid yet', 'SCR-SL-65', {}, false],
])('an order %s offers the papers that can be had and no other', async (_which, sku, more, isCertified) => {
  const { _id, invoiceNumber } = await order(sku, more);
  const get = (path: string) => shop.call('GET', `/order/${_id}/${path}`, { as: alice });
  const of = (await (await get('documents')).json()) as { documents: { kind: string }[] }[];
  const certificates = of.flatMap(({ documents }) => documents).filter(({ kind }) => kind === 'certificate');
  expect(certificates.length > 0).toBe(isCertified);
  expect((await get('certificates.zip')).status).toBe(isCertified ? 200 : 404);
  expect((await get('invoice.pdf')).status === 200).toBe(invoiceNumber !== undefined);
  const asked = await get('invoice-formats');
  const { formats = [] } = (await asked.json()) as { formats?: string[] };
  for (const format of E_INVOICE_FORMATS)
    expect([format, (await get(`invoice.xml?format=${format}`)).status === 200]).toEqual([
      format,
      formats.includes(format),
    ]);
});

it('where the shop lacks its facts a format that needs them is not offered', async () => {
  const { _id } = await order('SCR-SL-65', ON_ACCOUNT);
  await shop.parts.database.raw("update settings set value = value - 'company'");
  const fresh = await order('SCR-SL-80', ON_ACCOUNT);
  const get = (id: string, path: string) => shop.call('GET', `/order/${id}/${path}`, { as: alice });
  for (const id of [_id, fresh._id]) {
    const { formats } = (await (await get(id, 'invoice-formats')).json()) as { formats: string[] };
    for (const format of E_INVOICE_FORMATS)
      expect((await get(id, `invoice.xml?format=${format}`)).status === 200).toBe(formats.includes(format));
  }
  expect(await (await get(fresh._id, 'invoice-formats')).json()).toEqual({ formats: ['cii'] });
});
