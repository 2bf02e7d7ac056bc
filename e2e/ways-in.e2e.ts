import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { hasFocus } from './keyboard.ts';
import { openShopOnPostgres, type RunningShop } from './shop.ts';
import { expectAccessible, visit, type Visitor } from './visit.ts';

let shop: RunningShop;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [shop, browser] = await Promise.all([openShopOnPostgres(), launchChromium()]);
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

const signedIn = () => page.getByRole('button', { name: 'Sign Out' }).first().waitFor();

/** The newest letter to somebody in the demo's mailbox. */
async function letterTo(receiver: string): Promise<{ subject: string; text: string }> {
  const letters: { to: string; subject: string; text: string }[] = await (
    await page.request.get('/demo/mailbox.json')
  ).json();
  const letter = letters.find(({ to }) => to === receiver);
  if (!letter) throw new Error(`no letter to ${receiver}`);
  return letter;
}

async function linkTo(receiver: string): Promise<string> {
  return /http\S+/.exec((await letterTo(receiver)).text)?.[0] ?? '';
}

describe('ways in', () => {
  it('Continue with Google signs a newcomer in and leads back to the product they came from', async () => {
    await page.goto('/products');
    await page.getByRole('link', { name: 'Order Now' }).first().click();
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /Grace Green/ }).click();
    await page.getByRole('button', { name: 'Purchase' }).waitFor();
    await signedIn();
    expect(new URL(page.url()).pathname).toMatch(/^\/products\/\w+$/);
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^eyJ/);
  });

  it('Continue with Google leads back to the name under which the shop was opened', async () => {
    const { hostname, port } = new URL(shop.url);
    const otherName = hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    await page.goto(`http://${otherName}:${port}/login`);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('button', { name: /Grace Green/ }).click();
    await signedIn();
    expect(new URL(page.url()).hostname).toBe(otherName);
  });

  it("Google's word for an unverified address opens nobody's account", async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('button', { name: /Mallory Moss/ }).click();
    await page.getByText(/An account with this e-mail address already exists/).waitFor();
    expect(await page.getByRole('button', { name: 'Sign Out' }).count()).toBe(0);
  });

  it('Google cancelled leads back to the login page with the reason', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Sign-in with Google was cancelled.').waitFor();
  });

  it('an e-mail link signs in, once', async () => {
    await page.goto('/dashboard/myProfile');
    await page.getByRole('link', { name: 'e-mail link' }).click();
    await page.getByRole('heading', { name: 'Log in with an e-mail link' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Email').fill('bob@tradebench.test');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByText(/We have sent you a link/).waitFor();
    const link = await linkTo('bob@tradebench.test');
    await page.goto('/demo/mailbox');
    await page.frameLocator('iframe').first().getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Update My Profile' }).waitFor();
    await page.goto(link);
    await page.getByText(/This link is invalid or has already been used/).waitFor();
  });

  it('a forgotten password is set anew by a letter', async () => {
    await page.goto('/register');
    await page.getByLabel('Name').fill('Frida');
    await page.getByLabel('Email').fill('frida@tradebench.test');
    await page.getByLabel('Password', { exact: true }).fill('old sesame');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await signedIn();
    const other = await visit(browser, shop.url);
    await other.page.goto('/login');
    await other.page.getByRole('link', { name: 'Forgot your password?' }).click();
    await other.page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await other.page.getByLabel('Email').fill('frida@tradebench.test');
    await other.page.getByRole('button', { name: 'Send me a link' }).click();
    await other.page.getByText(/If there is an account/).waitFor();
    await expectAccessible(other.page);
    await other.page.goto(await linkTo('frida@tradebench.test'));
    await other.page.getByLabel('New password').fill('new sesame');
    await other.page.getByRole('button', { name: 'Set password' }).click();
    await other.page.getByRole('heading', { name: 'Login' }).waitFor();
    await other.page.getByLabel('Email').fill('frida@tradebench.test');
    await other.page.getByLabel('Password', { exact: true }).fill('new sesame');
    await other.page.getByRole('button', { name: 'Login', exact: true }).click();
    await other.page.getByRole('button', { name: 'Sign Out' }).first().waitFor();
    await other.context.close();
    // The browser that was signed in before is not any more; My Orders itself would lead home (spec §4).
    await page.goto('/dashboard/myProfile');
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
  });
});

it('who follows the link of the letter after registering is told that the address is verified, and why where it is not', async () => {
  const name = 'Vera Verified';
  const email = 'vera@example.test';
  await page.goto('/register');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret1');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await signedIn();
  // The focus stays at the button of a form that the shop refuses.
  await page.goto('/dashboard/company');
  await page.getByLabel('Name of the company').fill('Vera & Co');
  await page.getByLabel('Street and number').fill('1 Way');
  await page.getByLabel('Postal code').fill('1208');
  await page.getByLabel('Town').fill('Dhaka');
  await page.getByLabel('Country').selectOption('BD');
  const open = page.getByRole('button', { name: 'Open the account' });
  await open.click();
  await page
    .getByRole('alert')
    .getByText(/verify your e-mail address first/)
    .waitFor();
  expect(await hasFocus(open)).toBe(true);

  const link = await linkTo(email);
  await page.goto(link.replace(/token=[^&]+/, 'token=of-another-day'));
  await page.getByRole('heading', { name: 'That did not work' }).waitFor();
  await page.goto(link);
  await page.getByText('Your e-mail address is verified.').first().waitFor();
});
