import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Settings } from '#contract/office/settings.ts';
import { orderByCall } from './order-by-call.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

it('the owner writes terms with a preview, loses nothing to a reload, and buyers are led to them', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/');
  expect(await page.getByRole('navigation', { name: 'Good to know' }).count()).toBe(0);
  await page.goto('/dashboard/pages');
  await page.getByRole('link', { name: 'Terms' }).click();
  await page.getByLabel('Text', { exact: true }).fill('# Paying\n\nWithin **30 days**.\n\n<script>alert(1)</script>');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('heading', { name: 'Paying' }).waitFor();
  await preview.getByText('<script>alert(1)</script>').waitFor();
  await page.getByLabel('Title').fill('Our terms');
  await expectAccessible(page);

  await page.reload();
  await page.getByText('This is what you typed here before and did not save.').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Our terms');
  const other = await shop.open();
  await signIn(other, 'ada');
  await other.goto('/dashboard/pages/terms');
  await other.getByLabel('Text', { exact: true }).fill('Theirs.');
  await other.getByRole('button', { name: 'Save page' }).click();
  await other.getByText('Page saved').first().waitFor();
  await page.getByRole('button', { name: 'Save page' }).click();
  await page.getByText('Somebody else saved this page after you opened it.').waitFor();
  await page.getByRole('button', { name: 'Save page' }).click();
  await page.getByText('All changes are saved.').waitFor();

  const buyer = await shop.open({ width: 360 });
  await buyer.goto('/');
  await buyer.getByRole('navigation', { name: 'Good to know' }).getByRole('link', { name: 'Our terms' }).click();
  await buyer.getByRole('heading', { name: 'Paying' }).waitFor();
  await expectNoSidewaysScroll(buyer);
  await expectAccessible(buyer);
  await buyer.reload();
  expect(await buyer.title()).toMatch(/^Our terms · /);
  expect(await buyer.locator('meta[name="description"]').getAttribute('content')).toBe('Within 30 days.');
  const missing = await buyer.request.get('/pages/imprint');
  expect(missing.status()).toBe(404);
  await signIn(buyer, 'alice');
  const { productId } = await orderByCall(buyer);
  await buyer.goto(`/products/${productId}`);
  await buyer.getByText('apply to this order').waitFor();

  await page.goto('/dashboard/pages');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Not written yet').nth(3).waitFor();
  expect((await buyer.request.get('/pages/terms')).status()).toBe(404);
});

it('the owner turns off and replaces what the shop came with, and none of it is left on home', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/settings');
  for (const name of [
    'Page My Portfolio',
    'Page Blogs',
    'Numbers on the home page',
    'What buyers can rely on, on home',
  ])
    await page.getByLabel(name).uncheck();
  await page.getByLabel('Reviews', { exact: true }).uncheck();
  await page.getByLabel('Headline of the home page').fill('Zangen aus Remscheid');
  await page.getByLabel('Line below the headline').fill('');
  await page.getByLabel('Heading of the reasons').fill('Darum wir');
  for (let left = 6; left > 1; left--) await page.getByRole('button', { name: `Remove reason ${left}` }).click();
  await page.getByLabel('Reason 1', { exact: true }).fill('Geschmiedet');
  await page.getByLabel('Its text').first().fill('Seit 1911.');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved').first().waitFor();

  const visitor = await shop.open({ width: 768 });
  await visitor.goto('/');
  await visitor.getByRole('heading', { name: 'Zangen aus Remscheid', level: 1 }).waitFor();
  const words = await visitor.locator('body').innerText();
  expect(words).toContain('Seit 1911.');
  expect(words).not.toMatch(
    /72|Countries|Businesses trust|developers|Who made this shop|Transparency|What you can rely on/,
  );
  expect(words).not.toMatch(/What customers say|View All Reviews|Forged, hardened/);
  await expectAccessible(visitor);
  for (const path of ['/myPortfolio', '/blogs', '/reviews'])
    expect((await visitor.request.get(path)).status(), path).toBe(404);
  await visitor.goto('/blogs');
  await visitor.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  await visitor.goto('/pages/imprint');
  await visitor.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  expect((await visitor.request.get('/about')).status()).toBe(200);

  await page.reload();
  await page.getByRole('button', { name: 'Use the original text: Line below the headline' }).click();
  await page.getByRole('button', { name: 'Use the original reasons' }).click();
  await page.getByLabel('Reviews', { exact: true }).check();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved').first().waitFor();
  await visitor.goto('/');
  await visitor.getByText('Transparency').first().waitFor();
  expect((await visitor.request.get('/reviews')).status()).toBe(200);
});

