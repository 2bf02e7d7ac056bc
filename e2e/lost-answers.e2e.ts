import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';

const shop = shopInBrowser();

interface Listed {
  _id: string;
  minOrderQuantity: number;
  price: number;
}

async function headersOf(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  return { authorization: `Bearer ${token}` };
}

async function ordersOf(page: Page, name: string): Promise<string[]> {
  const answer = await page.request.get(`/order?email=${name}@tradebench.test`, { headers: await headersOf(page) });
  return ((await answer.json()) as { _id: string }[]).map(({ _id }) => _id);
}

/** Puts one tool into the basket and opens it, with everything typed that an order needs. */
async function basketOfOne(page: Page): Promise<Listed> {
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as Listed[];
  const lines = [{ toolId: tool!._id, quantity: tool!.minOrderQuantity }];
  await page.request.put('/my-basket', { headers: await headersOf(page), data: { lines } });
  await page.goto('/basket');
  await page.getByLabel('Phone').fill('555 0100');
  await page.getByLabel('Deliver to').selectOption('text');
  await page.getByLabel('Delivery address').fill('1 Dock Road, 4100 Chattogram');
  return tool!;
}

/** From here on orders reach the shop, and their answers do not come back. */
async function loseAnswers(page: Page): Promise<void> {
  await page.route('**/order', async (route) => {
    await route.fetch();
    await route.abort();
  });
}

const purchase = (page: Page) => page.getByRole('button', { name: 'Purchase' });

it('an order whose answer was lost is looked for and said, and not placed again after a reload', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  await basketOfOne(page);
  const before = await ordersOf(page, 'alice');
  await loseAnswers(page);
  await purchase(page).click();
  await page.getByText('was placed, though its answer was lost').waitFor();
  await page.unroute('**/order');
  expect(await ordersOf(page, 'alice')).toHaveLength(before.length + 1);
  expect(await page.getByRole('link', { name: /^View order \d+$/ }).getAttribute('href')).toContain(
    '/dashboard/orders/',
  );
});

it('pressed again with another telephone number before anything could be looked for, it is found and not sent', async () => {
  const page = await shop.open({ width: 390 });
  await signIn(page, 'bob');
  const tool = await basketOfOne(page);
  await page.goto(`/products/${tool._id}`);
  await page.getByLabel('Address').fill('1 Dock Road, 4100 Chattogram');
  await page.getByLabel('Phone').fill('555 0100');
  const before = await ordersOf(page, 'bob');
  await loseAnswers(page);
  await page.route('**/order-of-key?*', (route) => route.abort());
  await purchase(page).click();
  await page.getByText('We got no answer, so this order may have been placed.').waitFor();
  await page.getByLabel('Phone').fill('555 0199');
  await purchase(page).click();
  await page.getByText('The shop cannot be reached.').first().waitFor();
  await page.unroute('**/order');
  await page.reload();
  await page.getByText('We got no answer to the order that you sent').waitFor();
  await page.getByLabel('Phone').fill('555 0199');
  await page.unroute('**/order-of-key?*');
  await purchase(page).click();
  await page
    .getByText(/was already placed|was placed, though its answer was lost/)
    .first()
    .waitFor();
  expect(await ordersOf(page, 'bob')).toHaveLength(before.length + 1);
});

it('a purchase pressed without a network ends in words, and nothing is sent as the network comes back', async () => {
  const page = await shop.open();
  await signIn(page, 'carol');
  await basketOfOne(page);
  await page.getByText('Goods, 1 line').waitFor();
  const before = await ordersOf(page, 'carol');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await page.context().setOffline(true);
  await purchase(page).click();
  await page.getByText('We got no answer, so this order may have been placed.').waitFor();
  sent.splice(0);
  await page.context().setOffline(false);
  await page
    .getByText('did not reach the shop: nothing was ordered')
    .or(page.getByText('We are checking whether'))
    .waitFor();
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  expect(sent).not.toContain('/order');
  expect(await ordersOf(page, 'carol')).toEqual(before);
  await purchase(page).click();
  await page.waitForURL(/\/dashboard\/payment\//);
  expect(await ordersOf(page, 'carol')).toHaveLength(before.length + 1);
});

it.each([
  ['basket', 'alice', 70],
  ['product page', 'bob', 80],
] as const)(
  'a sum that changed meanwhile is shown on the %s and asked before it is ordered',
  async (where, who, freight) => {
    const page = await shop.open();
    await signIn(page, who);
    const tool = await basketOfOne(page);
    if (where === 'product page') {
      await page.goto(`/products/${tool._id}`);
      await page.getByLabel('Address').fill('1 Dock Road, 4100 Chattogram');
      await page.getByLabel('Phone').fill('555 0100');
    }
    const before = await ordersOf(page, who);
    const staff = await shop.open();
    await signIn(staff, 'ada');
    const headers = await headersOf(staff);
    const settings = (await (await staff.request.get('/settings', { headers })).json()) as { delivery: object[] };
    const delivery = settings.delivery.map((way) => ({
      ...way,
      rates: [{ upTo: null, price: freight }],
      freeFrom: null,
    }));
    const put = await staff.request.put('/settings', { headers, data: { ...settings, delivery } });
    expect(put.ok()).toBe(true);
    await purchase(page).click();
    await page.getByText(/now c(osts|omes to) \$/).waitFor();
    expect(await ordersOf(page, who)).toEqual(before);
    await purchase(page).click();
    await page
      .getByText(/New Order Added|Please pay: \$/)
      .first()
      .waitFor();
    expect(await ordersOf(page, who)).toHaveLength(before.length + 1);
  },
);

it('of an order that never reached the shop it is said so once, and then no more', async () => {
  const page = await shop.open();
  await signIn(page, 'carol');
  await basketOfOne(page);
  await page.evaluate(() => {
    const { uid } = JSON.parse(localStorage.getItem('tradebench.user') ?? '{}') as { uid: string };
    const lost = { key: 'never-sent', at: Date.now() - 600_000 };
    localStorage.setItem('tradebench.sent-orders', JSON.stringify({ [`${uid} basket`]: lost }));
  });
  await page.reload();
  await page.getByText('did not reach the shop: nothing was ordered').waitFor();
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tradebench.sent-orders'))).toBe('{}');
  expect(await page.getByText('did not reach the shop').count()).toBe(0);
});
