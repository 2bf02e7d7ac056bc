import { expect, it } from 'vitest';
import { orderByCall } from './order-by-call.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, signIn } from './visit.ts';

const shop = shopInBrowser();

it('an order has a page, and goes into the basket again', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  const { id } = await orderByCall(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Order again' }).first().waitFor();
  await expectAccessible(page);
  await page.goto(`/dashboard/orders/${id}`);
  await page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
  await page.getByText(/held for you until/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Order again' }).click();
  await page.getByRole('button', { name: 'Put into basket' }).click();
  await page.getByText('1 line put into your basket.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View basket' }).click();
  await page.getByText('Goods, 1 line').waitFor();
});

it('a size is bought with its whole family, each at the price of its quantity', async () => {
  const page = await shop.open({ width: 360 });
  await signIn(page, 'bob');
  const tools = (await (await page.request.get('/tool?family=Hex%20bolts%2C%20steel%208.8')).json()) as {
    _id: string;
    availableQuantity: number;
    priceBreaks: { from: number; price: number }[];
  }[];
  expect(tools.length).toBeGreaterThan(1);
  const bolt = tools.find(
    ({ priceBreaks, availableQuantity }) => (priceBreaks[0]?.from ?? Infinity) <= availableQuantity,
  );
  const [first] = bolt?.priceBreaks ?? [];
  if (!bolt || !first) throw new Error('the seed has no bolt with price breaks');
  await page.goto(`/products/${bolt._id}`);
  await page.getByRole('button', { name: 'Purchase' }).waitFor();
  await page.getByRole('table', { name: 'Cheaper by the quantity' }).waitFor();
  await page.getByLabel('Quantity', { exact: true }).fill(String(first.from));
  await expect.poll(() => page.getByLabel('Price per piece').inputValue()).toBe(`$${first.price.toFixed(2)}`);
  await page.getByRole('button', { name: 'Add to order', exact: true }).click();
  await page.getByRole('link', { name: 'View basket' }).waitFor();
  await page.getByRole('button', { name: /^Add all \d+ sizes$/ }).click();
  await page.getByText(/\d sizes added/).waitFor();
  await expectAccessible(page);
});
