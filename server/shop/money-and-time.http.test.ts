import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'csv-parse/sync';
import { dayOf } from '#contract/days.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Settings } from '#contract/office/settings.ts';
import { readXlsx } from '#sheets/read-xlsx.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { printedWords } from '#server/money/papers/printed-words-for-tests.ts';
import { payForTest } from '#server/money/shipments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
const settingsOf = async (shop: TestShop, as: string) =>
  (await (await shop.call('GET', '/settings', { as })).json()) as Settings;
const put = async (shop: TestShop, as: string, change: Partial<Settings>) =>
  shop.call('PUT', '/settings', { as, body: { ...(await settingsOf(shop, as)), ...change } });

describe('the currency of a new shop', () => {
  it('is SHOP_CURRENCY at its first start, whatever the variable says later', async () => {
    const database = await freshDatabase();
    const first = await openTestShop(database, { SHOP_CURRENCY: 'EUR' });
    expect((await settingsOf(first, (await first.person('Olga', 'admin')).token)).currency).toBe('EUR');
    // Another process over the same database.
    const later = await openTestShop({ ...database, close: async () => {} }, { SHOP_CURRENCY: 'GBP' });
    expect((await settingsOf(later, (await later.person('Otto', 'admin')).token)).currency).toBe('EUR');
    await later.close();
    await first.close();
  });

  it('is dollars where nobody says otherwise, and stays so when the variable comes later', async () => {
    const database = await freshDatabase();
    const first = await openTestShop(database);
    const later = await openTestShop({ ...database, close: async () => {} }, { SHOP_CURRENCY: 'EUR' });
    const { token } = await later.person('Olga', 'admin');
    expect(await settingsOf(later, token)).toMatchObject({ currency: 'USD', timeZone: 'UTC', version: 0 });
    await later.close();
    await first.close();
  });
});

describe('a shop in euro', () => {
  let shop: TestShop;
  let ada: Person;
  let alice: Person;
  beforeAll(async () => {
    shop = await openTestShop(await freshDatabase());
    [ada, alice] = await Promise.all([shop.person('Adam', 'admin'), shop.person('Alice')]);
  });
  afterAll(() => shop.close());

  it('chose it while nothing was sold, and keeps it from the first order on', async () => {
    const listed = await put(shop, ada.token, { currency: 'EUR' });
    expect([listed.status, ((await listed.json()) as { code: string }).code]).toEqual([409, 'CURRENCY_IN_USE']);
    // The demo's company has a price list.
    await shop.parts.database.raw('update companies set price_list_id = null');
    await shop.parts.database.raw('delete from price_lists');
    expect((await put(shop, ada.token, { currency: 'EUR' })).status).toBe(200);
    await shop.order(alice.token, await shop.tool({ price: 617.25 }), 2);
    const refused = await put(shop, ada.token, { currency: 'USD' });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'CURRENCY_IN_USE']);
    expect((await put(shop, ada.token, { currency: 'EUR', holdHours: 24 })).status).toBe(200);
  });

  it('charges, writes and counts in it, and says dollar nowhere', async () => {
    const tool = await shop.tool({ price: 617.25 });
    const order = await shop.order(alice.token, tool, 2);
    const wrong = await shop.call('POST', '/order', {
      as: alice.token,
      body: { name: 'B', address: '1 Dock Road', phone: '555', toolId: tool._id, quantity: 2, price: 1 },
    });
    expect(((await wrong.json()) as { message: string }).message).toContain('€1,234.50');
    const { clientSecret } = (await (
      await shop.call('POST', '/create-payment-intent', { as: alice.token, body: { order: order._id } })
    ).json()) as { clientSecret: string };
    const [row] = await shop.parts.database.raw<{ currency: string }>(
      `select data ->> 'currency' as currency from sandbox_stripe.objects where id = $1`,
      [clientSecret.split('_secret_')[0]],
    );
    expect(row?.currency).toBe('eur');
    await paidAt(shop, order._id, new Date().toISOString());
    await shop.atRest();
    const pdf = await shop.call('GET', `/order/${order._id}/invoice.pdf`, { as: alice.token });
    const words = printedWords(new Uint8Array(await pdf.arrayBuffer()));
    expect(words).toContain('€1,234.50');
    const letters = await shop.parts.database.raw<{ letter: string }>('select mails::text as letter from mails');
    expect(letters.length).toBeGreaterThan(0);
    const all = [words, ...letters.map(({ letter }) => letter)].join('\n');
    expect(all).toContain('€1,234.50');
    expect(all).not.toMatch(/\$\d|USD|dollar/i);
    const sheet = await shop.call('GET', '/export/orders?format=xlsx', { as: ada.token });
    const rows = [];
    for await (const part of (await readXlsx(await sheet.blob())).parts) rows.push(...part.map(({ cells }) => cells));
    expect(rows.flat()).toContainEqual({ amount: 1234.5, currency: 'EUR' });
  });
});

