import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import { formatMoney } from '#contract/money.ts';
import { cents } from '#contract/money-sums.ts';
import type { Account, AccountEntry } from '#contract/money/account.ts';
import type { Refund } from '#contract/money/refunds.ts';
import type { Settings } from '#contract/office/settings.ts';
import { activate, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { printedWords } from '#server/money/papers/printed-words-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

const HERE = { street: 'Hammerweg 1', extra: '', postalCode: '42853', town: 'Remscheid', region: '', country: 'DE' };
let shop: TestShop;
let ada: Person;
let mia: Person;
let company: Company;
let toolIds: string[];
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase(), { SHOP_CURRENCY: 'EUR' });
  [ada, mia] = await Promise.all([shop.person('Ada', 'admin'), shop.person('Mia')]);
  const facts = { vatId: '', invoiceAddress: HERE, peppolId: '0088:7300010000001', buyerReference: 'Dept 9' };
  company = await activate(shop, ada, await openCompany(shop, mia, facts), { termsDays: 30 });
  const made = [0, 1, 2].map(() => shop.tool({ price: 5, availableQuantity: 100_000_000 }));
  toolIds = (await Promise.all(made)).map(({ _id }) => _id);
});
afterAll(() => shop.close());

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await shop.call(method, path, { as: ada.token, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
const textOf = async (path: string) => (await shop.call('GET', path, { as: ada.token })).text();

async function takes({ percent, freight, surcharge }: Pick<Sale, 'percent' | 'freight' | 'surcharge'>): Promise<void> {
  const now = await ask<Settings>('GET', '/settings');
  const rates = [{ upTo: null, price: freight }];
  await ask('PUT', '/settings', {
    ...now,
    tax: [{ country: 'DE', percent, name: 'USt' }],
    minimumOrder: surcharge === 0 ? null : { goods: 999_999.99, surcharge },
    delivery: [{ id: 'parcel', name: 'Parcel', countries: ['*'], days: [2, 5], rates, freeFrom: null }],
    company: {
      ...now.company,
      country: 'DE',
      vatId: 'DE136695976',
      invoiceAddress: HERE,
      contact: { name: 'Karin Schmied', phone: '+49 2191 555', email: 'karin@werkzeug.example' },
      peppolId: '9930:DE136695976',
    },
  });
}

/** The sums of a paper as each of its forms says them, in cents. */
async function saidBy(path: string): Promise<{ total: number[]; tax: number[]; printed: string }> {
  const [ubl, cii] = [await textOf(`${path}.xml?format=peppol`), await textOf(`${path}.xml?format=cii`)];
  const pdf = await shop.call('GET', `${path}.pdf`, { as: ada.token });
  const found = (xml: string, tag: string) =>
    cents(Number(new RegExp(`<${tag}(?: currencyID="EUR")?>([\\d.-]+)<`).exec(xml)?.[1]));
  return {
    total: [found(ubl, 'cbc:TaxInclusiveAmount'), found(cii, 'ram:GrandTotalAmount')],
    tax: [found(ubl, 'cbc:TaxAmount'), found(cii, 'ram:TaxTotalAmount')],
    printed: printedWords(new Uint8Array(await pdf.arrayBuffer())),
  };
}

async function agrees(path: string, price: number, tax: number): Promise<void> {
  const said = await saidBy(path);
  expect([path, said.total, said.tax]).toEqual([path, [cents(price), cents(price)], [cents(tax), cents(tax)]]);
  expect(said.printed).toContain(formatMoney(price, 'EUR'));
}

const sheetOf = async (query: string) =>
  parse(await textOf(`/export/invoices?format=csv&${query}`), { bom: true, columns: true }) as Record<string, string>[];
const added = (rows: { [column: string]: string }[], column: string) =>
  rows.reduce((sum, row) => sum + cents(Number(row[column])), 0);

const line = fc.oneof(
  fc.record({ quantity: fc.constantFrom(1, 3, 100_000), unitPrice: fc.constantFrom(0, 0.01, 0.07) }),
  fc.record({ quantity: fc.integer({ min: 1, max: 20 }), unitPrice: fc.constantFrom(0.01, 33.33, 999.99) }),
);
const sale = fc.record({
  percent: fc.constantFrom(0, 0.5, 7.1234, 19, 99.9999),
  freight: fc.constantFrom(0, 0.01, 7.35),
  surcharge: fc.constantFrom(0, 0.01, 12),
  // An order costs something; of its lines some may cost nothing.
  lines: fc.array(line, { minLength: 1, maxLength: 3 }).filter((all) => all.some(({ unitPrice }) => unitPrice > 0)),
  onAccount: fc.boolean(),
  /** What comes back before all of the rest does: pieces of a line, or a part of the money. */
  back: fc.array(fc.record({ pieces: fc.boolean(), part: fc.double({ min: 0.01, max: 0.6, noNaN: true }) }), {
    maxLength: 3,
  }),
});
type Sale = typeof sale extends fc.Arbitrary<infer Value> ? Value : never;

/** An order of the company's, its papers, and everything given back in pieces, until nothing is left. */
async function soldAndGivenBack({ percent, freight, surcharge, lines, onAccount, back }: Sale): Promise<void> {
  await takes({ percent, freight, surcharge });
  const wanted = lines.map((each, index) => ({ ...each, toolId: toolIds[index]!, reason: 'Agreed' }));
  const body = { name: 'Mia', phone: '555 123', deliveryAddress: HERE, companyId: company._id, customer: mia.email };
  const pay = onAccount ? { pay: 'account' } : {};
  const order = await ask<Order>('POST', '/order', { ...body, ...pay, lines: wanted });
  const path = `/order/${order._id}`;
  const date = new Date().toISOString().slice(0, 10);
  if (!onAccount) await ask('POST', `${path}/payment`, { date, reference: 'T' });
  await agrees(`${path}/invoice`, order.price, order.tax);

  const refunds: Refund[] = [];
  const left = () => cents(order.price) - refunds.reduce((sum, { amount }) => sum + cents(amount), 0);
  const give = async (what: object) => {
    const refund = await ask<Refund>('POST', `${path}/refund`, { ...what, reason: 'Bent' });
    refunds.push(refund);
    await agrees(`${path}/refund/${refund._id}/credit-note`, refund.amount, refund.tax ?? 0);
  };
  for (const [index, { pieces, part }] of back.entries()) {
    const of = order.lines[index];
    const amount = Math.floor(left() * part) / 100;
    if (pieces && of && of.unitPrice > 0 && Math.ceil(of.quantity * part) * cents(of.unitPrice) * 2 < left())
      await give({ lines: [{ toolId: of.toolId, quantity: Math.ceil(of.quantity * part) }] });
    else if (!pieces && amount > 0) await give({ amount });
  }
  if (left() > 0) await give({ all: true });
  expect([left(), refunds.reduce((sum, { tax }) => sum + cents(tax ?? 0), 0)]).toEqual([0, cents(order.tax)]);

  const rows = (await sheetOf('')).filter(({ orderNumber }) => orderNumber === order.number);
  expect([added(rows, 'total'), added(rows, 'tax'), rows.length]).toEqual([0, 0, 1 + refunds.length]);
  const { invoiceNumber } = await ask<Order>('GET', path);
  const entries = await ask<AccountEntry[]>('GET', `/company/${company._id}/entries?limit=100`);
  const amountOf = (document: string) => entries.find((entry) => entry.document === document)?.amount;
  // What costs nothing is owed by nobody.
  for (const { number, total } of rows.filter((row) => Number(row['total']) !== 0))
    expect([number, amountOf(number!)]).toEqual([number, Number(total)]);
  expect(rows.find(({ kind }) => kind === 'invoice')?.['number']).toBe(invoiceNumber);
}

it('XML, PDF, sheets, and ledger agree to the cent, whatever is sold and given back in pieces', async () => {
  await fc.assert(fc.asyncProperty(sale, soldAndGivenBack), {
    numRuns: 6,
    examples: [
      [
        {
          percent: 99.9999,
          freight: 0.01,
          surcharge: 0.01,
          lines: [{ quantity: 100_000, unitPrice: 0.01 }],
          onAccount: true,
          back: [
            { pieces: true, part: 0.33 },
            { pieces: false, part: 0.5 },
          ],
        },
      ],
      [
        {
          percent: 19,
          freight: 0,
          surcharge: 12,
          lines: [
            { quantity: 3, unitPrice: 0 },
            { quantity: 1, unitPrice: 0.01 },
          ],
          onAccount: false,
          back: [],
        },
      ],
    ],
  });
  const [papers, tax] = [await sheetOf(''), await sheetOf('sheet=tax')];
  for (const column of ['net', 'tax', 'total']) {
    expect([column, added(papers, column)]).toEqual([column, 0]);
    for (const row of tax) expect([column, row[column]]).toEqual([column, '0.00']);
  }
  const { open, credit } = await ask<Account>('GET', `/company/${company._id}/account`);
  expect([open, credit]).toEqual([0, 0]);
});