/** Changes settings by a call, as whoever is signed in on the page. */
async function changeSettings(page: Page, edit: (now: Settings) => object): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const now = (await (await page.request.get('/settings', { headers })).json()) as Settings;
  const answer = await page.request.put('/settings', { headers, data: { ...now, ...edit(now) } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Every text of the page, the names of its parts and its head, but for what tools and reviews say. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Of the bar, what leads to the shop's pages: its other words are on every page of the program.
    const menu = ['products', 'reviews', 'about', 'contactUs', 'blogs', 'myPortfolio']
      .map((path) => `nav[aria-label="Main"] > ul > li > a[href="/${path}"]`)
      .join();
    const isSaid = (element: Element | null) => element && !element.closest('.tool-grid, script, [aria-hidden="true"]');
    const parts = [...document.querySelectorAll(`main, footer, ${menu}`)];
    const texts = parts.flatMap((part) => {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (walker.nextNode())
        if (isSaid(walker.currentNode.parentElement)) found.push(walker.currentNode.nodeValue ?? '');
      return found;
    });
    const named = parts
      .flatMap((part) => [...part.querySelectorAll('[aria-label], [alt], [title]')])
      .filter(isSaid)
      .flatMap((element) => ['aria-label', 'alt', 'title'].map((name) => element.getAttribute(name) ?? ''));
    const heads = [...document.querySelectorAll('meta[name="description"], meta[property^="og:"]')]
      .map((meta) => meta.getAttribute('content') ?? '')
      .filter((content) => !/^https?:|^website$/.test(content));
    return [...texts, ...named, ...heads, document.title].filter((text) => text.trim() !== '');
  });
}

it('every word of home, About and footer is the owner’s, and a page whose texts are all empty has none of them', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  const marked = (value: unknown): unknown =>
    typeof value === 'string'
      ? '§'
      : Array.isArray(value)
        ? value.map((row: object) => ('id' in row ? { ...allMarked(row), id: row.id } : allMarked(row)))
        : value;
  const allMarked = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, marked(value)]));
  await changeSettings(page, ({ company, texts }) => ({
    company: { ...company, name: '§', address: '§', phone: '§', hours: '§', email: 'a@section.example' },
    texts: allMarked(texts),
    sections: { portfolio: true, blogs: true, statistics: true, reviews: true, trust: true },
  }));
  const visitor = await shop.open();
  for (const path of ['/', '/about']) {
    await visitor.goto(path);
    const others = (await textsOf(visitor)).filter(
      (text) => !/§|section\.example|^ ?· ?$|^ · \d{4}$|^\d{4}$/.test(text),
    );
    expect(others, path).toEqual([]);
  }

  await changeSettings(page, ({ texts }) => ({
    texts: Object.fromEntries(
      Object.entries(texts).map(([name, value]) => [
        name,
        Array.isArray(value) ? [] : typeof value === 'string' ? '' : value,
      ]),
    ),
    pictures: { banner: [], about: '' },
  }));
  for (const path of ['/', '/about']) {
    await visitor.goto(path);
    const said = (await textsOf(visitor)).filter((text) => !/^§$|section\.example|· ?\d{4}|^\d{4}$|^ ?· ?$/.test(text));
    expect(said, path).toEqual([]);
    expect(await visitor.getByRole('heading', { level: 1 }).innerText()).toBe('§');
    await expectAccessible(visitor);
    await expectNoSidewaysScroll(visitor);
  }
});

it('pictures of works and certificates are uploaded in the settings and stand on About and the portfolio', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await changeSettings(page, ({ texts }) => ({
    texts: Object.fromEntries(Object.keys(texts).map((name) => [name, null])),
  }));
  await page.goto('/dashboard/settings');
  await page.getByLabel('Add a picture of your works').setInputFiles('public/pictures/saw-640.webp');
  await page.getByLabel('Caption of picture of your works 1').fill('Our <b>forge</b>');
  await page.getByLabel('Add a certificate').setInputFiles('public/pictures/axe-ha-06-640.webp');
  await page.getByLabel('Caption of certificate 1').fill('ISO 9001');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved').first().waitFor();
  const visitor = await shop.open({ width: 360 });
  await visitor.goto('/about');
  await visitor.getByRole('figure').filter({ hasText: 'Our <b>forge</b>' }).waitFor();
  await visitor.getByRole('figure').filter({ hasText: 'ISO 9001' }).waitFor();
  await expectNoSidewaysScroll(visitor);
  await expectAccessible(visitor);
  await visitor.goto('/myPortfolio');
  await visitor.getByRole('heading', { name: 'Our works', level: 1 }).waitFor();
  expect(await visitor.locator('main').innerText()).not.toMatch(/web developer/i);
});
