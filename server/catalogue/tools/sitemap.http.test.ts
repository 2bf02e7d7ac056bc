import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { createPages } from '#server/engine/http/pages.ts';
import { everyPage } from '#server/engine/http/pages-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase(), {}, {}, async ({ pageCache, config }) =>
    createPages(async () => new Response(null, { status: 404 }), pageCache, config, {
      ...everyPage,
      isPage: () => false,
    }),
  );
});
afterAll(() => shop.close());

const read = async (path: string) => {
  const answer = await shop.call('GET', path);
  return { status: answer.status, text: await answer.text() };
};

it('robots.txt names the sitemap', async () => {
  expect((await read('/robots.txt')).text).toContain('Sitemap: http://shop.test/sitemap.xml');
});

it('the sitemap leads to every tool for sale, and to none that was removed', async () => {
  const tool = await shop.tool({ name: 'Mapped' });
  expect((await read('/sitemap.xml')).text).toContain('http://shop.test/sitemaps/tools-1.xml');
  expect((await read('/sitemaps/tools-1.xml')).text).toContain(`/products/${tool._id}<`);
  expect((await read('/sitemaps/pages.xml')).text).toContain('http://shop.test/contactUs<');
  const { token } = await shop.person('Mapper', 'admin');
  const terms = { title: 'Terms', text: 'Pay in time.', place: 'none' };
  await shop.call('PUT', '/page/terms', { as: token, body: terms });
  expect((await read('/sitemaps/pages.xml')).text).toContain('http://shop.test/pages/terms<');
  await shop.call('DELETE', '/page/terms', { as: token });
  expect((await read('/sitemaps/pages.xml')).text).toContain('/myPortfolio<');
  const settings = (await (await shop.call('GET', '/settings', { as: token })).json()) as object;
  await shop.call('PUT', '/settings', { as: token, body: { ...settings, sections: { portfolio: false } } });
  expect((await read('/sitemaps/pages.xml')).text).not.toContain('/myPortfolio<');
  expect((await read('/sitemaps/pages.xml')).text).not.toContain('/pages/terms<');
  await shop.call('DELETE', `/tool/${tool._id}`, { as: token });
  expect((await read('/sitemaps/tools-1.xml')).text).not.toContain(tool._id);
});

it('a part is read from the database once, until a tool changes', async () => {
  await shop.tool({ name: 'Kept in the map' });
  for (const path of ['/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/tools-1.xml']) {
    const etag = (await shop.call('GET', path)).headers.get('etag');
    expect(etag, path).toMatch(/^"/);
    expect(shop.peek(path), path).toBeDefined();
    expect((await shop.call('GET', path, { headers: { 'if-none-match': etag! } })).status, path).toBe(304);
  }
  await shop.tool({ name: 'New in the map' });
  expect(shop.peek('/sitemaps/tools-1.xml')).toBeUndefined();
});

it('a catalogue with gaps is covered by the parts that the index names, each tool once', async () => {
  const { raw } = shop.parts.database;
  await raw(
    `insert into tools (id, name, description, image, price_cents, available_quantity, min_order_quantity, position)
     overriding system value
     select 'far-' || n, 'Far ' || n, '', '/pictures/hammer-640.webp', 100, 1, 1, case when n < 3 then 3999 + n
       else 50000 + n end
     from generate_series(1, 4) n`,
  );
  shop.parts.changes.touch(['tools']);
  const names = (await read('/sitemap.xml')).text.matchAll(/<loc>http:\/\/shop\.test(\/sitemaps\/tools-\d+\.xml)</g);
  const parts = await Promise.all([...names].map(async ([, path = '']) => ({ path, ...(await read(path)) })));
  expect(parts.map(({ path }) => path)).toEqual([1, 2, 3, 26].map((number) => `/sitemaps/tools-${number}.xml`));
  expect(parts.map(({ text }) => [...text.matchAll(/far-\d/g)].map(([id]) => id))).toEqual([
    [],
    ['far-1'],
    ['far-2'],
    ['far-3', 'far-4'],
  ]);
  const rows = await raw<{ count: number }>('select count(*)::int as count from tools where removed_at is null');
  const listed = parts.flatMap(({ text }) => [...text.matchAll(/\/products\/([\w-]+)</g)].map(([, id]) => id));
  expect(new Set(listed).size).toBe(rows[0]!.count);
  expect(listed).toHaveLength(rows[0]!.count);
});

it.each(['/sitemaps/tools-0.xml', '/sitemaps/tools-99.xml', '/sitemaps/x.xml', '/sitemaps/..%2fx'])(
  '%s is not there',
  async (path) => {
    expect((await read(path)).status).toBe(404);
  },
);
