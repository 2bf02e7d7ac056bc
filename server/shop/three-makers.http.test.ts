import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'csv-parse/sync';
import type { Order } from '#contract/buying/orders.ts';
import { formatMoney } from '#contract/money.ts';
import { addMoney } from '#contract/money-sums.ts';
import type { Refund } from '#contract/money/refunds.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { printedWords } from '#server/money/papers/printed-words-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

interface Maker {
  where: string;
  currency: string;
  zone: string;
  country: string;
  vatId: string;
  tax: Settings['tax'];
  /** Where it sells to, with the category of tax and the percentage that come of it. */
  sales: { to: string; vatId?: string; category: string; percent: number }[];
}

const MAKERS: Maker[] = [
  {
    where: 'Germany',
    currency: 'EUR',
    zone: 'Europe/Berlin',
    country: 'DE',
    vatId: 'DE136695976',
    tax: [{ country: 'DE', percent: 19, name: 'USt' }],
    sales: [
      { to: 'DE', category: 'S', percent: 19 },
      { to: 'FR', vatId: 'FR40303265045', category: 'K', percent: 0 },
      { to: 'FR', category: 'S', percent: 19 },
      { to: 'JP', category: 'G', percent: 0 },
      { to: 'IC', category: 'G', percent: 0 },
    ],
  },
  {
    where: 'Bangladesh',
    currency: 'USD',
    zone: 'Asia/Dhaka',
    country: 'BD',
    vatId: 'BD0001234560101',
    tax: [{ country: 'BD', percent: 99.9999, name: 'VAT' }],
    sales: [
      { to: 'BD', category: 'S', percent: 99.9999 },
      { to: 'DE', vatId: 'DE136695976', category: 'G', percent: 0 },
      { to: 'US', category: 'G', percent: 0 },
    ],
  },
  {
    where: 'the USA',
    currency: 'USD',
    zone: 'America/Chicago',
    country: 'US',
    vatId: '',
    tax: [],
    sales: [
      { to: 'US', category: 'O', percent: 0 },
      { to: 'FR', vatId: 'FR40303265045', category: 'O', percent: 0 },
      { to: 'BD', category: 'O', percent: 0 },
    ],
  },
];

describe.each(MAKERS)('a maker in $where', ({ currency, zone, country, vatId, tax, sales }) => {
  let shop: TestShop;
  afterAll(() => shop?.close());

  it('sells home, to the Union and overseas from nothing: order, papers, sheet and XML agree to the cent', async () => {
    shop = await openTestShop(await freshDatabase(), { SHOP_CURRENCY: currency });
    const ada = await shop.person('Ada', 'admin');
    const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
      const answer = await shop.call(method, path, { as: ada.token, ...(body === undefined ? {} : { body }) });
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
      return (await answer.json()) as Answer;
    };
    const now = await ask<Settings>('GET', '/settings');
    const rates = [{ upTo: null, price: 7.35 }];
    const delivery = [{ id: 'parcel', name: 'Parcel', countries: ['*'], days: [2, 5], rates, freeFrom: null }];
    await ask('PUT', '/settings', {
      ...now,
      timeZone: zone,
      tax,
      delivery,
      company: { ...now.company, country, vatId },
    });
    const tools = [await shop.tool({ price: 0.01, availableQuantity: 1_000_000 }), await shop.tool({ price: 33.33 })];
    const lines = tools.map(({ _id }, index) => ({ toolId: _id, quantity: index === 0 ? 100_000 : 3 }));
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
    const issued: { total: number; tax: number }[] = [];
    for (const { to, vatId: number, category, percent } of sales) {
      const deliveryAddress = { street: '1 Street', postalCode: '12345', town: 'Town', region: 'TX', country: to };
      const body = { name: 'Buyer', phone: '555', deliveryAddress, lines, ...(number ? { vatId: number } : {}) };
      const order = await ask<Order>('POST', '/order', body);
      expect([to, order.taxCategory, order.taxPercent ?? 0]).toEqual([to, category, percent]);
      expect(addMoney(order.goods, order.freight, order.tax)).toBe(order.price);
      await ask('POST', `/order/${order._id}/payment`, { date: today, reference: order.number });
      issued.push({ total: order.price, tax: order.tax });
      const said = await papersOf(shop, ada.token, `/order/${order._id}/invoice`);
      expect(said.pdf).toContain(formatMoney(order.price, currency));
      expect(said.xmlTotal).toBe(order.price);
      // Given back in pieces, line by line, and then what is left: nothing of the tax stays behind.
      const first = await ask<Refund>('POST', `/order/${order._id}/refund`, {
        lines: [{ toolId: tools[1]!._id, quantity: 1 }],
        reason: 'Bent',
      });
      const rest = await ask<Refund>('POST', `/order/${order._id}/refund`, { all: true, reason: 'All of it' });
      expect(addMoney(first.amount, rest.amount)).toBe(order.price);
      for (const refund of [first, rest]) {
        const note = await papersOf(shop, ada.token, `/order/${order._id}/refund/${refund._id}/credit-note`);
        expect(note.pdf).toContain(formatMoney(refund.amount, currency));
        expect(note.xmlTotal).toBe(refund.amount);
      }
    }
    const sheet = async (query: string) => {
      const answer = await shop.call('GET', `/export/invoices?${query}`, { as: ada.token });
      return parse(await answer.text(), { bom: true, columns: true }) as Record<string, string>[];
    };
    const papers = await sheet('format=csv');
    const invoices = papers.filter(({ kind }) => kind === 'invoice');
    expect(invoices.map(({ total, tax: of }) => [Number(total), Number(of)])).toEqual(
      issued.map(({ total, tax: of }) => [total, of]),
    );
    // Everything came back, so what is left of each rate is nothing, to the cent.
    for (const row of await sheet('format=csv&sheet=tax'))
      expect([Number(row['net']), Number(row['tax']), Number(row['total'])]).toEqual([0, 0, 0]);
  });
});

async function papersOf(shop: TestShop, as: string, path: string): Promise<{ pdf: string; xmlTotal: number }> {
  const pdf = await shop.call('GET', `${path}.pdf`, { as });
  const xml = await shop.call('GET', `${path}.xml?format=cii`, { as });
  const total = /<ram:GrandTotalAmount>([\d.-]+)</.exec(await xml.text())?.[1];
  return { pdf: printedWords(new Uint8Array(await pdf.arrayBuffer())), xmlTotal: Number(total) };
}
