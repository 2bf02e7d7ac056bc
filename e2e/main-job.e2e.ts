import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { openShop, type RunningShop } from './shop.ts';
import { typeCard } from './type-card.ts';
import { expectAccessible, signIn, visit, type Visitor } from './visit.ts';

let shop: RunningShop;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [shop, browser] = await Promise.all([openShop(), launchChromium()]);
});
afterAll(() => Promise.all([browser.close(), shop.stop()]));
beforeEach(async () => {
  visitor = await visit(browser, shop.url);
  page = visitor.page;
});
afterEach(async () => {
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

const first = (text: string | RegExp) => page.getByText(text).first();

async function orderFirstTool(): Promise<void> {
  await page.goto('/products');
  await page.getByRole('link', { name: 'Order Now' }).first().click();
  await page.getByLabel('Address').fill('1 Dock Road, 4100 Chattogram');
  await page.getByLabel('Phone').fill('+880 2 555 0100');
  await page.getByRole('button', { name: 'Purchase' }).click();
  await first('New Order Added').waitFor();
}

describe('the main job', () => {
  it('a newcomer registers, orders, pays by card and sees it paid', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Show All Tools' }).click();
    await page.getByRole('heading', { name: 'Products', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Order Now' }).first().click();
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Create New Account' }).click();
    await page.getByLabel('Name').fill('Nora Newcomer');
    await page.getByLabel('Email').fill('nora@example.test');
    await page.getByLabel('Password', { exact: true }).fill('secret1');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByRole('button', { name: 'Purchase' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/products\/\w+$/);
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^eyJ/);

    await page.getByLabel('Address').fill('1 Dock Road, 4100 Chattogram');
    await page.getByLabel('Phone').fill('555 0100');
    await page.getByRole('button', { name: 'Purchase' }).click();
    await first('New Order Added').waitFor();

    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'My Orders: 1' }).waitFor();
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await first(/Please pay: \$/).waitFor();
    await typeCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await first('Congrats! Your payment is completed.').waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Receipt' }).click();
    await page.getByRole('heading', { name: 'Receipt' }).waitFor();
    await first('Total paid').waitFor();
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const pdf = readFileSync(await (await download).path(), 'latin1');
    expect(pdf).toMatch(/^%PDF-1\.\d/);

    await page.goto('/dashboard');
    await first('Transaction Id').waitFor();
    await page.getByRole('link', { name: 'Receipt' }).waitFor();
    expect(await page.getByRole('button', { name: 'X', exact: true }).count()).toBe(0);
  });

  it('a declined card says so under the form, and another card pays the same order', async () => {
    await signIn(page, 'alice');
    await orderFirstTool();
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Pay', exact: true }).first().click();
    await typeCard(page, '4000000000000002');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await first('Your card was declined.').waitFor();
    await expectAccessible(page);
    await typeCard(page, '5555555555554444');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await first('Congrats! Your payment is completed.').waitFor();
  });

  it('an unpaid order is deleted after a question, and its stock comes back', async () => {
    await signIn(page, 'bob');
    const stock = async () => (await (await page.request.get('/tool?limit=1')).json())[0].availableQuantity as number;
    const before = await stock();
    await orderFirstTool();
    expect(await stock()).toBeLessThan(before);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'My Orders: 1' }).waitFor();
    await page.getByRole('button', { name: 'X', exact: true }).click();
    await page.getByRole('dialog').getByText('Are you sure?').waitFor();
    await expectAccessible(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /delete|remove|yes/i })
      .click();
    await page.getByRole('heading', { name: 'My Orders: 0' }).waitFor();
    expect(await stock()).toBe(before);
  });

  it('a wrong password is said in red and nothing typed is lost', async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('alice@tradebench.test');
    await page.getByLabel('Password', { exact: true }).fill('not-her-password');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await first(/^Error: /).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('alice@tradebench.test');
  });

  it('sign-out ends the session in every tab', async () => {
    await signIn(page, 'alice', '/login');
    const second = await visitor.context.newPage();
    await second.goto('/dashboard');
    await second.getByRole('heading', { name: 'Welcome to your Dashboard' }).waitFor();
    await page.getByRole('button', { name: 'Sign Out' }).first().click();
    await page.getByRole('link', { name: 'Login', exact: true }).first().waitFor();
    await second.getByRole('heading', { name: 'Welcome to your Dashboard' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  });
});

describe('a public page', () => {
  it('reads without JavaScript', async () => {
    const plain = await visit(browser, shop.url, { javaScript: false });
    await plain.page.goto('/products');
    expect(await plain.page.getByRole('link', { name: 'Order Now' }).count()).toBeGreaterThanOrEqual(24);
    await plain.page.goto('/reviews');
    await plain.page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor();
    await plain.context.close();
  });

  it('says Page Not Found with the status 404', async () => {
    const answer = await page.goto('/no-such-page');
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  });
});