/** Lets an order have been placed at that moment, as if the clock of the database had stood there. */
async function placedAt({ parts: { database } }: TestShop, id: string, moment: string): Promise<void> {
  await database.raw('alter table orders disable trigger orders_keep_their_word');
  await database.raw('update orders set created_at = $2 where id = $1', [id, moment]);
  await database.raw('alter table orders enable trigger orders_keep_their_word');
}

/** Places and pays it then, as the card provider's word does it. */
async function paidAt(shop: TestShop, id: string, moment: string): Promise<void> {
  await placedAt(shop, id, moment);
  await payForTest(shop, id, new Date(moment));
}

describe.each([
  // Half past midnight of the new year, and the last minute of the old one; a day on which clocks are put, with its first and last second.
  [
    'Europe/Berlin',
    '2027-12-31T23:30:00Z',
    '2027-12-31T22:59:00Z',
    '2026-03-29',
    '2026-03-28T23:00:00Z',
    '2026-03-29T21:59:59Z',
  ],
  [
    'Europe/Berlin',
    '2028-12-31T23:30:00Z',
    '2028-12-31T22:59:00Z',
    '2026-10-25',
    '2026-10-24T22:00:00Z',
    '2026-10-25T22:59:59Z',
  ],
  [
    'Pacific/Auckland',
    '2027-12-31T11:30:00Z',
    '2027-12-31T10:59:00Z',
    '2026-09-27',
    '2026-09-26T12:00:00Z',
    '2026-09-27T10:59:59Z',
  ],
  [
    'Asia/Dhaka',
    '2027-12-31T18:30:00Z',
    '2027-12-31T17:59:00Z',
    '2026-03-29',
    '2026-03-28T18:00:00Z',
    '2026-03-29T17:59:59Z',
  ],
] as const)('a shop in %s, new at %s', (zone, newYear, oldYear, day, first, last) => {
  let shop: TestShop;
  let ada: Person;
  let alice: Person;
  const year = Number(newYear.slice(0, 4)) + 1;
  const order = async () => (await shop.order(alice.token, await shop.tool()))._id;
  const read = async (id: string) =>
    (await (await shop.call('GET', `/order/${id}`, { as: alice.token })).json()) as Order;
  const invoiceOf = async (id: string) => {
    const pdf = await shop.call('GET', `/order/${id}/invoice.pdf`, { as: alice.token });
    return new Uint8Array(await pdf.arrayBuffer());
  };
  const numbersOf = async (from: string, to: string) => {
    const answer = await shop.call('GET', `/export/invoices?from=${from}&to=${to}`, { as: ada.token });
    const rows: { number: string; issuedAt: string }[] = parse(await answer.text(), { bom: true, columns: true });
    return rows.map(({ number, issuedAt }) => `${number} ${issuedAt}`);
  };
  beforeAll(async () => {
    shop = await openTestShop(await freshDatabase());
    [ada, alice] = await Promise.all([shop.person('Adam', 'admin'), shop.person('Alice')]);
    await put(shop, ada.token, { timeZone: zone });
  });
  afterAll(() => shop.close());

  it('numbers a sale after midnight in the new year, and keeps number, paper and month wherever it moves', async () => {
    const [after, before] = [await order(), await order()];
    await paidAt(shop, after, newYear);
    await paidAt(shop, before, oldYear);
    const [late, early] = [await read(after), await read(before)];
    expect([late.invoiceNumber, early.invoiceNumber]).toEqual([`${year}-000001`, `${year - 1}-000001`]);
    const paper = await invoiceOf(after);
    expect(printedWords(paper)).toContain(`1 Jan ${year}`);
    const january = await numbersOf(`${year}-01-01`, `${year}-01-31`);
    expect(january).toEqual([`${year}-000001 ${year}-01-01 00:30:00`]);
    expect(await numbersOf(`${year - 1}-12-01`, `${year - 1}-12-31`)).toHaveLength(1);
    await shop.atRest();
    const days = () =>
      shop.parts.database.raw('select day::text as day, paid::int as paid from sales_days where paid > 0 order by day');
    expect(await days()).toEqual([
      { day: `${year - 1}-12-31`, paid: 1 },
      { day: `${year}-01-01`, paid: 1 },
    ]);

    expect((await put(shop, ada.token, { timeZone: 'UTC' })).status).toBe(200);
    await shop.atRest();
    expect((await read(after)).invoiceNumber).toBe(`${year}-000001`);
    expect(printedWords(await invoiceOf(after))).toBe(printedWords(paper));
    expect(await numbersOf(`${year}-01-01`, `${year}-01-31`)).toEqual(january);
    // Figures are of today's zone, and count what was sold before anew.
    expect(await days()).toEqual([{ day: `${year - 1}-12-31`, paid: 2 }]);
    expect((await put(shop, ada.token, { timeZone: zone })).status).toBe(200);
  });

  it(`lists the orders of ${day} from its first second to its last, though it has not 24 hours everywhere`, async () => {
    const second = (moment: string, by: number) => new Date(Date.parse(moment) + by).toISOString();
    const moments = [second(first, -1), first, last, second(last, 1000)];
    const ids: string[] = [];
    for (const moment of moments) {
      const id = await order();
      await placedAt(shop, id, moment);
      ids.push(id);
    }
    const answer = await shop.call('GET', `/orders?from=${day}&to=${day}`, { as: ada.token });
    const found = (await answer.json()) as Order[];
    expect(found.map(({ _id }) => _id).toSorted()).toEqual([ids[1]!, ids[2]!].toSorted());
    const sheet = await shop.call('GET', `/export/orders?from=${day}&to=${day}`, { as: ada.token });
    const rows: { orderedAt: string }[] = parse(await sheet.text(), { bom: true, columns: true });
    expect(rows.map(({ orderedAt }) => orderedAt)).toEqual([`${day} 00:00:00`, `${day} 23:59:59`]);
  });
});

it('what is for sale today, and which transfers can have come, is for the day of the shop to say', async () => {
  const shop = await openTestShop(await freshDatabase());
  const { token } = await shop.person('Adam', 'admin');
  const tool = await shop.tool({ onSaleFrom: dayOf(new Date(), 'Pacific/Kiritimati') });
  const eastern = dayOf(new Date(), 'Pacific/Kiritimati');
  const order = await shop.order(token, await shop.tool());
  const record = async () =>
    (
      await shop.call('POST', `/order/${order._id}/payment`, {
        as: token,
        body: { date: eastern, reference: 'Bank 1' },
      })
    ).status;
  const isSold = async (zone: string) => {
    expect((await put(shop, token, { timeZone: zone })).status).toBe(200);
    const answer = await shop.call('GET', `/tool/${tool._id}`);
    return answer.status === 200;
  };
  // Twenty-six hours lie between them.
  expect([await isSold('Etc/GMT+12'), await record()]).toEqual([false, 400]);
  expect([await isSold('Pacific/Kiritimati'), await record()]).toEqual([true, 201]);
  await shop.close();
});
