import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';

const shop = shopInBrowser();
const NORDFJORD = 'Nordfjord Bygg';
const SKU = 'HAM-CL-16H';
/** What everybody pays for a piece of it and for the 24 of a carton, and the company. */
const PUBLIC = /\$(12\.90|309\.60)/;
const COMPANIES = /\$(11\.20|268\.80)/;

/** Keeps every text of the pages to come that could be read at some frame and fits, however short it stood there. */
async function watch(page: Page, pattern: RegExp): Promise<() => Promise<string[]>> {
  await page.addInitScript((source) => {
    const wrong = new RegExp(source);
    const seen: string[] = [];
    Object.assign(window, { seenPrices: seen });
    const look = () => {
      const walker = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement: element } = node;
        if (!wrong.test(node.nodeValue ?? '') || !element) continue;
        if (element.closest('script, style, noscript')) continue;
        if (element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          seen.push(`${node.nodeValue} in ${element.outerHTML.slice(0, 200)}`);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, pattern.source);
  return () => page.evaluate(() => (window as unknown as { seenPrices: string[] }).seenPrices);
}

/** Whatever tells prices comes only after the page was painted some times without it. */
async function slowPrices(page: Page): Promise<void> {
  await page.route(/\/(company-prices|price|my-basket|my-list\/\w+)(\?|$)/, async (route) => {
    const isPainted = page.evaluate(async () => {
      for (let frame = 0; frame < 20; frame++) await new Promise((painted) => void requestAnimationFrame(painted));
    });
    // Of a page that was left meanwhile nothing is painted any more.
    await isPainted.catch(() => {});
    await route.continue();
  });
}

async function caller(page: Page) {
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}` };
  return async <T>(method: 'get' | 'post' | 'put' | 'delete', path: string, data?: object): Promise<T> => {
    const answer = await page.request[method](path, { headers, ...(data ? { data } : {}) });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

const buyFor = (page: Page, label: string) =>
  page.getByLabel('Buy for').filter({ visible: true }).selectOption({ label });

it('who buys for a company never sees another price than the company’s, however late it comes', async () => {
  const page = await shop.open();
  await signIn(page, 'bob');
  const call = await caller(page);
  const [tool] = await call<{ _id: string }[]>('get', `/tool?q=${SKU}`);
  const lines = [{ toolId: tool!._id, quantity: 24 }];
  await call('put', '/my-basket', { lines });
  const list = await call<{ _id: string }>('post', '/my-list', { name: 'Site', lines });
  await page.goto('/order-pad');
  await buyFor(page, NORDFJORD);
  const seen = await watch(page, PUBLIC);
  await slowPrices(page);
  for (const path of [
    `/products?q=${SKU}`,
    `/products/${tool!._id}`,
    '/basket',
    '/order-pad',
    `/dashboard/lists/${list._id}`,
    `/compare?tools=${tool!._id}`,
  ]) {
    await page.goto(path);
    if (path === '/order-pad') {
      await page.getByLabel('Your list').fill(`${SKU} 24`);
      await page.getByRole('button', { name: 'Read the list' }).click();
    }
    await page.getByText(COMPANIES).filter({ visible: true }).first().waitFor();
    expect([path, await seen()]).toEqual([path, []]);
  }
  // What watches does see it where it is right.
  await page.getByLabel('Buy for').filter({ visible: true }).selectOption('');
  await expect.poll(seen).not.toEqual([]);
});

it('who is taken out while their basket is open pays their own prices there from the next change on', async () => {
  const [alice, page] = [await shop.open(), await shop.open()];
  await signIn(alice, 'alice');
  await signIn(page, 'carol');
  const [mine, call] = [await caller(page), await caller(alice)];
  const [tool] = await mine<{ _id: string }[]>('get', `/tool?q=${SKU}`);
  await mine('put', '/my-basket', { lines: [{ toolId: tool!._id, quantity: 24 }] });
  await page.goto('/basket');
  await buyFor(page, NORDFJORD);
  const totals = page.getByRole('region', { name: 'Totals' });
  await totals.getByText(`For ${NORDFJORD}`).waitFor();
  const [company] = await call<{ _id: string }[]>('get', '/my-companies');
  const members = await call<{ userId: string; email: string }[]>('get', `/company/${company!._id}/members`);
  const carol = members.find(({ email }) => email.startsWith('carol'));
  await call('delete', `/company/${company!._id}/member/${carol!.userId}`);
  await page.getByLabel('Pieces of Claw Hammer 16 oz, Hickory').fill('48');
  await page
    .getByText(/619\.20/)
    .filter({ visible: true })
    .first()
    .waitFor();
  expect(await totals.getByText(`For ${NORDFJORD}`).count()).toBe(0);
  // Theirs is no company any more to choose.
  expect(await page.getByLabel('Buy for').count()).toBe(0);
});
