import { describe, expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';

const shop = shopInBrowser();
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

describe('who is not signed in', () => {
  it('does not see a product on the way to the login page, however slow its script, and comes back to it', async () => {
    const page = await shop.open();
    await page.goto('/products');
    const address = await page.getByRole('link', { name: 'Order Now' }).first().getAttribute('href');
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
      await arrived;
      await route.continue();
    });
    const painted: string[] = [];
    await page.exposeFunction('tellPaint', (what: string) => painted.push(what));
    await page.addInitScript(() => {
      const tell = (window as unknown as { tellPaint: (what: string) => void }).tellPaint;
      document.addEventListener('DOMContentLoaded', () => {
        const fact = document.querySelector('main dl');
        if (fact && getComputedStyle(fact).visibility === 'visible') tell(window.location.pathname);
      });
    });
    await page.goto(address ?? '', { waitUntil: 'commit' }).catch(() => {});
    await page.waitForURL('**/login');
    expect(painted).toEqual([]);
    arrive();
    await page.getByLabel('Email').fill('alice@tradebench.test');
    await page.getByLabel('Password', { exact: true }).fill('tradebench');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL((url) => url.pathname === address);
  });

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
  it.each(['users', 'addProduct', 'manageProducts'])(
    'on /dashboard/%s is signed out, told why, and afterwards lands where they may be',
    async (name) => {
      const page = await shop.open();
      await signIn(page, 'bob');
      await page.goto(`/dashboard/${name}`);
      await page.waitForURL('**/login');
      await page.getByText('That page is for shop staff only').waitFor();
      expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
      await page.getByLabel('Email').fill('bob@tradebench.test');
      await page.getByLabel('Password', { exact: true }).fill('tradebench');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await page.getByRole('heading', { name: /^My Orders: / }).waitFor();
      expect(pathOf(page.url())).toBe('/dashboard');
    },
  );

  it.each([401, 403])('whose orders are refused with %d is signed out and is home, and stays there', async (status) => {
    const page = await shop.open();
    await signIn(page, 'bob');
    const code = status === 401 ? 'INVALID_TOKEN' : 'FORBIDDEN';
    await page.route('**/order?*', (route) => route.fulfill({ status, json: { code, message: 'No.' } }));
    await page.route('**/user/bob*', (route) =>
      route.fulfill({ status: 401, json: { code: 'UNAUTHENTICATED', message: 'No.' } }),
    );
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(pathOf(frame.url())));
    await page.goto('/dashboard');
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('link', { name: 'Login', exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Show All Tools' }).waitFor();
    expect(pathOf(page.url())).toBe('/');
    expect(addresses).not.toContain('/login');
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  });

  it('who signs out on a page for the signed in is home, and the next such page asks them to log in', async () => {
    const page = await shop.open();
    await signIn(page, 'bob');
    await page.goto('/dashboard/myProfile');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('link', { name: 'Order Now' }).first().click();
    await page.waitForURL('**/login');
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

it('the card to sign in with names the tool and its price, and leads back to it', async () => {
  const page = await shop.open({ width: 360 });
  const [tool] = (await (await page.request.get('/tool?q=HAM-CL-16H')).json()) as [{ _id: string; name: string }];
  const path = `/products/${tool._id}`;
  await page.goto(path);
  await page.getByRole('heading', { name: 'Sign in to order' }).waitFor();
  const wanted = page.getByRole('region', { name: 'Tool to order' });
  await wanted.getByText(tool.name).waitFor();
  await wanted.getByText('$12.90').waitFor();
  await page.getByRole('link', { name: 'Create New Account' }).click();
  await page.getByRole('heading', { name: 'Register to order' }).waitFor();
  await page.getByRole('link', { name: 'Please Login' }).click();
  await page.getByLabel('Email').fill('alice@tradebench.test');
  await page.getByLabel('Password', { exact: true }).fill('tradebench');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((url) => url.pathname === path);
});

it('a product that everyone reads says "Sign in to purchase" in its document, and not to who is signed in', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}` };
  const settings = (await (await page.request.get('/settings', { headers })).json()) as object;
  const data = { ...settings, productPages: 'everyone' };
  expect((await page.request.put('/settings', { headers, data })).status()).toBe(200);
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as [{ _id: string }];
  const signInLink = { name: 'Sign in to purchase' };

  const reader = await shop.open({ javaScript: false });
  await reader.goto(`/products/${tool._id}`);
  await reader.getByRole('link', signInLink).waitFor();

  // As long as the page's script is under way, too.
  await page.route(/\/assets\/[^/]+\.js$/, () => {});
  await page.goto(`/products/${tool._id}`, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Purchase' }).waitFor();
  expect(await page.getByRole('link', signInLink).isVisible()).toBe(false);
});
