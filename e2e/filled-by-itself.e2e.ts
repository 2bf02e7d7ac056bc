import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';

const shop = shopInBrowser();

/** Fills a field as some password managers do: no event says so. */
async function fillUnsaid(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).evaluate((field, text) => {
    if (field instanceof HTMLInputElement) field.value = text;
  }, value);
}

it('whoever a password manager filled in without an event is signed in', async () => {
  const page = await shop.open();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
  await fillUnsaid(page, 'Email', 'alice@tradebench.test');
  await fillUnsaid(page, 'Password', 'tradebench');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: 'Sign Out' }).first().waitFor({ state: 'attached' });
});

it('an order goes with the telephone number that stands in the form, whoever put it there', async () => {
  const page = await shop.open();
  await signIn(page, 'bob');
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as { _id: string }[];
  await page.goto(`/products/${tool!._id}`);
  await page.getByLabel('Address').fill('1 Dock Road, 4100 Chattogram');
  await page.getByLabel('Phone').fill('555 0100');
  await fillUnsaid(page, 'Phone', '555 0199');
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.getByText('New Order Added').first().waitFor();
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const orders = await page.request.get('/order?email=bob@tradebench.test&limit=1', { headers });
  expect(await orders.json()).toMatchObject([{ phone: '555 0199' }]);
});
