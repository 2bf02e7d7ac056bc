import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, listening, signIn } from './visit.ts';

const shop = shopInBrowser();

it('the first screen of the home page shows prices and what a company can rely on', async () => {
  const page = await shop.open();
  await page.goto('/');
  const price = page.locator('main .tool-card-price dd').first();
  const box = await price.boundingBox();
  expect((box?.y ?? 900) + (box?.height ?? 900)).toBeLessThanOrEqual(900);
  for (const words of ['Refunds go back the way you paid', 'Stock held', 'From the works, without a dealer']) {
    expect(((await page.getByText(words).first().boundingBox())?.y ?? 900) < 900).toBe(true);
  }
});

it('the products are cards or a dense table, and the choice is there after a reload before anything moves', async () => {
  const page = await shop.open();
  await page.goto('/products');
  const cards = page.locator('.tool-list > .tool-card');
  const heightOfFirst = async () => (await cards.first().boundingBox())?.height ?? 0;
  expect(await heightOfFirst()).toBeGreaterThan(200);
  const table = page.getByRole('button', { name: 'Table', exact: true });
  await listening(table);
  await table.click();
  await expect.poll(heightOfFirst).toBeLessThan(80);
  await page.getByRole('link', { name: 'Order Now' }).first().waitFor();
  await expectAccessible(page);
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [name, add] = [
      cards.first().getByRole('heading'),
      cards.first().getByRole('button', { name: /^Add to order/ }),
    ];
    await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(140);
    const box = await add.boundingBox();
    expect((box?.x ?? width) + (box?.width ?? width)).toBeLessThanOrEqual(width);
  }
  await page.reload({ waitUntil: 'commit' });
  await cards.first().waitFor();
  expect(await heightOfFirst()).toBeLessThan(80);
  expect(await page.getByRole('button', { name: 'Table', exact: true }).getAttribute('aria-pressed')).toBeTruthy();
  const toCards = page.getByRole('button', { name: 'Cards', exact: true });
  await listening(toCards);
  await toCards.click();
  await expect.poll(heightOfFirst).toBeGreaterThan(200);
});

it('on a telephone filters are folded, say how many are set, and the first price is near', async () => {
  const page = await shop.open({ width: 360 });
  await page.goto('/products?category=Hammers&inStock=true');
  const category = page.getByLabel('Category');
  expect(await category.isVisible()).toBe(false);
  const price = await page.locator('.tool-card-price dd').first().boundingBox();
  expect(price?.y ?? 900).toBeLessThan(740);
  await page.getByText('Filters (2)').click();
  await category.waitFor();
  expect(await category.inputValue()).toBe('Hammers');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const early = await shop.open({ width: 360 });
  let letScriptsGo = () => {};
  const scriptsMayGo = new Promise<void>((resolve) => (letScriptsGo = resolve));
  await early.route('**/*.js', (route) => scriptsMayGo.then(() => route.continue()));
  await early.goto('/products', { waitUntil: 'commit' });
  await early.getByText('Filters', { exact: true }).click();
  await early.getByLabel('Category').waitFor();
  letScriptsGo();
  await listening(early.getByLabel('Category'));
  expect(await early.getByLabel('Category').isVisible()).toBe(true);

  const plain = await shop.open({ width: 360, javaScript: false });
  await plain.goto('/products');
  expect(await plain.getByLabel('Category').isVisible()).toBe(true);
  expect(await plain.getByText('Filters', { exact: true }).isVisible()).toBe(false);
});

it('quantity and Purchase are in the first screen of a telephone', async () => {
  const page = await shop.open({ width: 360 });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'alice');
  await page.goto('/products');
  await page.getByRole('link', { name: 'Order Now' }).first().click();
  for (const control of [
    page.getByLabel('Quantity', { exact: true }),
    page.getByRole('button', { name: 'Purchase' }),
  ]) {
    await control.waitFor();
    const box = await control.boundingBox();
    expect((box?.y ?? 740) + (box?.height ?? 740)).toBeLessThanOrEqual(740);
  }
  await expectAccessible(page);
});

it('a tool that cannot be ordered says so on card and page, offers others, and writes when it is back', async () => {
  const admin = await shop.open();
  await signIn(admin, 'ada');
  await admin.goto('/dashboard/manageProducts?q=hammer');
  await admin.getByRole('button', { name: 'Edit' }).first().click();
  const dialog = admin.getByRole('dialog');
  const name = await dialog.getByLabel('Name', { exact: true }).inputValue();
  await dialog.getByLabel('Available quantity').fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('Product changed').first().waitFor();

  const page = await shop.open();
  await signIn(page, 'bob');
  await page.goto(`/products?q=${encodeURIComponent(name)}`);
  const card = page.locator('.tool-card').filter({ hasText: name }).first();
  await card.getByText('Out of stock').waitFor();
  await card.getByRole('link', { name: 'Order Now' }).click();
  await page.getByRole('heading', { name: 'Can be ordered now' }).waitFor();
  await page.getByRole('button', { name: 'Tell me when it is back' }).click();
  await page.getByText('We will send one e-mail to bob@tradebench.test').waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: 'Cancel the alert' }).waitFor();
});
