import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { activate, openCompany, type Person } from './company-for-tests.ts';

let shop: TestShop;
let ada: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase(), { RATE_LIMITS: 'on' });
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const call = (method: string, path: string, as: Person, body: object) =>
  shop.call(method, path, { as: as.token, body });

it('names its company and who asks in no subject, and without links (attacks T82)', async () => {
  const eve = await shop.person('Eve');
  await shop.parts.database.raw('update users set name = $2 where id = $1', [eve.userId, 'Bank http://evil.example/b']);
  const company = await openCompany(shop, eve, {
    name: 'Your parcel is held - http://evil.example/pay or evil.example',
  });
  const body = { email: 'victim@people.test', role: 'buyer' };
  expect((await call('POST', `/company/${company._id}/invitation`, eve, body)).status).toBe(201);
  const [letter] = await shop.lettersTo('victim@people.test');
  expect(letter?.subject).toBe('You are invited to buy at Tradebench Tools');
  expect(letter?.text).toContain('Bank invites you');
  expect(letter?.text).toContain('“Your parcel is held - or evil. example”');
  expect(letter?.text).not.toMatch(/evil\.example|Eve@|eve@/);
});

it('has a pending company write to few strangers a day, whatever is withdrawn, and its person through others too', async () => {
  const eve = await shop.person('Eva');
  const ask = async (company: string, n: number) =>
    (await call('POST', `/company/${company}/invitation`, eve, { email: `no-${n}@people.test`, role: 'buyer' })).status;
  const first = await openCompany(shop, eve);
  for (let n = 0; n < 10; n++) expect(await ask(first._id, n)).toBe(201);
  await shop.parts.database.raw('delete from company_invitations');
  expect(await ask(first._id, 10)).toBe(429);
  const second = await openCompany(shop, eve);
  expect(await ask(second._id, 11)).toBe(429);
  await activate(shop, ada, second);
  expect(await ask(second._id, 12)).toBe(201);
});

it('has invoices sent to few other addresses a day, and to one’s own always', async () => {
  const eve = await shop.person('Evi');
  const company = await openCompany(shop, eve);
  const move = async (invoiceEmail: string) =>
    (await call('PUT', `/company/${company._id}`, eve, { invoiceEmail })).status;
  for (let n = 0; n < 10; n++) expect(await move(`invoices-${n}@people.test`)).toBe(200);
  expect(await move('invoices-9@people.test')).toBe(200);
  expect(await move('invoices-10@people.test')).toBe(429);
  expect(await move(eve.email)).toBe(200);
});

it('writes to an unproved address that orders without the links that its name holds', async () => {
  const eve = await shop.person('Evo');
  const tool = await shop.tool({ availableQuantity: 100, minOrderQuantity: 1 });
  const order = await shop.call('POST', '/order', {
    as: eve.token,
    body: {
      toolId: tool._id,
      quantity: 1,
      name: 'Held http://evil.example/a',
      address: 'www.evil.example/b',
      phone: '5555555',
    },
  });
  expect(order.status).toBe(201);
  await shop.atRest();
  const [letter] = await shop.lettersTo(eve.email);
  expect(letter?.text).toContain('Dear Held, thank you.');
  expect(letter?.text).not.toContain('evil.example');
});
