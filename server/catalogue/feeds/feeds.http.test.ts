import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const read = async (path: string) => {
  const answer = await shop.call('GET', path);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

it('the product feed says each tool for sale with at most six prices for larger quantities', async () => {
  const priceBreaks = Array.from({ length: 8 }, (_, n) => ({ from: 2 + n, price: 9 - n }));
  const tool = await shop.tool({ name: 'Feed <file> & "rasp"', sku: 'FEED-1', gtin: '4006381333931', priceBreaks });
  const hidden = await shop.tool({ name: 'Feed hidden', onSale: false });
  const { status, type, text } = await read('/feeds/google.xml');
  expect([status, type]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(text).not.toContain(hidden._id);
  const item = text.split('<item>').find((each) => each.includes(tool._id)) ?? '';
  expect(item).toContain('<g:title>Feed &lt;file&gt; &amp; "rasp"</g:title>');
  expect(item).toContain('<g:price>10.00 USD</g:price>');
  expect(item).toContain('<g:gtin>4006381333931</g:gtin><g:mpn>FEED-1</g:mpn>');
  expect(item).toContain('<g:bulk_price><g:min_quantity>2</g:min_quantity><g:price>9.00 USD</g:price></g:bulk_price>');
  expect(item.split('<g:bulk_price>').length - 1).toBe(6);
  expect(item).toContain(`<g:link>http://shop.test/products/${tool._id}</g:link>`);
  expect(text.endsWith('</channel>\n</rss>\n')).toBe(true);
});

it('who has the product feed already is told so until a tool changes', async () => {
  const ada = await shop.person('Ada', 'admin');
  const tool = await shop.tool({ name: 'Fed once', availableQuantity: 5 });
  const etag = (await shop.call('GET', '/feeds/google.xml')).headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"/);
  const again = async () =>
    (await shop.call('GET', '/feeds/google.xml', { headers: { 'if-none-match': etag } })).status;
  expect(await again()).toBe(304);
  const body = { change: -5, reason: 'gone' };
  expect((await shop.call('POST', `/tool/${tool._id}/stock`, { as: ada.token, body })).status).toBe(200);
  expect(await again()).toBe(200);
});

it('says each tool once, however many there are', async () => {
  await shop.parts.database.raw(
    `insert into tools (id, name, description, image, price_cents, available_quantity, min_order_quantity)
     select 'fed-' || n, 'Fed ' || n, '', '/pictures/hammer-640.webp', 100, 1, 1 from generate_series(1, 1100) n`,
  );
  const ids = [...(await read('/feeds/google.xml')).text.matchAll(/<g:id>(fed-\d+)</g)].map(([, id]) => id);
  expect([ids.length, new Set(ids).size]).toEqual([1100, 1100]);
});

it('llms.txt leads a program to the calls and the categories, and follows a new one', async () => {
  const { type, text } = await read('/llms.txt');
  expect(type).toBe('text/plain; charset=utf-8');
  expect(text).toContain('(http://shop.test/facets)');
  await shop.tool({ name: 'Froe', category: 'Riving [tools]' });
  expect((await read('/llms.txt')).text).toContain(
    '- [Riving \\[tools\\]](http://shop.test/products?category=Riving%20%5Btools%5D): 1 tools',
  );
});

it('names of categories make no link, heading or HTML of their own in llms.txt', async () => {
  await shop.tool({ name: 'Adze', category: 'Axes) [x](http://evil.example) <b>' });
  expect((await read('/llms.txt')).text).toContain(
    '- [Axes\\) \\[x\\]\\(http://evil.example\\) \\<b\\>](http://shop.test/products?category=Axes%29%20%5Bx%5D%28http%3A%2F%2Fevil.example%29%20%3Cb%3E): 1 tools',
  );
});

it('feeds are only read', async () => {
  for (const path of ['/feeds/google.xml', '/llms.txt']) expect((await shop.call('POST', path)).status).toBe(405);
});
