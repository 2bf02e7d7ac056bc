import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayPlus } from '#contract/days.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { bankCalls, camtOf } from './bank-files-for-tests.ts';
import { payoutOf } from './payouts.ts';

/** What a file says before anything of it is recorded. */

let shop: TestShop;
let owed: Owing;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  owed = await owing(shop, 'Previewed', { termsDays: 30 });
});
afterAll(() => shop.close());

const bank = () => bankCalls(shop, owed.bea.token);

const get = async <T>(path: string) => (await (await shop.call('GET', path, { as: owed.bea.token })).json()) as T;

async function close(closedUntil: string | null): Promise<void> {
  const settings = await get<object>('/settings');
  const body = { ...settings, books: { closedUntil } };
  expect((await shop.call('PUT', '/settings', { as: owed.bea.token, body })).status).toBe(200);
}

it('a payment says which invoices it settles and for how much, before and after it is recorded', async () => {
  const [one, two] = [await owed.order(100, { pay: 'account' }), await owed.order(50, { pay: 'account' })];
  const text = `Invoices ${one.invoiceNumber} and ${two.invoiceNumber}`;
  const found = await bank().read(camtOf([{ amount: 150, date: today(), text }]));
  const settles = [
    { number: one.invoiceNumber, amount: 100 },
    { number: two.invoiceNumber, amount: 50 },
  ];
  expect(found).toMatchObject({ closedUntil: null, rows: [{ outcome: 'matched', settles, credit: 0, code: null }] });
  expect((await bank().commit(found)).status).toBe(200);
  const after = await get(`/bank-import/${found._id}`);
  expect(after).toMatchObject({ rows: [{ outcome: 'recorded', settles, credit: 0 }] });
});

it('a transfer for an order names the order', async () => {
  const order = await owed.order(60);
  const found = await bank().read(camtOf([{ amount: 60, date: today(), text: `Order ${order.number}` }]));
  expect(found.rows).toMatchObject([{ outcome: 'matched', settles: [{ number: String(order.number), amount: 60 }] }]);
  expect(found.rows[0]).not.toHaveProperty('order');
});

describe('a payment of closed days', () => {
  it('says so beforehand, for as long as they are closed', async () => {
    const closed = dayPlus(today(), -1);
    const order = await owed.order(70, { pay: 'account' });
    const found = await bank().read(
      camtOf([
        { amount: 70, date: closed, text: `Invoice ${order.invoiceNumber}` },
        { amount: 3, date: closed, text: 'fees', way: 'DBIT' },
        { amount: 4, date: today(), text: 'a gift' },
      ]),
    );
    const again = () => get<typeof found>(`/bank-import/${found._id}`);
    expect(found).toMatchObject({ closedUntil: null, rows: [{ code: null }, { code: null }, { code: null }] });
    await close(closed);
    expect(await again()).toMatchObject({
      closedUntil: closed,
      rows: [
        { outcome: 'matched', code: 'PERIOD_CLOSED', closedUntil: closed },
        { code: null, closedUntil: null },
        { code: null, closedUntil: null },
      ],
    });
    const refused = await bank().commit(found);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'PERIOD_CLOSED' }]);
    const path = `/bank-import/${found._id}/line/${found.rows[0]!.row}`;
    const aside = await shop.call('PUT', path, { as: owed.bea.token, body: { ours: false, note: 'closed' } });
    expect(await aside.json()).toMatchObject({ outcome: 'aside', code: null, closedUntil: null });
    expect(await again()).toMatchObject({ closedUntil: null });
    expect((await bank().commit(found)).status).toBe(200);
    await close(null);
  });
});

describe('a payout of card payments', () => {
  it('is told as such, and settles nothing, whatever it names', async () => {
    const order = await owed.order(80, { pay: 'account' });
    const text = `STRIPE ${order.invoiceNumber}`;
    const found = await bank().read(
      camtOf([
        { amount: 80, date: today(), payer: 'Stripe Technology Europe Ltd', text },
        { amount: 80, date: today(), payer: 'Previewed', text },
      ]),
    );
    expect(found.rows).toMatchObject([
      { outcome: 'unmatched', payout: 'Stripe', why: expect.stringContaining('payout'), settles: [], suggestions: [] },
      { outcome: 'matched', payout: null },
    ]);
  });

  it.each([
    ['PayPal Europe S.a.r.l. et Cie S.C.A', 'x', 'PayPal'],
    ['SumUp Payments Limited', 'x', 'SumUp'],
    ['Mollie', 'x', 'Mollie'],
    ['', 'ADYEN N.V. TX1234', 'Adyen'],
    ['Square Tools Ltd', 'x', null],
    ['Nets and Ropes', 'x', null],
    ['Hammer Works', 'stripe saw, two', null],
  ])('is one of %s with the text %s: %s', (payer, reference, provider) => {
    expect(payoutOf({ payer, reference })).toBe(provider);
  });
});
