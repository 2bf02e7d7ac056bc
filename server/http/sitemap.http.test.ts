import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
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
  await shop.call('DELETE', `/tool/${tool._id}`, { as: token });
  expect((await read('/sitemaps/tools-1.xml')).text).not.toContain(tool._id);
});

it.each(['/sitemaps/tools-0.xml', '/sitemaps/tools-99.xml', '/sitemaps/x.xml', '/sitemaps/..%2fx'])(
  '%s is not there',
  async (path) => {
    expect((await read(path)).status).toBe(404);
  },
);
