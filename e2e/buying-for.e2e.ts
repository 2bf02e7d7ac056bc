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

it('an order of a company is put into the basket again for the company', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  const headers = await headersOf(page);
  const [company] = (await (await page.request.get('/my-companies', { headers })).json()) as { _id: string }[];
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as {
    _id: string;
    minOrderQuantity: number;
  }[];
  const data = {
    name: 'Alice',
    address: '1 Dock Road',
    phone: '555 0100',
    toolId: tool!._id,
    quantity: tool!.minOrderQuantity,
    companyId: company!._id,
    purchaseOrder: 'PO 1',
  };
  const placed = await page.request.post('/order', { headers, data });
  expect(placed.status()).toBe(201);
  const { _id } = (await placed.json()) as { _id: string };
  await page.goto(`/dashboard/orders/${_id}`);
  await page.getByRole('button', { name: 'Order again' }).click();
  await page.getByText(`It is bought for ${NORDFJORD}, as this order was.`).waitFor();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByRole('link', { name: 'View basket' }).click();
  await page.getByText(`For ${NORDFJORD}`, { exact: true }).waitFor();
  const kept = await page.request.get('/my-buyer', { headers });
  expect(await kept.json()).toMatchObject({ companyId: company!._id });
});
