import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { orderByCall } from './order-by-call.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';

const shop = shopInBrowser();
const LATENCY_MS = 400;
/** A number that the shop takes, of another country than its own. */
const VAT_NUMBER = 'DE136695976';

/** From here on every answer takes its time. */
async function slowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const full = { downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY_MS, ...full });
}

async function basketOfOne(page: Page): Promise<void> {
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as {
    _id: string;
    minOrderQuantity: number;
  }[];
  await page.goto(`/products/${tool!._id}`);
  await page.getByRole('button', { name: 'Add to order', exact: true }).click();
  await page.getByRole('link', { name: 'View basket' }).click();
  await page.getByText('Goods, 1 line').waitFor();
}

async function whereTo(page: Page): Promise<void> {
  await page.getByLabel('Phone').fill('555 0100');
  await page.getByLabel('Deliver to').selectOption('text');
  await page.getByLabel('Delivery address').fill('1 Dock Road, 4100 Chattogram');
}

it('a quantity typed, and Purchase tapped at once: the order is placed at the price of that quantity', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as {
    _id: string;
    minOrderQuantity: number;
  }[];
  await page.goto(`/products/${tool!._id}`);
  await page.getByLabel('Address').fill('1 Dock Road, 4100 Chattogram');
  await page.getByLabel('Phone').fill('555 0100');
  await slowLine(page);
  await page.getByLabel('Quantity', { exact: true }).fill(String(tool!.minOrderQuantity * 2));
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.getByRole('button', { name: 'Pricing…' }).waitFor();
  await page.getByText('New Order Added').first().waitFor();
});

it.each([
  ['product page', 390],
  ['basket', 390],
  ['product page', 1440],
  ['basket', 1440],
] as const)(
  'Purchase tapped on the %s of %i px before the last address has come: the order is placed to it',
  async (where, width) => {
    const page = await shop.open({ width });
    await signIn(page, 'carol');
    const { productId } = await orderByCall(page);
    let come = () => {};
    const came = new Promise<void>((resolve) => (come = resolve));
    for (const call of ['**/order?*limit=1*', '**/my-address'])
      await page.route(call, async (route) => {
        await came;
        await route.continue();
      });
    await page.goto(`/products/${productId}`);
    if (where === 'basket') {
      await page.getByRole('button', { name: 'Add to order', exact: true }).click();
      await page.getByRole('link', { name: 'View basket' }).click();
      await page.getByText('Goods, 1 line').waitFor();
    }
    await page.getByRole('button', { name: 'Purchase' }).click();
    await page.getByRole('button', { name: 'Pricing…' }).waitFor();
    come();
    await page
      .getByText(/New Order Added|Please pay: \$/)
      .first()
      .waitFor();
  },
);

it.each([
  ['Purchase tapped at once', 'bob', (page: Page) => page.getByRole('button', { name: 'Purchase' }).click()],
  ['Enter pressed there', 'alice', (page: Page) => page.getByLabel('VAT number').press('Enter')],
] as const)('a VAT number typed in the basket, and %s: the order is placed with it', async (_what, who, send) => {
  const page = await shop.open({ width: 360 });
  await signIn(page, who);
  await basketOfOne(page);
  await whereTo(page);
  await slowLine(page);
  await page.getByLabel('VAT number').fill(VAT_NUMBER);
  await send(page);
  await page.getByRole('button', { name: 'Pricing…' }).waitFor();
  await page.waitForURL(/\/dashboard\/payment\//);
  await page.getByText('Please pay: $').first().waitFor();
});

it('a VAT number that is none stops the order at its field', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  await basketOfOne(page);
  await whereTo(page);
  await slowLine(page);
  await page.getByLabel('VAT number').fill('DE000000000');
  await page.getByRole('button', { name: 'Purchase' }).click();
  await expect.poll(() => page.getByLabel('VAT number').getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('button', { name: 'Purchase' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/basket');
});

it('a line typed on the order pad is taken into the basket by the first tap', async () => {
  const page = await shop.open();
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as {
    sku: string;
    minOrderQuantity: number;
  }[];
  await page.goto('/order-pad');
  await page.getByRole('textbox').first().fill(`${tool!.sku}\t${tool!.minOrderQuantity}`);
  await slowLine(page);
  await page.getByRole('button', { name: 'Read the list' }).click();
  await page.getByRole('button', { name: /^Add .* to basket$/ }).click();
  await page.getByText('1 line added to the basket.').waitFor();
});

it('a VAT number typed for a customer on the telephone, and the order placed at once', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as {
    sku: string;
    minOrderQuantity: number;
  }[];
  await page.goto('/dashboard/newOrder');
  await page.getByLabel('E-mail of the customer').waitFor();
  await page.getByRole('textbox').first().fill(`${tool!.sku}\t${tool!.minOrderQuantity}`);
  await page.getByRole('button', { name: 'Read the list' }).click();
  await page.getByText('Goods, 1 line').waitFor();
  await page.getByLabel('E-mail of the customer').fill('bob@tradebench.test');
  await page.getByLabel('Name', { exact: true }).fill('Bob');
  await whereTo(page);
  await slowLine(page);
  await page.getByLabel('VAT number').fill(VAT_NUMBER);
  await page.getByRole('button', { name: 'Place the order' }).click();
  await page.getByRole('button', { name: 'Pricing…' }).waitFor();
  await page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
});

it('the next order begins with the company, the address, the telephone and the VAT number of the last', async () => {
  const page = await shop.open({ width: 360 });
  await signIn(page, 'bob');
  await basketOfOne(page);
  await page.getByLabel('Company', { exact: true }).fill('Steel and Sons');
  await page.getByLabel('Phone').fill('555 0100');
  await page.getByLabel('Deliver to').selectOption('');
  await page.getByLabel('Country', { exact: true }).selectOption('US');
  await page.getByLabel('VAT number').fill(VAT_NUMBER);
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.getByText('ZIP code is required').waitFor();
  await page.getByText('State is required').waitFor();
  await page.getByLabel('Street and number').fill('12 Dock Road');
  await page.getByLabel('Town').fill('Boston');
  await page.getByLabel('ZIP code').fill('02110');
  await page.getByLabel('State', { exact: true }).fill('MA');
  expect(await page.getByLabel('Save for next time').isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.waitForURL(/\/dashboard\/payment\//);
  await page.getByText('Please pay: $').first().waitFor();

  await basketOfOne(page);
  await page.getByText('12 Dock Road').first().waitFor({ state: 'attached' });
  await expect.poll(() => page.getByLabel('VAT number').inputValue()).toBe(VAT_NUMBER);
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const kept = await page.request.get('/my-address', { headers: { authorization: `Bearer ${token}` } });
  expect(await kept.json()).toMatchObject([{ street: '12 Dock Road', vatId: VAT_NUMBER }]);
  await expect.poll(() => page.getByLabel('Company', { exact: true }).inputValue()).toBe('Steel and Sons');
  expect(await page.getByLabel('Phone').inputValue()).toBe('555 0100');
  expect(await page.getByLabel('Country', { exact: true }).inputValue()).toBe('US');
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.waitForURL(/\/dashboard\/payment\//);
});
