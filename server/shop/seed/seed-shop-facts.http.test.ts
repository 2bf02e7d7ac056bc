import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Settings } from '#contract/office/settings.ts';
import { emptyPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { endDemo } from './demo-accounts.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await openDatabase({ url: await emptyPostgres() }), { SEED_QUOTES: 'on' });
});
afterAll(() => shop.close());

it('a new demo says where to pay, and an order on account has its certificate and its e-invoice', async () => {
  const { token } = await shop.signIn('alice@tradebench.test');
  const [tool] = (await (await shop.call('GET', '/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
  const placed = await shop.call('POST', '/order', {
    as: token,
    body: {
      lines: [{ toolId: tool!._id, quantity: 48 }],
      companyId: 'demo-firm',
      pay: 'account',
      name: 'Alice',
      address: 'Havnegata 1, 6770 Nordfjordeid',
      phone: '+47 57 86 00 00',
      country: 'NO',
    },
  });
  expect(placed.status).toBe(201);
  const { _id, tax } = (await placed.json()) as Order;
  expect(tax).toBe(0);
  const formats = await shop.call('GET', `/order/${_id}/invoice-formats`, { as: token });
  expect(await formats.json()).toEqual({ formats: ['peppol', 'cii'] });
  const xml = await shop.call('GET', `/order/${_id}/invoice.xml?format=peppol`, { as: token });
  expect(await xml.text()).toContain('0150204471903');
  expect((await shop.call('GET', `/order/${_id}/certificates.zip`, { as: token })).status).toBe(200);
});

it('at the end of the demo its bank, numbers and address are gone, and what the owner has set is there', async () => {
  const { token } = await shop.signIn('ada@tradebench.test');
  const read = async () => (await (await shop.call('GET', '/settings', { as: token })).json()) as Settings;
  const demo = await read();
  expect(demo.company.bankAccount).not.toBeNull();
  const bankAccount = { holder: 'Our Works', account: 'DE89370400440532013000', bic: '', bank: '' };
  const sent = { ...demo, company: { ...demo.company, bankAccount } };
  expect((await shop.call('PUT', '/settings', { as: token, body: sent })).status).toBe(200);
  await endDemo(shop.parts.database);
  const [row] = await shop.parts.database.raw<{ value: Partial<Settings> }>('select value from settings');
  expect(row?.value).toMatchObject({ company: { bankAccount }, texts: { statistics: [] } });
  expect(Object.keys(row?.value.company ?? {})).toEqual(['bankAccount']);
});
