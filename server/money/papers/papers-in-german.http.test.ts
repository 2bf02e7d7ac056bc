import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Settings } from '#contract/office/settings.ts';
import { activate, openCompany } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { printedWords } from './printed-words-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let alice: Person;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
});
afterAll(() => shop.close());

async function call<Answer>(method: string, path: string, as: Person, body?: unknown, status = 200): Promise<Answer> {
  const answer = await shop.call(method, path, { as: as.token, ...(body === undefined ? {} : { body }) });
  const said = (await answer.json()) as Answer;
  expect({ status: answer.status, said }).toMatchObject({ status });
  return said;
}

async function set(change: object, status = 200): Promise<Settings> {
  const now = await call<Settings>('GET', '/settings', ada);
  return call('PUT', '/settings', ada, { ...now, ...change }, status);
}

const profile = (language: string | null, status = 200) =>
  call('PUT', `/user/${alice.email}`, alice, { language }, status);
const placed = async (more: object = {}) => {
  const tool = await shop.tool({ price: 1234.5, availableQuantity: 1000, minOrderQuantity: 1 });
  const body = { name: 'Alice', address: 'Weg 1', phone: '55512', lines: [{ toolId: tool._id, quantity: 2 }], ...more };
  return call<Order>('POST', '/order', alice, body, 201);
};
const printed = async (path: string, as = alice) => {
  const answer = await shop.call('GET', path, { as: as.token });
  expect(answer.status).toBe(200);
  return printedWords(new Uint8Array(await answer.arrayBuffer()));
};

it('begins in English alone, and takes what is none of its languages from nobody', async () => {
  expect((await call<Settings>('GET', '/settings', ada)).languages).toEqual(['en']);
  expect((await set({ languages: [] }, 400)) as unknown).toMatchObject({ issues: [{ path: 'languages' }] });
  expect((await set({ languages: ['en', 'en'] }, 400)) as unknown).toMatchObject({ issues: [{ path: 'languages' }] });
  expect((await set({ languages: ['xx'] }, 400)) as unknown).toMatchObject({ issues: [{ path: 'languages.0' }] });
  expect(await profile('fr', 400)).toMatchObject({ issues: [{ path: 'language' }] });
  // What the shop does not speak is kept, and used once it does.
  await profile('de');
  expect(await call('GET', `/user/${alice.email}/profile`, alice)).toMatchObject({ language: 'de' });
  expect((await placed()).language).toBe('en');
});

it('writes the papers of an order in the language that its buyer had when it was placed', async () => {
  await set({ languages: ['en', 'de'], currency: (await call<Settings>('GET', '/settings', ada)).currency });
  await profile('de');
  const order = await placed();
  expect(order.language).toBe('de');
  await profile(null);
  expect((await placed()).language).toBe('en');
  const words = await printed(`/order/${order._id}/pro-forma.pdf`);
  for (const said of ['Proforma-Rechnung', 'Verwendungszweck', 'Warenwert', 'Gesamtbetrag', '2.469,00', 'Einzelpreis'])
    expect(words).toContain(said);
  for (const english of ['Pro forma', 'Goods', 'Total', '2,469.00']) expect(words).not.toContain(english);
});

it("writes those of a company in the company's, whoever buys for it, with its statement", async () => {
  const opened = await openCompany(shop, alice, { language: 'de' });
  expect(opened.language).toBe('de');
  const company = await activate(shop, ada, opened, { termsDays: 30 });
  const order = await placed({ companyId: company._id, pay: 'account', country: 'DE' });
  expect(order).toMatchObject({ language: 'de', state: 'open' });
  const invoice = await printed(`/order/${order._id}/invoice.pdf`);
  for (const said of ['Rechnung', 'Rechnungsnummer', 'Lieferung folgt', 'Fällig am', 'Deutschland', 'Offener Betrag'])
    expect(invoice).toContain(said);
  const shipment = await call<{ _id: string }>('POST', `/order/${order._id}/shipment`, ada, { carrier: 'DHL' }, 201);
  const note = await printed(`/order/${order._id}/shipment/${shipment._id}/delivery-note.pdf`);
  for (const said of ['Lieferschein', 'Versand mit', 'Von dieser Bestellung folgt nichts mehr.'])
    expect(note).toContain(said);
  expect(await printed(`/order/${order._id}/shipment/${shipment._id}/label.pdf`, ada)).toContain('Bestellung');
  const account = await printed(`/company/${company._id}/statement.pdf`);
  for (const said of ['Kontoauszug', 'Saldo', 'Kundennummer', 'USt-IdNr.']) expect(account).toContain(said);

  const now = await call<Company>('GET', `/company/${company._id}`, alice);
  const changed = await call<Company>('PUT', `/company/${company._id}`, alice, { ...now, language: 'en' });
  expect(changed.language).toBe('en');
  // An order keeps its language, and what was printed stays as it was.
  expect((await call<Order>('GET', `/order/${order._id}`, alice)).language).toBe('de');
  expect(await printed(`/order/${order._id}/invoice.pdf`)).toBe(invoice);
});
