import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Settings } from '#contract/office/settings.ts';
import { activate, openCompany } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** Letters in the language of what they are about, whoever works in which (contract-trade.md, Languages). */

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let alice: Person;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  const now = await call<Settings>('GET', '/settings', ada);
  const bankAccount = { holder: 'Acme', account: 'DE02120300000000202051', bic: '', bank: '' };
  await call('PUT', '/settings', ada, {
    ...now,
    languages: ['en', 'de'],
    company: { ...now.company, bankAccount },
  });
  await speaks(alice, 'de');
});
afterAll(() => shop.close());

async function call<Answer>(method: string, path: string, as: Person, body?: unknown): Promise<Answer> {
  const answer = await shop.call(method, path, { as: as.token, ...(body === undefined ? {} : { body }) });
  const said = (await answer.json()) as Answer;
  expect({ status: answer.status, said }).toMatchObject({ status: answer.status < 300 ? answer.status : 200 });
  return said;
}

const speaks = (person: Person, language: string | null) => call('PUT', `/user/${person.email}`, person, { language });

const placed = async (by: Person, more: object = {}) => {
  const tool = await shop.tool({ name: 'Handsäge', price: 1234.5, availableQuantity: 1000, minOrderQuantity: 1 });
  const body = { name: 'Berta', address: 'Weg 1', phone: '55512', lines: [{ toolId: tool._id, quantity: 2 }], ...more };
  const order = await call<Order>('POST', '/order', by, body);
  await shop.atRest();
  return order;
};

/** All letters to somebody as one text, which holds no sentence of another language. */
const inGerman = async ({ email }: Pick<Person, 'email'>) => {
  const letters = await shop.lettersTo(email);
  const said = letters.map(({ subject, text }) => `${subject}\n${text}`.replaceAll('\u00a0', ' ')).join('\n');
  expect(said).not.toMatch(/\b(?:the|your|you|and|we|order|with|this|has|not)\b/i);
  return said;
};

