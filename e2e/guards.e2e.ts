import { describe, expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';

const shop = shopInBrowser();
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

describe('who is not signed in', () => {
  it.each(['/dashboard', '/dashboard/myProfile', '/dashboard/addReview?from=mail'])(
    'is led from %s to the login page and back',
    async (path) => {
      const page = await shop.open();
      await page.goto(path);
      await page.waitForURL('**/login');
      await page.getByLabel('Email').fill('alice@tradebench.test');
      await page.getByLabel('Password', { exact: true }).fill('tradebench');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await page.getByText('Welcome to your Dashboard').waitFor();
      expect(pathOf(page.url())).toBe(path);
    },
  );

  // attacks T91
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/login',
  ])('is not led to %j after signing in', async (from) => {
    const page = await shop.open();
    await page.goto('/login');
    await page.evaluate((target) => history.replaceState({ usr: { from: target }, key: 'k', idx: 0 }, ''), from);
    await page.reload();
    await page.getByLabel('Email').fill('alice@tradebench.test');
    await page.getByLabel('Password', { exact: true }).fill('tradebench');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    expect(pathOf(page.url())).toBe('/');
    expect(new URL(page.url()).hostname).toBe('localhost');
  });
});

describe('a customer', () => {
  it.each(['users', 'addProduct', 'manageProducts'])('on /dashboard/%s is signed out', async (name) => {
    const page = await shop.open();
    await signIn(page, 'bob');
    await page.goto(`/dashboard/${name}`);
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  });

  it('sees no link of an admin', async () => {
    const page = await shop.open();
    await signIn(page, 'bob', '/login');
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: /^My Orders: / }).waitFor();
    for (const name of ['All Users', 'Add a Product', 'Manage Products']) {
      expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0);
    }
  });
});
