import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayPlus } from '#contract/days.ts';
import { cents } from '#contract/money-sums.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, today } from '#server/money/account/account-for-tests.ts';
import { postingsOf } from '#server/money/datev/postings-for-tests.ts';
import { payWithCard } from '#server/money/payments/paying-for-tests.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** The first day of the fiscal year that all of it is in, whenever this runs; none begins on 29 February. */
const [FROM = ''] = [60, 61].map((days) => dayPlus(today(), -days)).filter((day) => !day.endsWith('02-29'));

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let alice: Person;
let tool: Tool;
let companies: Owing[];
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [ada, alice] = [await shop.person('Ada', 'admin'), await shop.person('Alice')];
  const settings = (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as Settings;
  const tax = [
    { country: 'DE', percent: 19, name: 'USt' },
    { country: 'FR', percent: 20, name: 'TVA' },
  ];
  const company = { ...settings.company, country: 'DE' };
  const books = { yearStart: FROM.slice(5) };
  await shop.call('PUT', '/settings', { as: ada.token, body: { ...settings, company, tax, books } });
  tool = await shop.tool({ name: 'Odd', price: 3.37, availableQuantity: 1_000_000 });
  companies = [];
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    const terms = {
      termsDays: 14,
      creditLimit: 1_000_000,
      cashDiscount: [
        { percent: 3, days: 5 },
        { percent: 1.25, days: 10 },
      ],
    };
    companies.push(await owing(shop, name, terms));
  }
  await shop.parts.database.raw(`update companies set created_at = created_at - interval '60 days'`);
});
afterAll(() => shop.close());

/** The same numbers in every run. */
let state = 50;
const below = (most: number) => {
  state = (state * 48_271) % 2_147_483_647;
  return state % most;
};
const oneOf = <T>(these: readonly T[]): T | undefined => these[below(these.length)];
const write = (path: string, body: object, as = ada) => shop.call('POST', path, { as: as.token, body });
const COUNTRIES = [{ country: 'DE' }, { country: 'FR' }, { country: 'FR', vatId: 'FR40303265045' }, { country: 'US' }];
const dollars = (most: number) => (1 + below(most * 100)) / 100;
const dated = () => dayPlus(today(), -below(40));

const open: Order[] = [];
const invoiced: Order[] = [];
const entries: { company: Owing; entry: AccountEntry }[] = [];

