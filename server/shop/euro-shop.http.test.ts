import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf } from '#contract/days.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { DryRun } from '#contract/catalogue/imports.ts';
import { routes } from '#contract/routes.ts';
import type { Refund } from '#contract/money/refunds.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { payWithCard } from '#server/money/payments/paying-for-tests.ts';
import { printedWords } from '#server/money/papers/printed-words-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { readXlsx } from '#sheets/read-xlsx.ts';
import { unpacked, zipEntries } from '#sheets/zip-entries.ts';

/** A maker in Remscheid, from the first start on: sells in euro, closes the books in Berlin. */
let shop: TestShop;
let ada: Person;
let alice: Person;
type Person = Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase(), { SHOP_CURRENCY: 'EUR' });
  [ada, alice] = await Promise.all([shop.person('Adelheid', 'admin'), shop.person('Alois')]);
});
afterAll(() => shop.close());

const ZONE = 'Europe/Berlin';
/** What is kept encrypted begins with the mark of its key, which has dollar signs of its own. */
const SEALED = /\$ba\$\d+\$[\da-f]+/g;
const DOLLAR = /\$ ?\d|US\$|\bUSD\b|dollar/i;
const ADDRESS = { street: 'Hammerweg 1', extra: '', postalCode: '42853', town: 'Remscheid', region: '', country: 'DE' };
/** Ids of what was made, by the first part of a path that names one. */
const made: Record<string, string> = {};

