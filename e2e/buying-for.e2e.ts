import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();
const NORDFJORD = 'Nordfjord Bygg';

async function headersOf(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  return { authorization: `Bearer ${token}` };
}

async function basketOfOne(page: Page): Promise<void> {
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as {
    _id: string;
    minOrderQuantity: number;
  }[];
  const lines = [{ toolId: tool!._id, quantity: tool!.minOrderQuantity }];
  await page.request.put('/my-basket', { headers: await headersOf(page), data: { lines } });
  await page.goto('/basket');
  await page.getByText('Goods, 1 line').waitFor();
}

const basketIsFor = (page: Page) => page.getByLabel('This basket is for');

it('for whom somebody buys is kept with them: chosen in one browser, it holds in another, and both say it', async () => {
  const desk = await shop.open();
  await signIn(desk, 'bob');
  await basketOfOne(desk);
  await desk.getByText('For yourself', { exact: true }).waitFor();
  await basketIsFor(desk).selectOption({ label: NORDFJORD });
  await desk.getByText(`For ${NORDFJORD}`, { exact: true }).waitFor();
  await expectAccessible(desk);
  const telephone = await shop.open({ width: 360 });
  await telephone.goto('/login');
  await telephone.getByLabel('Email').fill('bob@tradebench.test');
  await telephone.getByLabel('Password', { exact: true }).fill('tradebench');
  await telephone.getByRole('button', { name: 'Login', exact: true }).click();
  await telephone.getByRole('button', { name: 'Sign Out' }).first().waitFor({ state: 'attached' });
  await telephone.goto('/basket');
  await telephone.getByText(`for ${NORDFJORD}`, { exact: true }).first().waitFor();
  await expectNoSidewaysScroll(telephone);
  await basketIsFor(telephone).selectOption({ label: 'Myself' });
  await telephone.getByText('for yourself', { exact: true }).first().waitFor();
  const headers = await headersOf(telephone);
  const kept = async () => (await (await telephone.request.get('/my-buyer', { headers })).json()) as object;
  await expect.poll(kept).toEqual({ companyId: null, company: null });
});

/** An order by a call. @returns its id */
async function ordered(page: Page, more: object): Promise<string> {
  const [hammer] = (await (await page.request.get('/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
  const who = { name: 'Alice', address: '1 Dock Road', phone: '555 0100', purchaseOrder: 'PO 1' };
  const data = { ...who, toolId: hammer!._id, quantity: 24, ...more };
  const placed = await page.request.post('/order', { headers: await headersOf(page), data });
  expect(placed.status()).toBe(201);
  return ((await placed.json()) as { _id: string })._id;
}

async function orderAgain(page: Page, id: string): Promise<void> {
  await page.goto(`/dashboard/orders/${id}`);
  await page.getByRole('button', { name: 'Order again' }).click();
}

it('an order of a company is put into the basket again for the company, on a device that knows of neither', async () => {
  const desk = await shop.open();
  await signIn(desk, 'alice');
  const headers = await headersOf(desk);
  const [company] = (await (await desk.request.get('/my-companies', { headers })).json()) as { _id: string }[];
  const id = await ordered(desk, { companyId: company!._id });
  const page = await shop.open({ width: 360 });
  await page.goto('/login');
  await page.getByLabel('Email').fill('alice@tradebench.test');
  await page.getByLabel('Password', { exact: true }).fill('tradebench');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: 'Sign Out' }).first().waitFor({ state: 'attached' });
  await orderAgain(page, id);
  await page.getByText(`It is bought for ${NORDFJORD}, as this order was.`).waitFor();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByText('1 line added to your basket.').waitFor();
  // At the company's price, as it was.
  expect(await page.getByText('What has changed').count()).toBe(0);
  await page.getByRole('link', { name: 'View basket' }).click();
  await page.getByText(`for ${NORDFJORD}`, { exact: true }).first().waitFor();
  await page.getByText('$268.80').first().waitFor();
  const kept = await page.request.get('/my-buyer', { headers });
  expect(await kept.json()).toMatchObject({ companyId: company!._id });
});

it('an order that was for oneself says why it costs another price for the company that one buys for by now', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  const id = await ordered(page, {});
  await page.goto('/about');
  await page.getByLabel('Buy for').filter({ visible: true }).selectOption({ label: NORDFJORD });
  await orderAgain(page, id);
  await page.getByText(`This order was for yourself. It is now bought for ${NORDFJORD}, at their prices.`).waitFor();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByText(/Now \$11\.20 per piece; it was/).waitFor();
});
