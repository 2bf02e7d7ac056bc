import { expect, it } from 'vitest';
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
