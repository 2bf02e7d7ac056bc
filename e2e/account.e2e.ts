import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf } from '#server/people/identity/totp-for-tests.ts';
import { launchChromium } from './chromium.ts';
import { openShopOnPostgres, type RunningShop } from './shop.ts';
import { expectAccessible, expectNoSidewaysScroll, visit, type Visitor } from './visit.ts';

let shop: RunningShop;
let browser: Browser;
let visitor: Visitor;
let page: Page;
let email: string;
let people = 0;

beforeAll(async () => {
  [shop, browser] = await Promise.all([openShopOnPostgres(), launchChromium()]);
});
afterAll(() => Promise.all([browser.close(), shop.stop()]));
beforeEach(async () => {
  visitor = await visit(browser, shop.url);
  page = visitor.page;
  email = `carol${++people}@tradebench.test`;
  await page.goto('/register');
  await page.getByLabel('Name').fill('Carol');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('sesame');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByRole('button', { name: 'Sign Out' }).first().waitFor();
  await page.goto('/dashboard/myProfile');
  await page.getByRole('heading', { name: 'Update My Profile' }).waitFor();
});
afterEach(async () => {
  expect(visitor.troubles).toEqual([]);
  await visitor.context.close();
});

const open = (section: string) => page.getByRole('button', { name: section, expanded: false }).click();
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();

interface Letter {
  to: string;
  subject: string;
  text: string;
}

async function letterTo(receiver: string): Promise<Letter> {
  const letters: Letter[] = await (await page.request.get('/demo/mailbox.json')).json();
  const letter = letters.find(({ to }) => to === receiver);
  if (!letter) throw new Error(`no letter to ${receiver}`);
  return letter;
}

const linkTo = async (receiver: string) => /http\S+/.exec((await letterTo(receiver)).text)?.[0] ?? '';

