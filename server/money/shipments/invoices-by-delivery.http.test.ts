import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { CreditLeft } from '#contract/money/account.ts';
import type { BankImport } from '#contract/money/bank-imports.ts';
import type { Refund } from '#contract/money/refunds.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Shipment } from '#contract/money/shipments.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, sumsAgree, today } from '#server/money/account/account-for-tests.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';
import { ublOf } from '#server/money/e-invoices/ubl.ts';
import { DEFAULTS } from '#server/office/settings/defaults.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let owed: Owing;
let ada: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  owed = await owing(shop, 'Leaves', { termsDays: 30, creditLimit: 1_000 });
  const now = await ask<Settings>('GET', '/settings');
  const delivery = [{ ...DEFAULTS.delivery[0]!, rates: [{ upTo: null, price: 5 }] }];
  const tax = [{ country: now.company.country, percent: 15, name: 'VAT' }];
  const company = { ...now.company, vatId: 'DE136695976' };
  await ask('PUT', '/settings', { ...now, company, delivery, tax, invoicing: 'delivery' });
});
afterAll(() => shop.close());

async function ask<T>(method: string, path: string, body?: unknown, as: Person = ada): Promise<T> {
  const answer = await shop.call(method, path, { as: as.token, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
const placed = (pieces: number) => owed.order(pieces, { pay: 'account' });
const ship = (order: Order, quantity: number) =>
  ask<Shipment>('POST', `/order/${order._id}/shipment`, {
    carrier: 'Van',
    lines: [{ toolId: order.lines[0]!.toolId, quantity }],
  });
const refund = (order: Order, body: object) =>
  ask<Refund>('POST', `/order/${order._id}/refund`, { reason: 'Bent', ...body });
const notesOf = (order: Order) =>
  shop.parts.database.raw<{ of: string; cents: number; tax: number }>(
    `select document -> 'model' -> 'corrects' ->> 'number' as "of", total_cents as cents, tax_cents as tax
     from invoices where order_id = $1 and series = 'credit-note' order by sequence`,
    [order._id],
  );

describe('an order on account that is invoiced as it leaves', () => {
  it('has no invoice until something leaves, then one with each shipment, freight with the first', async () => {
    const order = await placed(10);
    expect(order).toMatchObject({ state: 'open', price: 17.25, invoices: [], toInvoice: 17.25, dueAt: null });
    expect(order).not.toHaveProperty('invoiceNumber');
    expect(await owed.account()).toMatchObject({ open: 0 });

    const first = await ship(order, 4);
    const due = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const one = { shipmentId: first._id, day: today(), price: 10.35, dueAt: due, open: 10.35 };
    expect(await owed.read(order)).toMatchObject({ invoices: [one], toInvoice: 6.9, dueAt: due });

    const second = await ship(order, 6);
    const after = await owed.read(order);
    expect(after.invoices).toMatchObject([one, { shipmentId: second._id, price: 6.9, open: 6.9 }]);
    expect(after).toMatchObject({ state: 'open', toInvoice: 0, invoiceNumber: after.invoices[0]!.number });
    expect(after.invoices[0]!.number).not.toBe(after.invoices[1]!.number);
    expect((await owed.entries()).map(({ document }) => document)).toEqual(
      after.invoices.map(({ number }) => number).toReversed(),
    );

    await owed.pay(10.35, { allocate: [{ invoiceNumber: after.invoices[0]!.number, amount: 10.35 }] });
    const half = await owed.read(order);
    expect(half.invoices.map(({ open }) => open)).toEqual([0, 6.9]);
    expect(half.state).toBe('open');
    await owed.pay(6.9);
    expect(await owed.read(order)).toMatchObject({
      state: 'paid',
      paidBy: 'account',
      invoices: [{ open: 0 }, { open: 0 }],
    });
    expect(await sumsAgree(owed)).toBe(true);
  });

  it('is not paid while something is still to be invoiced, and counts against the credit limit whole', async () => {
    const order = await placed(100);
    const credit = () => ask<CreditLeft>('GET', `/company/${owed.company._id}/credit`, undefined, owed.mia);
    expect(await credit()).toMatchObject({ limit: 1_000, available: 879.25, toInvoice: 120.75 });
    const tooMuch = await shop.call('POST', '/order', { as: owed.mia.token, body: owed.body(800, { pay: 'account' }) });
    expect([tooMuch.status, await tooMuch.json()]).toMatchObject([
      409,
      { code: 'CREDIT_LIMIT', available: 879.25, open: 0 },
    ]);
    await ship(order, 40);
    expect(await credit()).toMatchObject({ available: 879.25, toInvoice: 69 });
    expect(await owed.account()).toMatchObject({ open: 51.75, toInvoice: 69, available: 879.25 });
    const still = await shop.call('POST', '/order', { as: owed.mia.token, body: owed.body(800, { pay: 'account' }) });
    expect([still.status, await still.json()]).toMatchObject([
      409,
      { code: 'CREDIT_LIMIT', available: 879.25, open: 51.75 },
    ]);
    await owed.pay(51.75);
    expect(await owed.read(order)).toMatchObject({
      state: 'open',
      invoices: [{ open: 0 }],
      toInvoice: 69,
      dueAt: null,
    });
    await ask('POST', `/order/${order._id}/close`, { reason: 'Not made any more' });
    expect(await owed.read(order)).toMatchObject({ state: 'paid', refunded: 69, toInvoice: 0 });
    expect(await notesOf(order)).toEqual([]);
  });

  it('of which nothing leaves is closed without a credit note, and owes nothing', async () => {
    const order = await placed(10);
    await ask('POST', `/order/${order._id}/close`, { reason: 'Changed our mind' }, owed.mia);
    expect(await owed.read(order)).toMatchObject({ state: 'refunded', refunded: 17.25, invoices: [], toInvoice: 0 });
    expect(await notesOf(order)).toEqual([]);
    expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  });

  it('is credited by a note for each invoice that the pieces are on, the latest first', async () => {
    const order = await placed(10);
    await ship(order, 4);
    await ship(order, 6);
    const [one, two] = (await owed.read(order)).invoices.map(({ number }) => number);
    const given = await refund(order, { lines: [{ toolId: order.lines[0]!.toolId, quantity: 8 }] });
    expect(given).toMatchObject({ amount: 9.2, tax: 1.2, creditNotes: [expect.any(String), expect.any(String)] });
    expect(await notesOf(order)).toEqual([
      { of: two, cents: 690, tax: 90 },
      { of: one, cents: 230, tax: 30 },
    ]);
    const after = await owed.read(order);
    expect(after.invoices.map(({ open }) => open)).toEqual([8.05, 0]);
    const all = await refund(order, { all: true });
    expect(all).toMatchObject({ amount: 8.05, lines: [{ quantity: 2, price: 2 }] });
    expect((await notesOf(order)).at(-1)).toEqual({ of: one, cents: 805, tax: 105 });
    expect(await owed.read(order)).toMatchObject({ state: 'refunded', refunded: 17.25 });
    const path = `/order/${order._id}/refund/${given._id}/credit-note.pdf`;
    for (const number of given.creditNotes) {
      const file = await shop.call('GET', `${path}?number=${number}`, { as: owed.mia.token });
      expect(file.headers.get('content-disposition')).toContain(number);
    }
    expect((await shop.call('GET', `${path}?number=CN-1`, { as: owed.mia.token })).status).toBe(404);
  });

  it('gives back a sum from the latest invoice on, and no more than was invoiced', async () => {
    const order = await placed(10);
    await ship(order, 4);
    const tooMuch = await shop.call('POST', `/order/${order._id}/refund`, {
      as: ada.token,
      body: { amount: 10.36, reason: 'Late' },
    });
    expect([tooMuch.status, await tooMuch.json()]).toMatchObject([
      422,
      { code: 'REFUND_TOO_LARGE', refundable: 10.35 },
    ]);
    await refund(order, { amount: 2.3 });
    expect((await owed.read(order)).invoices).toMatchObject([{ open: 8.05 }]);
    // What had not left goes without a note, and what left is then less dear by what was given back of it.
    const rest = await refund(order, { all: true, backToStock: true });
    expect(rest).toMatchObject({ amount: 14.95, uninvoiced: 6.9, creditNotes: [expect.any(String)] });
    expect(await owed.account()).toMatchObject({ open: 0 });
    expect(await owed.read(order)).toMatchObject({ state: 'refunded', toInvoice: 0 });
  });

  it('keeps the way that it was placed under', async () => {
    const now = await ask<Settings>('GET', '/settings');
    const before = await placed(10);
    await ask('PUT', '/settings', { ...now, invoicing: 'order' });
    const whole = await placed(10);
    expect(whole).toMatchObject({
      invoices: [{ shipmentId: null, price: 17.25, open: 17.25 }],
      dueAt: expect.any(String),
    });
    await ask('PUT', '/settings', { ...(await ask<Settings>('GET', '/settings')), invoicing: 'delivery' });
    await ship(whole, 10);
    await ship(before, 10);
    expect((await owed.read(whole)).invoices).toHaveLength(1);
    expect((await owed.read(before)).invoices).toMatchObject([{ price: 17.25, shipmentId: expect.any(String) }]);
    const prepaid = await owed.order(10);
    await ask('POST', `/order/${prepaid._id}/payment`, { date: today(), reference: 'T' });
    expect((await owed.read(prepaid)).invoices).toMatchObject([
      { shipmentId: null, price: 17.25, dueAt: null, open: 0 },
    ]);
    const wrong = await shop.call('PUT', '/settings', { as: ada.token, body: { ...now, invoicing: 'weekly' } });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { issues: [{ path: 'invoicing' }] }]);
  });

  it('is paid by transfers and cards for the order as far as it was invoiced', async () => {
    const order = await placed(10);
    const pay = (amount?: number) =>
      shop.call('POST', `/order/${order._id}/payment`, {
        as: ada.token,
        body: { date: today(), reference: 'T', ...(amount === undefined ? {} : { amount }) },
      });
    const early = await pay();
    expect([early.status, await early.json()]).toMatchObject([409, { code: 'ORDER_REFUNDED' }]);
    await ship(order, 4);
    expect((await pay()).status).toBe(201);
    expect(await owed.read(order)).toMatchObject({ state: 'open', invoices: [{ open: 0 }], toInvoice: 6.9 });
    await ship(order, 6);
    expect((await pay(2)).status).toBe(201);
    expect((await owed.read(order)).invoices.map(({ open }) => open)).toEqual([0, 4.9]);
    expect((await pay(5)).status).toBe(201);
    expect(await owed.read(order)).toMatchObject({ state: 'paid', invoices: [{ open: 0 }, { open: 0 }] });
    await ask('POST', `/order/${order._id}/payment/undo`, { reason: 'Not theirs' });
    expect(await owed.read(order)).toMatchObject({ state: 'open' });
    expect(await sumsAgree(owed)).toBe(true);
  });

  it('has its oldest invoices settled first where a transfer names the order and is a part', async () => {
    const order = await placed(9);
    for (const pieces of [3, 3, 3]) await ship(order, pieces);
    const { invoices } = await owed.read(order);
    const answer = await shop.app.fetch(
      new Request('http://shop.test/import/bank?name=part', {
        method: 'POST',
        body: `Date,Amount,Reference\n${today()},10.00,Order ${order.number}\n`,
        headers: { authorization: `Bearer ${ada.token}`, origin: 'http://shop.test' },
      }),
    );
    const { rows } = (await answer.json()) as BankImport;
    const [first, second] = invoices.map(({ number }) => number);
    expect(rows[0]).toMatchObject({
      outcome: 'suggested',
      suggestions: [
        {
          allocate: [
            { invoiceNumber: first, amount: 9.2 },
            { invoiceNumber: second, amount: 0.8 },
          ],
        },
      ],
    });
  });
});

it('after all of it, accounts, orders and their papers agree', async () => {
  expect(await wrongInAccounts(shop.parts.database.raw)).toEqual([]);
});

describe('the papers of such an order', () => {
  it('are read by their numbers, each with what left with it', async () => {
    const order = await placed(10);
    const get = (path: string, as = owed.mia) => shop.call('GET', `/order/${order._id}/${path}`, { as: as.token });
    const early = await get('invoice.pdf');
    expect([early.status, await early.json()]).toMatchObject([409, { code: 'ORDER_NOT_PAID' }]);
    expect((await get('pro-forma.pdf')).status).toBe(409);
    await ship(order, 4);
    await ship(order, 6);
    const { invoices, shipments } = await owed.read(order);
    const [one, two] = invoices.map(({ number }) => number);
    const nameOf = async (path: string) => (await get(path)).headers.get('content-disposition');
    expect(await nameOf('invoice.pdf')).toContain(one);
    expect(await nameOf(`invoice.pdf?number=${two}`)).toContain(two);
    const xml = await (await get(`invoice.xml?format=cii&number=${two}`)).text();
    expect(xml).toContain(`<ram:ID>${two}</ram:ID>`);
    expect(xml).toMatch(/<ram:BilledQuantity unitCode="H87">6<\/ram:BilledQuantity>/);
    expect(xml).toContain('<ram:GrandTotalAmount>6.90</ram:GrandTotalAmount>');
    // BT-16: whoever received the parcel finds its invoice by the note that lay in it.
    expect(xml).toMatch(
      new RegExp(
        `<ram:DespatchAdviceReferencedDocument>\\s*<ram:IssuerAssignedID>${shipments[1]!.number}</ram:IssuerAssignedID>`,
      ),
    );
    const [kept] = await shop.parts.database.raw<{ model: EInvoice }>(
      `select document -> 'model' as model from invoices where number = $1`,
      [one],
    );
    expect(ublOf(kept!.model, 'peppol')).toMatch(
      new RegExp(`<cac:DespatchDocumentReference>\\s*<cbc:ID>${shipments[0]!.number}</cbc:ID>`),
    );
    expect(await (await get(`invoice-formats?number=${two}`)).json()).toMatchObject({
      formats: expect.arrayContaining(['cii']),
    });
    for (const file of ['pdf', 'xml']) {
      const strange = await get(`invoice.${file}?number=2026-999999`);
      expect([strange.status, await strange.json()]).toMatchObject([404, { code: 'NO_INVOICE' }]);
    }
    const bob = await shop.person('Bob');
    expect((await get(`invoice.pdf?number=${two}`, bob)).status).toBe(404);
  });
});
