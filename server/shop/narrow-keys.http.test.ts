import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MadeApiKey, Scope } from '#contract/office/api-keys.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openCompany } from '#server/buying/companies/company-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let ada: Person;
let alice: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [ada, alice] = [await shop.person('Ada', 'admin'), await shop.person('Alice')];
});
afterAll(() => shop.close());

async function keyFor(...scopes: Scope[]): Promise<string> {
  const made = await shop.call('POST', '/api-key', { as: ada.token, body: { name: scopes.join(' '), scopes } });
  return ((await made.json()) as MadeApiKey).key;
}
const stored = async ({ _id }: Tool) => (await (await shop.call('GET', `/tool/${_id}`)).json()) as Tool;

it('a key that writes tools moves no stock of them, by an edit or an import, without the scope for it', async () => {
  const tool = await shop.tool({ sku: 'NARROW-1', availableQuantity: 40 });
  const writes = await keyFor('tools.write');
  const both = await keyFor('tools.write', 'tools.stock');
  const fields = await stored(tool);
  const edit = (change: Partial<Tool>, as: string) =>
    shop.call('PUT', `/tool/${tool._id}`, { as, body: { ...fields, ...change } });
  expect((await edit({ availableQuantity: 41 }, writes)).status).toBe(403);
  expect((await stored(tool)).availableQuantity).toBe(40);
  const sheet = async (as: string) => {
    const read = await shop.app.fetch(
      new Request('http://shop.test/import/tools', {
        method: 'POST',
        headers: { authorization: `Bearer ${as}`, 'content-type': 'text/csv' },
        body: 'sku,availableQuantity\nNARROW-1,50\n',
      }),
    );
    const { _id, errors } = (await read.json()) as { _id: string; errors: unknown[] };
    expect(errors).toEqual([]);
    return shop.call('POST', `/import/${_id}/commit`, { as });
  };
  expect((await sheet(writes)).status).toBe(403);
  expect((await sheet(both)).status).toBe(200);
  expect((await stored(tool)).availableQuantity).toBe(50);
});

it('a key that records payments learns nothing of who bought', async () => {
  const order = await shop.order(alice.token, await shop.tool(), 3);
  const as = await keyFor('orders.record-payment');
  const date = new Date().toISOString().slice(0, 10);
  for (const [path, body] of [
    ['payment', { date, reference: 'SEPA 1' }],
    ['payment/undo', { reason: 'Not ours' }],
  ] as const) {
    const answer = await shop.call('POST', `/order/${order._id}/${path}`, { as, body });
    expect(answer.ok).toBe(true);
    const shown = (await answer.json()) as Order;
    expect(shown).toMatchObject({ _id: order._id, number: order.number, name: '', email: '', address: '', phone: '' });
    expect(JSON.stringify(shown)).not.toContain(alice.email);
  }
});

it('a key that changes orders brings nobody into a company, and no key makes a manager; its managers are told', async () => {
  const company = await openCompany(shop, alice);
  const add = (as: string, email: string, role: string) =>
    shop.call('POST', '/customer', { as, body: { email, name: 'New Person', companyId: company._id, role } });
  const narrow = await keyFor('orders.change');
  expect((await add(narrow, 'one@people.test', 'manager')).status).toBe(403);
  expect((await add(narrow, 'one@people.test', 'buyer')).status).toBe(403);
  expect(
    (await shop.call('POST', '/customer', { as: narrow, body: { email: 'o@people.test', name: 'O' } })).status,
  ).toBe(201);
  const wide = await keyFor('orders.change', 'companies', 'companies.read');
  expect((await add(wide, 'one@people.test', 'manager')).status).toBe(403);
  expect((await add(wide, 'one@people.test', 'buyer')).status).toBe(201);
  expect((await add(ada.token, 'two@people.test', 'manager')).status).toBe(201);
  const told = (await shop.lettersTo(alice.email)).filter(({ subject }) => subject === 'Your company has a new member');
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringContaining('(one@people.test)'),
    expect.stringContaining('(two@people.test)'),
  ]);
  const { status: _status, priceList, termsDays, creditLimit, version } = company;
  const standing = { status: 'active', priceList, termsDays, creditLimit, version };
  expect((await shop.call('PUT', `/company/${company._id}/standing`, { as: wide, body: standing })).status).toBe(403);
});