describe('the account page', () => {
  it('verifies the e-mail address and changes it', async () => {
    await open('E-mail address');
    await page.getByRole('button', { name: 'Send a link to verify it' }).click();
    await said('We have sent you a link to verify your address.');
    await page.goto(await linkTo(email));
    await said('Your e-mail address is verified.');
    await page.getByRole('button', { name: /^.*E-mail address verified/ }).waitFor();
    await open('E-mail address');
    await page.getByLabel('New email').fill(`new-${email}`);
    await page.getByRole('button', { name: 'Change email' }).click();
    await said(`We have sent a link to ${email}.`);
    await page.goto(await linkTo(email));
    await page.getByRole('heading', { name: 'Update My Profile' }).waitFor();
    await page.goto(await linkTo(`new-${email}`));
    await page.getByRole('heading', { name: 'Update My Profile' }).waitFor();
    await said(`new-${email}`);
  });

  it('changes the password and signs the other browser out', async () => {
    const other = await visit(browser, shop.url);
    await other.page.goto('/login');
    await other.page.getByLabel('Email').fill(email);
    await other.page.getByLabel('Password', { exact: true }).fill('sesame');
    await other.page.getByRole('button', { name: 'Login', exact: true }).click();
    await other.page.getByRole('button', { name: 'Sign Out' }).first().waitFor();
    await open('Password');
    await page.getByLabel('Current password').fill('wrong one');
    await page.getByLabel('New password').fill('new sesame');
    await page.getByRole('button', { name: 'Change password' }).click();
    await said('That is not your current password.');
    await page.getByLabel('Current password').fill('sesame');
    await page.getByRole('button', { name: 'Change password' }).click();
    await said(/Your password has been changed/);
    // My Orders itself leads home where the shop refuses it (spec §4).
    await other.page.goto('/dashboard/myProfile');
    await other.page.getByRole('heading', { name: 'Login' }).waitFor();
    await other.context.close();
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: /My Orders/ }).waitFor();
  });

  it('links and unlinks Google', async () => {
    await open('Google');
    await page.getByRole('button', { name: 'Link Google' }).click();
    await page.getByText('Use another account').click();
    await page.getByLabel('Name').fill('Carol');
    await page.getByLabel('E-mail').fill(`google-${email}`);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: /Google linked/ }).click();
    await page.getByRole('button', { name: 'Unlink Google' }).click();
    await said('Google is unlinked.');
    await page.getByRole('button', { name: 'Link Google' }).waitFor();
  });

  it('adds a phone number, by which one can log in then', async () => {
    const phone = `+88017000000${String(people).padStart(2, '0')}`;
    await open('Log in by phone');
    await page.getByLabel('Phone number').fill(phone);
    await page.getByRole('button', { name: 'Send a code' }).click();
    await page.getByLabel('Code from the message').waitFor();
    await page.getByLabel('Code from the message').fill(/\d{6}/.exec((await letterTo(phone)).text)?.[0] ?? '');
    await page.getByRole('button', { name: 'Add phone number' }).click();
    await said('The phone number is added.');
    await page.getByRole('button', { name: 'Sign Out' }).first().click();
    await page.goto('/login');
    await page.getByRole('link', { name: 'code by phone' }).click();
    await page.getByLabel('Phone number').fill(phone);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await said(/we have sent it a code/);
    await expectAccessible(page);
    await page.getByLabel('Code', { exact: true }).fill(/\d{6}/.exec((await letterTo(phone)).text)?.[0] ?? '');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('button', { name: 'Sign Out' }).first().waitFor();
  });

  it('switches two-step sign-in on, which then asks on every way in', async () => {
    await open('Two-step sign-in');
    await page.getByLabel('Your password', { exact: true }).fill('sesame');
    await page.getByRole('button', { name: 'Switch on', exact: true }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    await expectAccessible(page);
    const secret = ((await page.getByLabel('Key', { exact: true }).textContent()) ?? '').replaceAll(' ', '');
    await page.getByLabel('Code that the app shows').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Confirm and switch on' }).click();
    await said('Your backup codes');
    const backup = await page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem').first().textContent();
    await page.getByRole('button', { name: 'Sign Out' }).first().click();
    await page.goto('/dashboard/myProfile');
    await page.getByRole('heading', { name: 'Login' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('sesame');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await said(/That code is wrong/);
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, Date.now() + 30_000));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Update My Profile' }).waitFor();
    await page.getByRole('button', { name: 'Sign Out' }).first().click();
    await page.goto('/magic-link');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await said(/We have sent you a link/);
    await page.goto(await linkTo(email));
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
    await page.getByRole('button', { name: 'Use a backup code' }).click();
    await page.getByLabel('Backup code').fill(backup ?? '');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).first().waitFor();
  });

  it('shows where one is signed in and ends it everywhere, open pages of other browsers too', async () => {
    const other = await visit(browser, shop.url);
    await other.page.goto('/login');
    await other.page.getByLabel('Email').fill(email);
    await other.page.getByLabel('Password', { exact: true }).fill('sesame');
    await other.page.getByRole('button', { name: 'Login', exact: true }).click();
    await other.page.getByRole('button', { name: 'Sign Out' }).first().waitFor();
    const second = await other.context.newPage();
    await second.clock.install();
    await second.goto('/about');
    await second.getByRole('button', { name: 'Sign Out' }).first().waitFor();
    await open('Where you are signed in');
    await said('this device');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Login' }).waitFor();
    // It looks once a minute, and tells its neighbour.
    await second.clock.runFor(61_000);
    await second.getByRole('link', { name: 'Login' }).first().waitFor();
    await other.page.getByRole('link', { name: 'Login' }).first().waitFor();
    await other.context.close();
  });

  it('gives the data along and deletes the account', async () => {
    await open('Your data');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('tradebench-my-data.json');
    await page.getByLabel(/Your password, to delete/).fill('sesame');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
    await said('Your account is deleted.');
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('sesame');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await said('Error: The e-mail address or password is wrong.');
  });

  it('is accessible with everything open, and fits 360 px', async () => {
    await page.setViewportSize({ width: 360, height: 900 });
    const closed = page.getByRole('heading', { level: 2 }).getByRole('button', { expanded: false });
    await closed.first().waitFor();
    while ((await closed.count()) > 0) await closed.first().click();
    await said('this device');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
