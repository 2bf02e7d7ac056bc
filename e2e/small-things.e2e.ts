import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasFocus } from './keyboard.ts';
import { orderByCall, payByCall } from './order-by-call.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectNoSidewaysScroll, listening, signIn } from './visit.ts';

const shop = shopInBrowser();

it('the name of who is signed in stands in the bar of the smallest telephone', async () => {
  const page = await shop.open({ width: 360 });
  await signIn(page, 'alice', '/login');
  await page.getByRole('banner').getByTitle('alice@tradebench.test').waitFor();
  await page.getByRole('button', { name: 'Sign Out' }).waitFor();
  await expectNoSidewaysScroll(page);
});

it('the menu of a telephone closes on Escape, which gives the focus back, and on a tap outside', async () => {
  const page = await shop.open({ width: 360 });
  await page.goto('/login');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  // What is said to browsers without script is not said to this one.
  expect(await page.getByText('JavaScript is off in this browser.').isVisible()).toBe(false);
  const menu = page.getByLabel('Menu', { exact: true });
  const link = page.getByRole('link', { name: 'Reviews', exact: true }).first();
  await menu.click();
  await link.waitFor();
  await page.keyboard.press('Escape');
  await link.waitFor({ state: 'hidden' });
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
  await menu.click();
  await link.waitFor();
  await page.mouse.click(180, 700);
  await link.waitFor({ state: 'hidden' });
});

it('a click on a slow line shows at once that something is under way, and a call that failed is tried again', async () => {
  const page = await shop.open();
  await page.goto('/about');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  let failures = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/review*', async (route) => {
    if (failures++ === 0) return route.abort();
    await answered;
    return route.continue();
  });
  await page.getByRole('link', { name: 'Reviews', exact: true }).first().click();
  await page.getByText('Loading the page').waitFor({ state: 'attached' });
  answer();
  await page.getByRole('heading', { name: 'Reviews', level: 1 }).waitFor();
  await page.getByText('Loading the page').waitFor({ state: 'detached' });
  expect(failures).toBeGreaterThan(1);
});

it('an unknown product and an unknown page say so in their titles, and other capitals lead to the page', async () => {
  const page = await shop.open();
  for (const path of ['/products/no-such-tool', '/no-such-page']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    expect(await page.title()).toMatch(/^Page Not Found/);
  }
  await page.goto('/Products?q=axe');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/products?q=axe');
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
});

it.each(['/login', '/register', '/dashboard'])('%s says what it needs where there is no script', async (path) => {
  const page = await shop.open({ javaScript: false });
  await page.goto(path);
  await page.getByText('JavaScript is off in this browser.').waitFor();
});

it('a form that was sent without script is answered by its page, which says what it needs', async () => {
  const page = await shop.open({ javaScript: false });
  await page.goto('/login');
  await page.getByLabel('Email').fill('alice@tradebench.test');
  await page.getByLabel('Password', { exact: true }).fill('tradebench');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByText('You need it to log in or register').waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login');
});

it('a product says what ordering needs where there is no script', async () => {
  const page = await shop.open({ javaScript: false });
  await page.goto('/products');
  await page.getByRole('link', { name: 'Order Now' }).first().click();
  await page.getByText('You need it to log in and order').waitFor();
});

