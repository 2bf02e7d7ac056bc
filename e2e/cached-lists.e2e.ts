import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';

const shop = shopInBrowser();

it('the products page goes on while one scrolls, and is as long after going back', async () => {
  const page = await shop.open();
  await signIn(page, 'alice', '/login');
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  const total = Number.parseInt((await page.getByText(/^\d+ tools$/).textContent()) ?? '', 10);
  const cards = page.getByRole('main').getByRole('link', { name: 'Order Now' });
  expect(await cards.count()).toBeLessThan(total);
  const last = cards.nth(total - 1);
  while ((await last.count()) === 0) await cards.last().scrollIntoViewIfNeeded();
  expect(await cards.count()).toBe(total);
  expect(await page.getByRole('link', { name: 'Show more' }).count()).toBe(0);

  const asked: string[] = [];
  await last.click();
  await page.getByRole('button', { name: 'Purchase' }).waitFor();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // The product page asks for the sizes of its family.
    if (!searchParams.has('family')) asked.push(pathname);
  });
  await page.goBack();
  await last.waitFor();
  expect(asked).not.toContain('/tool');
});

it('stock on screen and My Orders follow an order without a page being loaded anew', async () => {
  const page = await shop.open();
  await signIn(page, 'bob', '/login');
  let documents = 0;
  page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
  const toProducts = () => page.getByRole('link', { name: 'Products', exact: true }).click();
  const toDashboard = () => page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  // Of the first card: price, minimum order quantity, available quantity.
  const quantities = async () =>
    Promise.all(
      [1, 2].map(async (index) =>
        Number((await page.getByRole('definition').nth(index).textContent())?.replace(',', '')),
      ),
    );

  await toDashboard();
  await page.getByRole('heading', { name: 'My Orders: 0' }).waitFor();
  await toProducts();
  const card = page.getByRole('link', { name: 'Order Now' }).first();
  await card.waitFor();
  const [minimum = 0, before = 0] = await quantities();
  await card.click();
  await page.getByLabel('Address').fill('1 Dock Road, 4100 Chattogram');
  await page.getByLabel('Phone').fill('+880 2 555 0100');
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.getByText('New Order Added').first().waitFor();
  await page.getByText(`to ${(before - minimum).toLocaleString('en-US')} pieces`).waitFor();

  await toProducts();
  await card.waitFor();
  await expect.poll(quantities).toEqual([minimum, before - minimum]);
  await toDashboard();
  await page.getByRole('heading', { name: 'My Orders: 1' }).waitFor();
  expect(documents).toBe(0);
});

it('no page that is open to everybody fetches what only the dashboard needs', async () => {
  const page = await shop.open();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  for (const path of [
    '/',
    '/products',
    '/reviews',
    '/blogs',
    '/about',
    '/contactUs',
    '/myPortfolio',
    '/login',
    '/register',
  ]) {
    await page.goto(path);
    await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  }
  expect(scripts.filter((path) => path.startsWith('/assets/layout-'))).toEqual([]);
  await signIn(page, 'alice');
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: /^My Orders/ }).waitFor();
  expect(scripts.filter((path) => path.startsWith('/assets/layout-'))).toHaveLength(1);
});