async function ask<Answer>(method: string, path: string, body?: unknown, as = ada.token): Promise<Answer> {
  const answer = await shop.call(method, path, { as, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** All that an answer says, whatever it is written in; nothing of pictures. */
async function wordsOf(answer: Response | { blob(): Promise<Blob>; type: string }): Promise<string> {
  const type = 'headers' in answer ? (answer.headers.get('content-type') ?? '') : answer.type;
  const blob = await answer.blob();
  if (type.includes('pdf')) return printedWords(new Uint8Array(await blob.arrayBuffer()));
  if (type.includes('spreadsheetml')) {
    const said: string[] = [];
    for await (const part of (await readXlsx(blob)).parts) said.push(JSON.stringify(part));
    return said.join('\n');
  }
  if (!type.includes('zip')) return blob.text();
  const said: string[] = [];
  for (const [name, entry] of await zipEntries(blob, 1_000)) {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const piece of unpacked(blob, entry)) pieces.push(new Uint8Array(piece));
    said.push(name, await wordsOf({ blob: async () => new Blob(pieces), type: name }));
  }
  return said.join('\n');
}

it('sells, is paid by card and by transfer, gives back and closes its month in its own money', async () => {
  const before = await ask<Settings>('GET', '/settings');
  expect([before.currency, before.version]).toEqual(['EUR', 0]);
  await ask('PUT', '/settings', {
    ...before,
    timeZone: ZONE,
    tax: [{ country: 'DE', percent: 19, name: 'USt' }],
    delivery: [
      {
        id: 'van',
        name: 'Van',
        countries: ['*'],
        days: [1, 3],
        rates: [{ upTo: null, price: 7.35 }],
        freeFrom: 5_000,
      },
    ],
    company: {
      ...before.company,
      name: 'Remscheider Werkzeug GmbH',
      country: 'DE',
      vatId: 'DE136695976',
      invoiceAddress: ADDRESS,
      contact: { name: 'Karin Schmied', phone: '+49 2191 555', email: 'karin@werkzeug.example' },
      bankAccount: { holder: 'Remscheider Werkzeug', account: 'DE89370400440532013000', bic: '', bank: 'Sparkasse' },
    },
  });
  const tool = await shop.tool({ name: 'Zange', sku: 'ZA-1', price: 617.25, availableQuantity: 500, weight: 900 });
  const sheet = await shop.app.fetch(
    new Request('http://shop.test/import/tools?name=liste.csv', {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}` },
      body: 'Artikelnummer;Bezeichnung;VK netto;Staffelpreise\nHA-1;Hammer;9,50 €;100: 9,00\n',
    }),
  );
  const dryRun = (await sheet.json()) as DryRun;
  expect(dryRun).toMatchObject({ created: 1, errorCount: 0 });

  const place = async (quantity: number, more: object = {}) =>
    ask<Order>(
      'POST',
      '/order',
      {
        name: 'Alois',
        phone: '555',
        deliveryAddress: ADDRESS,
        lines: [{ toolId: tool._id, quantity }],
        ...more,
      },
      alice.token,
    );
  const card = await place(2);
  expect([card.goods, card.freight, card.tax, card.price]).toEqual([1234.5, 7.35, 235.95, 1477.8]);
  await payWithCard(shop, alice.token, card._id);
  await ask('POST', `/order/${card._id}/shipment`, { carrier: 'DHL' });
  const refund = await ask<Refund>('POST', `/order/${card._id}/refund`, { reason: 'Bent', amount: 100 });
  const transfer = await place(10, { purchaseOrder: 'PO-7' });
  await ask('POST', `/order/${transfer._id}/payment`, { date: dayOf(new Date(), ZONE), reference: 'KTO 1' });
  const open = await place(1);
  const wrong = await shop.call('POST', '/order', {
    as: alice.token,
    body: { name: 'A', address: '1', phone: '5', toolId: tool._id, quantity: 2, price: 1 },
  });
  expect(((await wrong.json()) as { message: string }).message).toContain('€1,477.80');
  const company = await ask<Company>('POST', '/company', { name: 'Bau AG', invoiceAddress: ADDRESS }, alice.token);
  const list = await ask<{ _id: string }>('POST', '/price-list', { name: 'Händler', percentOff: 10 });
  await ask('PUT', `/price-list/${list._id}/item/${tool._id}`, { price: 600, priceBreaks: [] });
  Object.assign(made, {
    import: dryRun._id,
    order: card._id,
    unpaid: open._id,
    refund: refund._id,
    tool: tool._id,
    company: company._id,
    'price-list': list._id,
  });
  await shop.atRest();

  const month = dayOf(new Date(), ZONE).slice(0, 7);
  const papers = await wordsOf(await shop.call('GET', `/export/papers?month=${month}`, { as: ada.token }));
  for (const said of ['€1,477.80', 'currencyID="EUR"', '<ram:InvoiceCurrencyCode>EUR<']) expect(papers).toContain(said);
  expect(papers).not.toMatch(DOLLAR);
});

it('says dollar in no answer, paper, sheet or letter, and keeps it in no row', async () => {
  const month = dayOf(new Date(), ZONE).slice(0, 7);
  const queries: Record<string, string> = {
    '/order': `?email=${alice.email}`,
    '/order/:id/invoice.xml': '?format=cii',
    '/order/:id/refund/:refund/credit-note.xml': '?format=cii',
    '/export/papers': `?month=${month}`,
    '/company-prices': `?companyId=${made['company']}&ids=${made['tool']}`,
    '/orders/packing-slips.pdf': `?ids=${made['order']}`,
    '/tool-suggestions': '?q=zan',
  };
  const seen: string[] = [];
  for (const { method, path } of Object.values(routes)) {
    // What it can be asked for is a list of all currencies.
    if (method !== 'GET' || path === '/openapi.json') continue;
    const [, first = ''] = path.split('/');
    const id = path.endsWith('pro-forma.pdf') || path === '/order/:id/payment' ? made['unpaid'] : made[first];
    const filled = path
      .replace(':id', id ?? 'none')
      .replace(':refund', made['refund']!)
      .replace(':email', alice.email);
    for (const as of [ada.token, alice.token]) {
      const answer = await shop.call('GET', filled + (queries[path] ?? ''), { as });
      expect(answer.status, filled).toBeLessThan(500);
      if (answer.ok) seen.push(path);
      expect(await wordsOf(answer), `${path} ${answer.status}`).not.toMatch(DOLLAR);
    }
  }
  for (const what of ['orders', 'invoices', 'tools']) {
    const file = await shop.call('GET', `/export/${what}?format=xlsx`, { as: ada.token });
    const said = await wordsOf(file);
    expect([file.status, said.includes('"EUR"')]).toEqual([200, true]);
    expect(said).not.toMatch(DOLLAR);
  }
  expect(seen).toEqual(
    expect.arrayContaining(
      ['invoice.pdf', 'invoice.xml', 'receipt.pdf', 'payment', 'refund/:refund/credit-note.pdf']
        .map((paper) => `/order/:id/${paper}`)
        .concat('/figures', '/settings', '/audit', '/orders', '/company/:id', '/price-list/:id/items', '/import/:id'),
    ),
  );
  for (const path of ['/feeds/google.xml', '/llms.txt', '/sitemap.xml'])
    expect(await (await shop.call('GET', path)).text(), path).not.toMatch(DOLLAR);
  const { database } = shop.parts;
  const tables = await database.raw<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'sandbox_stripe') order by 1`,
  );
  const rows: string[] = [];
  for (const { name } of tables)
    for (const { row } of await database.raw<{ row: string }>(`select t::text as row from ${name} t`))
      rows.push(`${name} ${row.replaceAll(SEALED, '')}`);
  expect(rows.filter((row) => DOLLAR.test(row)).map((row) => row.slice(0, 300))).toEqual([]);
  expect(rows.some((row) => row.startsWith('public.mails ') && row.includes('€1,477.80'))).toBe(true);
});