it('tells a customer of their order in its language, with sums, days and countries as that writes them', async () => {
  const order = await placed(alice, { country: 'DE' });
  expect(await inGerman(alice)).toMatch(/^Wir haben Ihre Bestellung \d+ erhalten\n/);
  expect(await inGerman(alice)).toContain('2 × Handsäge à 1.234,50 $: 2.469,00 $');
  expect(await inGerman(alice)).toMatch(/reserviert bis \d\d\.\d\d\.\d{4}, \d\d:\d\d Uhr \(/);
  expect(await inGerman(alice)).toContain('Lieferanschrift: Berta, Weg 1, Deutschland');
  expect(await inGerman(alice)).toContain(`Verwendungszweck: ${order.number}`);
  const date = new Date().toISOString().slice(0, 10);
  await call('POST', `/order/${order._id}/payment`, ada, { date, reference: 'T 1' });
  await call('POST', `/order/${order._id}/shipment`, ada, { carrier: 'DHL', trackingNumber: '0034' });
  await call('POST', `/order/${order._id}/refund`, ada, { amount: 469, reason: 'Kratzer' });
  await shop.atRest();
  const said = await inGerman(alice);
  expect(said).toContain('Zahlungsbeleg zu Ihrer Bestellung: Handsäge');
  expect(said).toMatch(/Bezahlt: per Überweisung vom \d\d\.\d\d\.\d{4}, Verwendungszweck T 1/);
  // Only a card payment has one.
  expect(said).not.toContain('Transaktionsnummer');
  expect(said).toContain('wir haben aus Ihrer Bestellung');
  expect(said).toContain('mit DHL versandt, Sendungsnummer 0034:');
  expect(said).toContain('Wir erstatten Ihnen 469,00 $');
  // What the order was placed in stays, whatever its customer chooses later.
  await speaks(alice, null);
  await call('POST', `/order/${order._id}/refund`, ada, { amount: 100, reason: 'Kratzer' });
  expect(await inGerman(alice)).toContain('100,00 $ Ihrer Bestellung');
  await placed(alice);
  const [last] = (await shop.lettersTo(alice.email)).slice(-1);
  expect(last?.text).toContain('2 × Handsäge at $1,234.50: $2,469.00');
});

it("writes to a company in the company's, and to who is invited in that of the invitation", async () => {
  const bea = await shop.person('Bea');
  const opened = await openCompany(shop, bea, { name: 'Säge GmbH', language: 'de' });
  const company = await activate(shop, ada, opened, { termsDays: 30 });
  const invite = (email: string, more: object = {}) =>
    call<{ language: string }>('POST', `/company/${company._id}/invitation`, bea, { email, role: 'approver', ...more });
  expect((await invite('carl@people.test')).language).toBe('de');
  expect((await invite('dora@people.test', { language: 'en' })).language).toBe('en');
  expect(await inGerman({ email: 'carl@people.test' })).toMatch(/^Einladung zum Einkauf bei .*Freigeber \(bestellt/s);
  expect((await shop.lettersTo('dora@people.test'))[0]?.subject).toMatch(/^You are invited to buy at/);
  const refused = await shop.call('POST', `/company/${company._id}/invitation`, {
    as: bea.token,
    body: { email: 'emil@people.test', role: 'buyer', language: 'fr' },
  });
  expect(await refused.json()).toMatchObject({ issues: [{ path: 'language' }] });
  await placed(bea, { companyId: company._id, pay: 'account' });
  const said = await inGerman(bea);
  expect(said).toContain('Säge GmbH kann jetzt bestellen');
  expect(said).toMatch(/Sie kaufen auf Rechnung: Rechnung \d{4}-\d+, fällig am \d\d\.\d\d\.\d{4}\./);
  expect(said).toMatch(/Rechnung \d{4}-\d+ von /);
});

it('asks an approver in the language of the order, and says which limit it is above', async () => {
  const fred = await shop.person('Fred');
  const gina = await shop.person('Gina');
  const opened = await openCompany(shop, fred, { name: 'Zange AG', language: 'de' });
  const company = await activate(shop, ada, opened);
  await belongs(company, fred, gina, { role: 'buyer', orderLimit: 1000 });
  const order = await placed(gina, { companyId: company._id });
  expect(order.state).toBe('waiting');
  const said = await inGerman(fred);
  expect(said).toMatch(/bittet Sie um Freigabe von 2\.469,00 \$/);
  expect(said).toContain('Gina darf ohne Freigabe bis zu 1.000,00 $ bestellen; diese Bestellung beträgt 2.469,00 $.');
  expect(await inGerman(gina)).toContain('wartet auf Freigabe');
});

it('writes to staff in their language of what customers do in another', async () => {
  const hans = await shop.person('Hans', 'sales');
  const ida = await shop.person('Ida', 'sales');
  await speaks(hans, 'de');
  const tool = await shop.tool({ name: 'Feile' });
  const line = { toolId: tool._id, quantity: 5, targetPrice: 8 };
  await call('POST', '/quote', ida, { lines: [line], customer: alice.email });
  await call('POST', '/quote', alice, { lines: [line] });
  expect(await inGerman(hans)).toMatch(/fragt ein Angebot an über:\n\n5 × Feile/);
  expect((await shop.lettersTo(ida.email)).at(-1)?.text).toContain('requested a quote for:');
});

it('signs in who chose no language in the shop’s own', async () => {
  const magic = (email: string) =>
    shop.call('POST', '/api/auth/sign-in/magic-link', { body: { email, callbackURL: '/' } });
  await speaks(alice, 'de');
  await magic(alice.email);
  await magic('nobody@people.test');
  expect((await shop.lettersTo(alice.email)).at(-1)?.subject).toBe('Ihr Link zum Anmelden');
  expect((await shop.lettersTo('nobody@people.test')).at(-1)?.subject).toBe('Your link to sign in');
});

async function belongs(company: Company, manager: Person, person: Person, rights: object): Promise<void> {
  const path = `/company/${company._id}/invitation`;
  await call('POST', path, manager, { email: person.email, ...rights });
  const [letter] = await shop.lettersTo(person.email);
  const token = /\/join\?token=([\w-]+)/.exec(letter?.text ?? '')?.[1];
  await call('POST', '/invitation/accept', person, { token });
}