it('whoever is removed is told so at the next thing they do', async () => {
  const nora = await shop.open();
  await nora.goto('/register');
  await nora.getByLabel('Name').fill('Nora Newcomer');
  await nora.getByLabel('Email').fill('nora@example.test');
  await nora.getByLabel('Password', { exact: true }).fill('secret1');
  await nora.getByRole('button', { name: 'Register', exact: true }).click();
  await nora.getByRole('button', { name: 'Sign Out' }).waitFor();
  await nora.goto('/dashboard/addReview');
  await nora.getByLabel('Review', { exact: true }).fill('Good steel.');

  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/users');
  await page
    .getByRole('row')
    .filter({ hasText: 'nora@example.test' })
    .getByRole('button', { name: 'Remove User' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Successfully removed a user').first().waitFor();

  await nora.getByRole('button', { name: 'Post the Review' }).click();
  await nora.getByText('Your account has been removed').first().waitFor();
});

it('a quantity that cannot be ordered has no total', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  await page.goto('/products');
  await page.getByRole('link', { name: 'Order Now' }).first().click();
  const total = page.locator('output');
  await expect.poll(() => total.textContent()).toMatch(/^\$/);
  for (const quantity of ['-3', '24.5', '', '999999999999']) {
    await page.getByLabel('Quantity', { exact: true }).fill(quantity);
    await expect.poll(() => total.textContent()).toBe('–');
  }
});

it('the letter with the receipt fits a telephone, the id of the payment too', async () => {
  const page = await shop.open({ width: 360 });
  await signIn(page, 'alice');
  const { id } = await orderByCall(page);
  await payByCall(page, id);
  const letter = async () => {
    const letters = (await (await page.request.get('/demo/mailbox.json')).json()) as {
      subject: string;
      html: string;
    }[];
    return letters.find(({ subject }) => subject.startsWith('Receipt for your order'))?.html ?? '';
  };
  await expect.poll(letter).toContain('Transaction id');
  // Where letters may show pictures.
  await page.goto('/demo/mailbox');
  await page.setContent(await letter());
  await expectNoSidewaysScroll(page);
});

it('a number that no tool has is said to be none, and what comes near it is an offer', async () => {
  const page = await shop.open();
  await page.goto('/order-pad');
  await page.getByLabel('Your list').fill('HAM-CL-99X;24\nclaw hammer;24');
  await page.getByRole('button', { name: 'Read the list' }).click();
  const rows = page.getByRole('list', { name: 'Rows' }).locator(':scope > li');
  await rows.nth(1).waitFor();
  expect(await rows.nth(0).innerText()).toMatch(
    /^No tool has this number or name: HAM-CL-99X;24\s+Similar:\s+Claw Hammer/,
  );
  expect(await rows.nth(1).innerText()).toMatch(/^Which one\? claw hammer;24/);
});

it('on the smallest telephone no line of the basket begins with a dot', async () => {
  const page = await shop.open({ width: 360 });
  await page.goto('/products?q=HAM-CL-16H');
  const add = page.getByRole('button', { name: 'Add to order: Claw Hammer 16 oz, Hickory' });
  await listening(add);
  await add.click();
  await page.getByRole('link', { name: 'View basket' }).click();
  await page.getByText(/\$[\d.]+ each$/).waitFor();
  expect(await page.getByRole('main').innerText()).not.toMatch(/^\s*·/m);
});

it('who takes an offered quantity by keyboard goes on in its box, wherever it is offered', async () => {
  const page = await shop.open({ width: 360 });
  const name = 'Claw Hammer 16 oz, Hickory';
  const pieces = page.getByLabel(`Pieces of ${name}`);
  const take = page.getByRole('button', { name: 'Use 24' }).first();
  const takes = async (box: Locator) => {
    await take.focus();
    await page.keyboard.press('Enter');
    await take.waitFor({ state: 'detached' });
    expect([await box.inputValue(), await hasFocus(box)]).toEqual(['24', true]);
  };
  await page.goto('/products?q=HAM-CL-16H');
  await listening(pieces);
  await pieces.fill('5');
  await pieces.press('Enter');
  await takes(pieces);
  await pieces.press('Enter');
  await page.getByRole('link', { name: 'View basket' }).click();
  await page.getByRole('heading', { name: 'Basket' }).waitFor();
  await pieces.fill('5');
  await takes(pieces);

  await page.goto('/order-pad');
  await page.getByLabel('Your list').fill('HAM-CL-16H;5');
  await page.getByRole('button', { name: 'Read the list' }).click();
  await takes(pieces);

  await signIn(page, 'alice');
  const [tool] = (await (await page.request.get('/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
  await page.goto(`/products/${tool!._id}`);
  const quantity = page.getByLabel('Quantity', { exact: true });
  await listening(quantity);
  await quantity.fill('5');
  await takes(quantity);
});

it('on the smallest telephone the next step at the foot is whole beside a company with a long name', async () => {
  const page = await shop.open({ width: 360 });
  await signIn(page, 'alice');
  const company = 'Nordfjord Bygg og Tømrerverksted – avdeling for stavkirker';
  await page.route('**/my-buyer', (route) => route.fulfill({ json: { companyId: 'demo-firm', company } }));
  await page.goto('/order-pad');
  await page.getByLabel('Your list').fill('HAM-CL-16H;24\nSAW-HA-550;12');
  await page.getByRole('button', { name: 'Read the list' }).click();
  const next = page.locator('.totals-bar').getByRole('button', { name: 'Add 2 lines to basket' });
  await next.waitFor();
  await page.locator('.totals-bar').getByText('for Nordfjord Bygg og Tømrerverksted').waitFor();
  expect(await next.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await expectNoSidewaysScroll(page);
});
