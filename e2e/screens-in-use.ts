import type { Page } from 'playwright-core';

export type Person = 'visitor' | 'alice' | 'ada';

/** A page as it looks while somebody works with it. */
interface ScreenInUse {
  name: string;
  who: Person;
  arrange(page: Page, known: { productId: string; unpaid: string; paid: string }): Promise<void>;
}

/** What people have who order from a list: good rows, a wrong quantity, an unknown tool, a name that fits several. */
const PASTED = [
  'HAM-CL-16H\t24',
  'BLT-M10-50\t1030',
  '24 x spa co 13',
  'screwdriver\t12',
  'left-handed spanner\t5',
  'Ladder',
  'CLA-G-100\t999999',
].join('\n');

export const screensInUse: ScreenInUse[] = [
  {
    name: 'products-table',
    who: 'visitor',
    async arrange(page) {
      await page.goto('/products');
      await page.getByRole('button', { name: 'Table', exact: true }).click();
    },
  },
  { name: 'product-visitor', who: 'visitor', arrange: (page, { productId }) => open(page, `/products/${productId}`) },
  { name: 'docs', who: 'visitor', arrange: (page) => open(page, '/docs') },
  { name: 'order-pad-doubtful', who: 'visitor', arrange: paste },
  {
    name: 'basket-full',
    who: 'visitor',
    async arrange(page) {
      await fillBasket(page);
    },
  },
  {
    name: 'basket-full-signed-in',
    who: 'alice',
    async arrange(page) {
      await fillBasket(page);
    },
  },
  { name: 'dashboard-order-paid', who: 'alice', arrange: (page, { paid }) => open(page, `/dashboard/orders/${paid}`) },
  {
    name: 'dashboard-order-paid-staff',
    who: 'ada',
    arrange: (page, { paid }) => open(page, `/dashboard/orders/${paid}`),
  },
  {
    name: 'dashboard-edit-dialog',
    who: 'ada',
    async arrange(page) {
      await page.goto('/dashboard/manageProducts');
      await page.getByRole('button', { name: /^Edit/ }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
}

async function paste(page: Page): Promise<void> {
  await page.goto('/order-pad');
  await page.locator('main textarea').first().fill(PASTED);
  await page.locator('main textarea').first().press('Control+Enter');
  await page.getByText('left-handed spanner').first().waitFor();
}

/** Fourteen tools that differ, by the pad, as a buyer does it. */
async function fillBasket(page: Page): Promise<void> {
  const tools = (await (await page.request.get('/tool?limit=14')).json()) as {
    sku: string;
    minOrderQuantity: number;
  }[];
  await page.goto('/order-pad');
  await page
    .locator('main textarea')
    .first()
    .fill(tools.map(({ sku, minOrderQuantity }) => `${sku}\t${minOrderQuantity}`).join('\n'));
  await page.locator('main textarea').first().press('Control+Enter');
  await page.getByRole('button', { name: /^Add \d+ lines to basket$/ }).click();
  await page.getByRole('link', { name: 'View basket' }).click();
  await page.getByRole('heading', { name: 'Basket' }).waitFor();
}
