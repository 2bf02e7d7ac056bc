import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { wantsMarkdown } from '#server/engine/http/wants-markdown.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const read = (path: string, accept = 'text/markdown, text/html;q=0.5') =>
  shop.call('GET', path, { headers: { accept } });

it.each([
  ['text/markdown', true],
  ['Text/Markdown', true],
  ['text/html, text/markdown', true],
  ['text/html, text/markdown;q=0.9', false],
  ['text/markdown;q=0', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
])('who accepts %s reads Markdown: %s', (accept, wanted) => {
  expect(wantsMarkdown(accept)).toBe(wanted);
});

it('a product has a twin in Markdown, in which no text of it is a mark', async () => {
  const tool = await shop.tool({
    name: 'Twinned *saw* [x](http://evil.example)',
    description: 'One line.\n# Another <b>one</b>',
    priceBreaks: [{ from: 10, price: 9 }],
    gtin: '4006381333931',
  });
  const answer = await read(`/products/${tool._id}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(answer.headers.get('vary')).toContain('Accept');
  const text = await answer.text();
  expect(text).toMatch(/^# Twinned \\\*saw\\\* \\\[x\\\]\(http/);
  expect(text).toContain('One line. \\# Another \\<b\\>one\\</b\\>');
  expect(text).toContain('| From 10 pieces | $9.00 |');
  expect(text).toContain('| GTIN | 4006381333931 |');
  expect((await read('/products/nothing')).status).toBe(404);
});

it('the list of products has one, narrowed as the page is, with a way on', async () => {
  for (const name of ['Twinlist one', 'Twinlist two']) await shop.tool({ name, category: 'Twins' });
  const text = await (await read('/products?category=Twins&limit=1&sort=name')).text();
  expect(text).toContain('2 tools.');
  expect(text).toContain('- [Twinlist one](http://shop.test/products/');
  expect(text).toMatch(/\[More\]\(http:\/\/shop\.test\/products\?category=Twins&sort=name&limit=1&cursor=/);
  const shared = await (await read('/products?category=Twins&limit=1&sort=name&utm_source=letter')).text();
  expect(shared).toBe(text);
});

it.each(['sort=sideways', 'minPrice=abc', 'inStock=maybe', 'limit=0', `q=`, 'from.size=long', 'attr.Size=13'])(
  'the list leaves out %s, as the page does',
  async (broken) => {
    const whole = await (await read('/products?category=Twins')).text();
    const answer = await read(`/products?category=Twins&${broken}`);
    expect([answer.status, await answer.text()]).toEqual([200, whole]);
  },
);

it('the list takes what a form without script sends, and prices the wrong way round', async () => {
  const twin = async (query: string) => (await read(`/products?${query}`)).text();
  const range = await twin('attr.size=13,10..20');
  expect(range).toMatch(/^[1-9]\d* tools/m);
  expect(await twin('attr.size=13&from.size=20&to.size=10')).toBe(range);
  expect(await twin('minPrice=20&maxPrice=10')).toBe(await twin('minPrice=10&maxPrice=20'));
  expect((await read('/products?attr.nothing=1')).status).toBe(400);
});

it('who has a twin already is told so until it changes', async () => {
  const tool = await shop.tool({ name: 'Twinned once' });
  const answer = await read(`/products/${tool._id}`);
  const etag = answer.headers.get('etag') ?? '';
  expect([etag === '', answer.headers.get('vary')]).toEqual([false, 'Accept, Accept-Encoding']);
  const again = () =>
    shop.call('GET', `/products/${tool._id}`, { headers: { accept: 'text/markdown', 'if-none-match': etag } });
  expect((await again()).status).toBe(304);
  const eve = await shop.person('Eve', 'admin');
  const body = { ...tool, name: 'Twinned twice' };
  expect((await shop.call('PUT', `/tool/${tool._id}`, { as: eve.token, body })).status).toBe(200);
  expect(await (await again()).text()).toMatch(/^# Twinned twice/);
});

it('the home page has one, which leads to products, categories and contact', async () => {
  await shop.tool({ name: 'Homely rasp', category: 'Rasps *fine*' });
  const answer = await read('/');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(answer.headers.get('vary')).toContain('Accept');
  const text = await answer.text();
  expect(text).toMatch(/^# Tradebench Tools\n\nHand tools for trade/);
  expect(text).toContain('[Rasps \\*fine\\*](http://shop.test/products?category=Rasps%20*fine*): 1 tools');
  expect(text.match(/\(http:\/\/shop\.test\/products\/\w+\): /g)).toHaveLength(6);
  expect(text).toContain('sales@tradebench.example');
});

it('attributes stand under their names', async () => {
  const ada = await shop.person('Ada', 'admin');
  const list = (await (await shop.call('GET', '/attributes', { as: ada.token })).json()) as object[];
  const blade = { key: 'twin-blade', name: 'Length of the blade', kind: 'number', unit: 'mm', isFacet: false };
  expect((await shop.call('PUT', '/attributes', { as: ada.token, body: [...list, blade] })).status).toBe(200);
  const tool = await shop.tool({ name: 'Twinned plane', attributes: [{ key: 'twin-blade', value: '45' }] });
  expect(await (await read(`/products/${tool._id}`)).text()).toContain('| Length of the blade | 45 mm |');
});

it('a browser is not answered so', async () => {
  for (const path of ['/', '/products']) {
    const answer = await read(path, 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect(answer.headers.get('content-type')).not.toContain('markdown');
  }
});
