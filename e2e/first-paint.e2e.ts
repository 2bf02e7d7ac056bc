import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { orderByCall } from './order-by-call.ts';
import { settled } from './screens.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';

const shop = shopInBrowser();
/**
 * All script of a public page; a review is a script of its own, which a product with reviews has, too. About asks for the
 * owner's pictures where there are some, which is 0.2 kB.
 */
const MOST_SCRIPT_BYTES = { '/': 139_200, '/products': 143_100, '/reviews': 137_200, '/about': 137_700 };

/** In the names of files, and that of the whole in the list of pages. */
const HASHES = /-[\w-]{8}(?=\.(?:js|css|woff2)\b)|(?<="?version"?:[`"'])[0-9a-f]{8}/g;

/**
 * The script that the page has asked for so far, in bytes as gzip sends them; without hashes, which
 * any change anywhere makes others and so a few bytes longer or shorter.
 */
async function scriptBytes(page: Page): Promise<number> {
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );
  // What is asked for ahead and then imported is in the list twice, and comes once.
  const bodies = await Promise.all([...new Set(scripts)].map(async (url) => (await page.request.get(url)).text()));
  return bodies.reduce((sum, body) => sum + gzipSync(body.replace(HASHES, ''), { level: 9 }).length, 0);
}

interface LayoutShift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Notes whatever moves on the pages to come without anybody's hand. */
function watchMoves(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const words = node?.textContent?.trim().slice(0, 60);
          return `${node?.nodeName} "${words}" from ${previousRect.y} to ${currentRect.y}`;
        });
        performance.mark('moved', { detail: moved.join(', ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What moved on the page since it was asked for, each time. */
function moves(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance.getEntriesByName('moved').map((mark) => String((mark as PerformanceMark).detail)),
  );
}

/** With what is to come of a tool, the reviews of it and the surcharge of small orders, 1.1 kB more than before these. */
const MOST_SCRIPT_OF_A_PRODUCT = 186_700;

it.each(Object.entries(MOST_SCRIPT_BYTES))(
  '%s has its style before it asks for little script, and nothing on it moves',
  async (path, most) => {
    const page = await shop.open({ width: 360 });
    await watchMoves(page);
    await page.goto(path);
    await settled(page);
    await page.waitForFunction(() => '__reactRouterDataRouter' in window);

    const seen = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const ending = (end: string) => files.filter(({ name }) => name.endsWith(end));
      return {
        // Until then nothing is painted.
        styled: Math.max(...ending('.css').map(({ responseEnd }) => responseEnd)),
        firstScript: Math.min(...ending('.js').map(({ startTime }) => startTime)),
      };
    });
    expect(seen.firstScript).toBeGreaterThan(seen.styled);
    expect(await moves(page)).toEqual([]);
    const bytes = await scriptBytes(page);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(most);
  },
);

/** Answers the longest words that there are of when goods leave and arrive, whatever day it is. */
async function promiseOverNewYear(page: Page): Promise<void> {
  await page.route('**/price', async (route) => {
    const response = await route.fetch();
    const priced = (await response.json()) as { deliveries: object[] };
    const deliveries = priced.deliveries.map((way) => ({
      ...way,
      leaves: '2026-12-28',
      arrives: ['2026-12-30', '2027-01-12'],
    }));
    await route.fulfill({ response, json: { ...priced, deliveries } });
  });
}

it.each([360, 412, 500, 768, 1024, 1350, 1440])(
  'nothing moves on a product of %i px while who buys, their companies, delivery and total become known',
  async (width) => {
    const page = await shop.open({ width });
    await signIn(page, 'alice');
    // Whether somebody has a choice of companies is known from the page before.
    await page.goto('/about');
    await page.getByLabel('Buy for').first().waitFor({ state: 'attached' });
    const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as { _id: string }[];
    await watchMoves(page);
    await promiseOverNewYear(page);
    await page.goto(`/products/${tool!._id}`);
    await page.getByText('leaves 28 Dec 2026, arrives 30 Dec 2026 – 12 Jan 2027').first().waitFor();
    await page.getByRole('button', { name: 'Sign Out' }).waitFor();
    await page.getByLabel('Buy for').first().waitFor({ state: 'attached' });
    await settled(page);
    expect(await moves(page)).toEqual([]);
    // The schemas of the contract would be 27 kB more.
    expect(await scriptBytes(page)).toBeLessThanOrEqual(MOST_SCRIPT_OF_A_PRODUCT);
  },
);

it.each([360, 768, 1350, 1440])(
  'nothing moves on a product of %i px as the price breaks come that a company alone has',
  async (width) => {
    const page = await shop.open({ width });
    await signIn(page, 'alice');
    await page.goto('/about');
    await page.getByLabel('Buy for').first().waitFor({ state: 'attached' });
    if (width < 1024) await page.getByLabel('Menu', { exact: true }).click();
    await page.getByLabel('Buy for').filter({ visible: true }).selectOption({ label: 'Nordfjord Bygg' });
    const [tool] = (await (await page.request.get('/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
    await watchMoves(page);
    await page.goto(`/products/${tool!._id}`);
    await page.getByRole('table', { name: 'Quantity discounts' }).waitFor();
    await settled(page);
    expect(await moves(page)).toEqual([]);
  },
);

it.each(['/dashboard/company', '/dashboard/lists', '/join?token=of-a-letter', '/approve?token=of-a-letter'])(
  'the foot of %s is not pushed about as what stands above it comes',
  async (path) => {
    const page = await shop.open({ width: 360 });
    await signIn(page, 'alice');
    await watchMoves(page);
    await page.goto(path);
    await page.getByRole('button', { name: 'Sign Out' }).waitFor();
    await settled(page);
    expect((await moves(page)).filter((move) => move.startsWith('FOOTER'))).toEqual([]);
  },
);

// The menu's own entries for companies come with what the shop knows of the person, and move those beside them a little.
const ofTheMenu = (move: string) => move.startsWith('LI');

it.each([360, 1440])(
  'a filled basket, an order, its payment and a company stand still at %i px while what is on them comes',
  async (width) => {
    const page = await shop.open({ width });
    await signIn(page, 'alice');
    // Whether somebody has a choice of companies is known from the page before.
    await page.goto('/about');
    await page.getByLabel('Buy for').first().waitFor({ state: 'attached' });
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    const headers = { authorization: `Bearer ${token}` };
    const tools = (await (await page.request.get('/tool?limit=4')).json()) as {
      _id: string;
      minOrderQuantity: number;
    }[];
    const lines = tools.map(({ _id, minOrderQuantity }) => ({ toolId: _id, quantity: minOrderQuantity }));
    await page.request.put('/my-basket', { headers, data: { lines } });
    const [company] = (await (await page.request.get('/my-companies', { headers })).json()) as { _id: string }[];
    const { id } = await orderByCall(page);
    await watchMoves(page);
    for (const [path, last] of [
      ['/basket', page.getByRole('button', { name: 'Purchase' })],
      [`/dashboard/orders/${id}`, page.getByRole('button', { name: 'Delete order' })],
      [`/dashboard/payment/${id}`, page.locator('iframe[title="Secure card payment input frame"]')],
      [`/dashboard/company/${company!._id}`, page.getByRole('heading', { name: 'Your part numbers' })],
      ['/dashboard/company', page.getByText('Open a company account').first()],
    ] as const) {
      await page.goto(path);
      await last.waitFor();
      await settled(page);
      expect(
        (await moves(page)).filter((move) => !ofTheMenu(move)),
        path,
      ).toEqual([]);
    }
  },
);

it.each([
  ['a click on Login', (page: Page) => page.getByRole('button', { name: 'Login', exact: true }).click()],
  ['Enter', (page: Page) => page.getByLabel('Password', { exact: true }).press('Enter')],
])('%s before the page has its script is acted on once it has, with what was typed', async (_what, send) => {
  const page = await shop.open();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('alice@tradebench.test');
  await page.getByLabel('Password', { exact: true }).fill('tradebench');
  await send(page);
  arrive();
  await page.getByRole('button', { name: 'Sign Out' }).first().waitFor();
});

it('the server renders pages by the production files of React, whatever its process is told to be', () => {
  const folder = join(import.meta.dirname, '..', 'build', 'server');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const inDevelopment = files.filter((name) => readFileSync(join(folder, name), 'utf8').includes('captureOwnerStack'));
  expect(files).not.toEqual([]);
  expect(inDevelopment).toEqual([]);
});