const place = async (more: object): Promise<Order | null> => {
  const body = { name: 'Alice', address: '1 Dock', phone: '555', toolId: tool._id, quantity: 1 + below(90) };
  const answer = await write(
    '/order',
    { ...body, ...oneOf(COUNTRIES), ...more },
    'companyId' in more ? companies[0]!.mia : alice,
  );
  return answer.ok ? ((await answer.json()) as Order) : null;
};
let invoicing: Settings['invoicing'] = 'order';
const ship = async (order: Order | undefined) => {
  const line = order?.lines[0];
  if (!line) return;
  const lines = [{ toolId: line.toolId, quantity: 1 + below(line.quantity) }];
  await write(`/order/${order._id}/shipment`, { carrier: 'Van', lines });
  if (below(2) === 0) await write(`/order/${order._id}/shipment`, { carrier: 'Van' });
};
/** What people and staff do; what is refused changes nothing, and is among it. */
const ACTS: (() => Promise<unknown>)[] = [
  async () => {
    const company = oneOf(companies)!;
    invoiced.push(await company.order(1 + below(300), { pay: 'account', ...oneOf(COUNTRIES) }));
  },
  async () => {
    const company = oneOf(companies)!;
    open.push(await company.order(1 + below(300), { ...oneOf(COUNTRIES) }));
  },
  async () => {
    const order = await place({});
    if (order) open.push(order);
  },
  async () => {
    const order = await place({});
    if (!order) return;
    await payWithCard(shop, alice.token, order._id);
    invoiced.push(order);
  },
  async () => {
    const order = oneOf(open);
    if (!order) return;
    const amount = oneOf([order.price, order.price, dollars(order.price), order.price + dollars(20)]);
    await write(`/order/${order._id}/payment`, { date: today(), reference: 'SEPA', amount });
    invoiced.push(order);
  },
  async () => {
    const company = oneOf(companies)!;
    const order = oneOf(invoiced);
    const reference = oneOf(['thank you', order?.invoiceNumber ?? 'none'])!;
    const answer = await company.pay(dollars(400), { date: dated(), reference });
    if (answer.ok) entries.push({ company, entry: (await answer.json()) as AccountEntry });
  },
  async () => {
    const company = oneOf(companies)!;
    const invoice = oneOf((await company.entries()).filter(({ discounts = [] }) => discounts.length > 0));
    if (!invoice) return;
    const { amount } = oneOf(invoice.discounts!)!;
    const answer = await company.pay(amount, { date: dated(), reference: invoice.document });
    if (answer.ok) entries.push({ company, entry: (await answer.json()) as AccountEntry });
  },
  async () => {
    const order = oneOf(invoiced);
    if (order) await write(`/order/${order._id}/refund`, { reason: 'Bent', amount: dollars(order.price) });
  },
  async () => {
    const order = oneOf(invoiced);
    if (order) await write(`/order/${order._id}/refund`, { reason: 'All of it', all: true });
  },
  async () => {
    const order = oneOf(invoiced);
    if (order) await write(`/order/${order._id}/payment/undo`, { reason: 'Not theirs' });
  },
  async () => {
    const order = oneOf(invoiced);
    const back = { amount: dollars(20), date: today(), reference: 'Back' };
    if (order) await write(`/order/${order._id}/payment/give-back`, back);
  },
  async () => {
    const recorded = oneOf(entries);
    if (!recorded) return;
    const { company, entry } = recorded;
    await write(`/company/${company.company._id}/payment/${entry._id}/reverse`, { reason: 'Not theirs' });
  },
  async () => {
    invoicing = oneOf(['order', 'delivery', 'delivery'] as const)!;
    const now = (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as Settings;
    await shop.call('PUT', '/settings', { as: ada.token, body: { ...now, invoicing } });
  },
  async () => ship(oneOf(invoiced)),
  async () => ship(oneOf(invoiced)),
  async () => ship(oneOf(invoiced)),
  async () => {
    const order = oneOf(invoiced);
    const lines = [{ toolId: order?.lines[0]!.toolId, quantity: 1 + below(20) }];
    if (order) await write(`/order/${order._id}/refund`, { reason: 'Some of it', lines });
  },
  async () => {
    const order = below(3) === 0 ? oneOf(invoiced) : undefined;
    if (order) await write(`/order/${order._id}/close`, { reason: 'Not made any more' });
  },
  async () => write(`/company/${oneOf(companies)!.company._id}/credit`, {}),
  async () => {
    const company = oneOf(companies)!;
    const { credit } = await company.account();
    const amount = oneOf([credit, dollars(300)])!;
    const answer = await write(`/company/${company.company._id}/payout`, { amount, date: dated(), reference: 'Back' });
    if (answer.ok) entries.push({ company, entry: (await answer.json()) as AccountEntry });
  },
  async () => {
    const company = oneOf(companies)!;
    const [first] = (await company.entries()).filter(({ open: rest }) => (rest ?? 0) > 0);
    if (!first) return;
    const given = { invoiceNumber: first.document, amount: Math.min(first.open!, dollars(9)), reason: 'Gone' };
    const answer = await write(`/company/${company.company._id}/write-off`, given);
    if (answer.ok) entries.push({ company, entry: (await answer.json()) as AccountEntry });
  },
];

const csv = async (path: string): Promise<Record<string, string>[]> => {
  const answer = await shop.call('GET', path, { as: ada.token });
  if (!answer.ok) throw new Error(await answer.text());
  return parse(await answer.text(), { bom: true, columns: true });
};
const sum = (rows: Record<string, string>[], column: string) =>
  rows.reduce((all, row) => all + cents(Number(row[column])), 0);

it('after hundreds of papers and payments every way, all sheets agree with each other and with the ledger to the cent', async () => {
  for (let count = 0; count < 700; count++) await oneOf(ACTS)!();
  await shop.atRest();
  const { raw } = shop.parts.database;
  expect(await wrongInAccounts(raw)).toEqual([]);
  const days = `from=${FROM}&to=${today()}`;
  const papers = await csv(`/export/invoices?${days}`);
  expect(papers.filter(({ kind }) => kind === 'invoice').length).toBeGreaterThan(60);
  expect(papers.filter(({ kind }) => kind === 'credit-note').length).toBeGreaterThan(20);
  const [out] = await raw<{ count: number }>(`select count(*)::int as count from ledger where kind = 'payout'`);
  expect(out?.count).toBeGreaterThan(5);

  // Of orders that were invoiced as they left, all of which left or never will.
  const left = await raw<Record<'price' | 'tax' | 'invoiced' | 'invoicedTax' | 'gone' | 'goneTax' | 'count', number>>(
    `select o.total_cents as price, o.tax_cents as tax, i.*, r.* from orders o
     cross join lateral (select count(*)::int as count, coalesce(sum(total_cents), 0)::float8 as invoiced,
       coalesce(sum(tax_cents), 0)::float8 as "invoicedTax" from invoices where order_id = o.id and series = 'invoice') i
     cross join lateral (select coalesce(sum(uninvoiced_cents), 0)::float8 as gone,
       coalesce(sum(uninvoiced_tax_cents), 0)::float8 as "goneTax" from refunds where order_id = o.id) r
     where o.to_invoice_cents = 0`,
  );
  expect(left.filter(({ count }) => count > 1).length).toBeGreaterThan(3);
  for (const { price, tax, invoiced: all, invoicedTax, gone, goneTax } of left)
    expect([all + gone, invoicedTax + goneTax]).toEqual([price, tax]);

  const taxed = await csv(`/export/tax?${days}`);
  for (const column of ['net', 'tax', 'total']) expect(sum(taxed, column)).toBe(sum(papers, column));
  const exempt = taxed.filter(({ taxCategory }) => taxCategory === 'K');
  expect(sum(await csv(`/export/ec-sales?${days}`), 'net')).toBe(sum(exempt, 'netAfterDiscount'));
  const [off] = await raw<{ count: number; cents: number; tax: number; back: number }>(
    `select count(*) filter (where l.kind = 'discount')::int as count, sum(l.amount_cents)::float8 as cents,
       sum(coalesce(l.tax_cents, -back.tax_cents))::float8 as tax, count(*) filter (where l.kind = 'reversal')::int as back
     from ledger l left join ledger back on back.id = l.reverses where 'discount' in (l.kind, back.kind)`,
  );
  expect(off?.count).toBeGreaterThan(5);
  expect(off?.back).toBeGreaterThan(1);
  expect(sum(taxed, 'discountTax')).toBe(-off!.tax);
  expect(sum(taxed, 'discountNet')).toBe(off!.tax - off!.cents);
  expect(sum(taxed, 'taxAfterDiscount')).toBe(sum(taxed, 'tax') - off!.tax);

  const payments = await csv('/export/payments');
  const [moved] = await raw<{ cents: number }>(
    `select sum(l.amount_cents)::float8 as cents from ledger l left join ledger back on back.id = l.reverses
     where l.method <> 'none' or back.method <> 'none'`,
  );
  expect(sum(payments, 'amount')).toBe(moved!.cents);

  const [entered] = await raw<{ cents: number }>(
    'select -sum(amount_cents)::float8 as cents from ledger where company_id is not null',
  );
  const items = await csv('/export/open-items');
  const ofCompanies = items.filter(({ debtor }) => debtor !== '');
  expect(sum(ofCompanies, 'open')).toBe(entered!.cents);
  for (const { company, account } of companies) {
    const own = ofCompanies.filter(({ company: name }) => name === company.name);
    const { open: owed, credit } = await account();
    expect(
      sum(
        own.filter(({ open: rest }) => Number(rest) > 0),
        'open',
      ),
    ).toBe(cents(owed));
    expect(
      sum(
        own.filter(({ open: rest }) => Number(rest) < 0),
        'open',
      ),
    ).toBe(0 - cents(credit));
  }

  const file = await shop.call('GET', `/export/datev?${days}`, { as: ada.token });
  const postings = await postingsOf(file);
  const isPaper = new Set(papers.map(({ number }) => number));
  const [others] = await raw<{ count: number; cents: number }>(
    `select count(*)::int as count, -sum(l.amount_cents)::float8 as cents from ledger l left join ledger back on back.id = l.reverses
     where coalesce(back.kind, l.kind) not in ('invoice', 'credit-note')`,
  );
  expect(postings).toHaveLength(papers.length + others!.count);
  const posted = (some: typeof postings) => some.reduce((all, posting) => all + posting.cents, 0);
  expect(posted(postings.slice(0, papers.length))).toBe(sum(papers, 'total'));
  expect(postings.slice(0, papers.length).every(({ document }) => isPaper.has(document))).toBe(true);
  expect(posted(postings.slice(papers.length))).toBe(others!.cents);
  expect(posted(postings)).toBe(sum(items, 'open'));

  const balance = await csv(`/export/trial-balance?${days}`);
  for (const column of ['opening', 'closing']) expect(sum(balance, column)).toBe(0);
  expect(sum(balance, 'debit')).toBe(sum(balance, 'credit'));
  const [receivables, ...rest] = balance;
  expect(cents(Number(receivables?.['closing']))).toBe(sum(items, 'open'));
  expect(
    sum(
      rest.filter(({ account }) => account === 'revenue'),
      'closing',
    ),
  ).toBe(-sum(papers, 'total'));
  const discounts = rest.filter(({ account }) => account === 'discount');
  expect(sum(discounts, 'closing')).toBe(off!.cents);
  const money = rest.filter(({ account }) => account === 'bank' || account === 'card');
  expect(sum(money, 'closing')).toBe(moved!.cents);
  const late = await csv(`/export/trial-balance?from=${today()}`);
  const early = await csv(`/export/trial-balance?to=${dayPlus(today(), -1)}`);
  expect(late[0]?.['opening']).toBe(early[0]?.['closing']);
  expect(late[0]?.['closing']).toBe(receivables?.['closing']);

  // At the end of any day as well: what was open then is what papers and money until then come to.
  for (const day of [dayPlus(today(), -30), dayPlus(today(), -7)]) {
    const [then] = await raw<{ cents: number }>(
      'select coalesce(-sum(amount_cents), 0)::float8 as cents from ledger where company_id is not null and day <= $1::date',
      [day],
    );
    expect(sum(await csv(`/export/open-items?day=${day}`), 'open')).toBe(then!.cents);
  }
}, 240_000);
