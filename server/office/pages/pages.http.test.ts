import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page, PageEntry } from '#contract/office/pages.ts';
import type { ShopFront } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = (await shop.person('Ada', 'admin')).token;
});
afterAll(() => shop.close());

const put = (slug: string, body: object) => shop.call('PUT', `/page/${slug}`, { as: ada, body });
const remove = (slug: string) => shop.call('DELETE', `/page/${slug}`, { as: ada });
const read = async <T>(path: string) => (await shop.call('GET', path)).json() as Promise<T>;
const slugs = async () => (await read<PageEntry[]>('/pages')).map(({ slug }) => slug);
const PAGE = { title: 'Terms', text: '# Paying\n\nWithin 30 days.', place: 'footer' };

describe('pages of the owner', () => {
  it('are read by everybody once they are written, and led to in the order in which they belong', async () => {
    expect(await slugs()).toEqual([]);
    expect((await shop.call('GET', '/page/terms')).status).toBe(404);
    for (const [slug, title] of [
      ['size-charts', 'Size charts'],
      ['returns', 'Returns'],
      ['care', 'Care of edges'],
      ['imprint', 'Impressum'],
    ] as const)
      await put(slug, { ...PAGE, title });
    const answer = await put('terms', { ...PAGE, language: 'de' });
    expect(answer.status).toBe(200);
    expect(await read<Page>('/page/terms')).toEqual(await answer.json());
    expect(await read<Page>('/page/terms')).toMatchObject({
      slug: 'terms',
      title: 'Terms',
      language: 'de',
      version: 1,
      html: '<h2>Paying</h2>\n<p>Within 30 days.</p>\n',
      description: 'Within 30 days.',
    });
    expect(await slugs()).toEqual(['imprint', 'terms', 'returns', 'care', 'size-charts']);
  });

  it('stand in menu or footer of every page, or are reached by their address alone', async () => {
    await put('care', { ...PAGE, title: 'Care', place: 'none' });
    await put('size-charts', { ...PAGE, title: 'Sizes', place: 'menu' });
    const { menu, footer } = await read<ShopFront>('/shop');
    expect(menu.at(-1)).toEqual({ text: 'Sizes', to: '/pages/size-charts' });
    expect(footer.at(-1)?.links.map(({ to }) => to)).toEqual([
      '/pages/imprint',
      '/pages/terms',
      '/pages/returns',
      '/pages/size-charts',
    ]);
    await put('terms', { ...PAGE, place: 'none' });
    expect(await read<ShopFront>('/shop')).toMatchObject({ terms: true });
  });

  it('are not written over by who has not seen what is there', async () => {
    const { version } = await read<Page>('/page/terms');
    expect((await put('terms', { ...PAGE, text: 'Mine.', version })).status).toBe(200);
    const late = await put('terms', { ...PAGE, text: 'Late.', version });
    expect([late.status, await late.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'STALE_PAGE', version: version + 1 }),
    ]);
    expect((await put('privacy', { ...PAGE, version: 3 })).status).toBe(409);
    expect((await put('privacy', { ...PAGE, version: 0 })).status).toBe(200);
    expect((await read<Page>('/page/terms')).text).toBe('Mine.');
  });

  it('go when they are removed, and the audit log says who did what', async () => {
    expect((await remove('terms')).status).toBe(200);
    expect((await remove('terms')).status).toBe(404);
    expect(await slugs()).not.toContain('terms');
    const log = (await (await shop.call('GET', '/audit?limit=2&what=page', { as: ada })).json()) as object[];
    expect(log).toMatchObject([
      { action: 'page.removed', subject: 'terms', details: { name: 'Terms' } },
      { action: 'page.saved', subject: 'privacy' },
    ]);
  });

  it.each([
    ['Terms', PAGE, 'slug'],
    ['-terms', PAGE, 'slug'],
    ['terms', { ...PAGE, title: ' ' }, 'title'],
    ['terms', { ...PAGE, title: 'x'.repeat(101) }, 'title'],
    ['terms', { ...PAGE, text: '' }, 'text'],
    ['terms', { ...PAGE, text: 'x'.repeat(50_001) }, 'text'],
    ['terms', { ...PAGE, place: 'head' }, 'place'],
    ['terms', { ...PAGE, language: 'German' }, 'language'],
  ])('%s with %j is refused where it is wrong', async (slug, body, path) => {
    const answer = await put(slug, body);
    expect([answer.status, ((await answer.json()) as { issues: { path: string }[] }).issues[0]?.path]).toEqual([
      400,
      path,
    ]);
  });

  it('are a hundred at most', async () => {
    const { raw } = shop.parts.database;
    await raw(
      `insert into pages (slug, title, text, place) select 'p' || n, 'P', 'x', 'none' from generate_series(1, 100) n`,
    );
    expect(await (await put('one-more', PAGE)).json()).toMatchObject({ code: 'TOO_MANY_PAGES' });
    expect((await put('p7', PAGE)).status).toBe(200);
    await raw(`delete from pages`);
  });

  it('can be looked at before they are written, by who writes them', async () => {
    const body = { text: '<script>x</script>' };
    const preview = await shop.call('POST', '/page-preview', { as: ada, body });
    expect(await preview.json()).toEqual({ html: '<p>&lt;script&gt;x&lt;/script&gt;</p>\n' });
    const { token } = await shop.person('Alice');
    expect((await shop.call('POST', '/page-preview', { as: token, body })).status).toBe(403);
  });
});
