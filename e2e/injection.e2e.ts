import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { orderByCall } from './order-by-call.ts';
import { settled } from './screens.ts';
import { openShopOnPostgres, type RunningShop } from './shop.ts';
import { typeCard } from './type-card.ts';
import { signIn, visit } from './visit.ts';

let shop: RunningShop;
let browser: Browser;
let evil: Server;
beforeAll(async () => {
  [shop, browser] = await Promise.all([openShopOnPostgres(), launchChromium()]);
  evil = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<iframe src="${shop.url}${request.url ?? '/'}"></iframe>`);
  });
  await new Promise<void>((resolve) => {
    evil.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(async () => {
  evil.closeAllConnections();
  await Promise.all([browser.close(), shop.stop(), new Promise((resolve) => evil.close(resolve))]);
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '</textarea><svg/onload=alert(3)>',
  '{{7*7}}',
].join(' ');

it('markup in a review, a name, an address and a tool is shown as text, and nothing of it runs (attacks T76)', async () => {
  const { page, context, troubles } = await visit(browser, shop.url);
  await signIn(page, 'ada');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers: { authorization: `Bearer ${token}` }, data });
    expect(answer.status()).toBe(201);
    return (await answer.json()) as { _id: string };
  };
  const facts = { price: 3, availableQuantity: 50, minOrderQuantity: 1, image: '/pictures/hammer-640.webp' };
  const tool = await send('/tool', {
    name: HOSTILE,
    description: HOSTILE,
    sku: '<b>1</b>',
    category: '<i>',
    ...facts,
  });
  await send('/review', { review: HOSTILE, rating: 5 });
  const person = { name: HOSTILE, address: HOSTILE, phone: '<b>5</b>' };
  await send('/order', { ...person, toolId: tool._id, quantity: 1 });

  const email = encodeURIComponent('ada@tradebench.test');
  await page.request.put(`/user/${email}`, { headers: { authorization: `Bearer ${token}` }, data: person });
  for (const path of [
    '/reviews',
    `/products?q=${encodeURIComponent('alert')}`,
    `/products/${tool._id}`,
    '/dashboard',
    '/dashboard/manageProducts',
    '/dashboard/myProfile',
    `/products?q=${encodeURIComponent(HOSTILE)}`,
  ]) {
    await page.goto(path);
    await page.getByText('Copyright 2022').first().waitFor();
    if (!/q=.*3C/.test(path) && !path.endsWith('myProfile')) await page.getByText('{{7*7}}').first().waitFor();
    expect(await page.locator('img[src="x"], svg[onload]').count()).toBe(0);
  }
  expect(troubles).toEqual([]);
  await context.close();
});

it('markup in settings, in what goes with an order, in lists and addresses is shown as text, and nothing of it runs', async () => {
  const { page, context, troubles } = await visit(browser, shop.url);
  await signIn(page, 'ada');
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`;
  const send = async (method: string, path: string, data?: object) => {
    const answer = await page.request.fetch(path, { method, headers: { authorization }, ...(data ? { data } : {}) });
    expect(`${method} ${path} ${answer.status()}`).toMatch(/20[01]$/);
    return (await answer.json()) as Record<string, unknown> & { _id: string };
  };
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as {
    _id: string;
    minOrderQuantity: number;
  }[];
  const lines = [{ toolId: tool!._id, quantity: tool!.minOrderQuantity }];
  const settings = await send('GET', '/settings');
  const texts = { headline: HOSTILE, tagline: HOSTILE, aboutTitle: HOSTILE, aboutText: HOSTILE, footer: HOSTILE };
  const reasons = [{ title: HOSTILE.slice(0, 100), text: HOSTILE }];
  const company = { ...(settings['company'] as object), name: HOSTILE, address: HOSTILE, hours: HOSTILE };
  await send('PUT', '/settings', { ...settings, company, texts: { ...texts, reasons } });
  const { _id: order } = await send('POST', '/order', {
    name: HOSTILE,
    address: HOSTILE,
    phone: '555',
    company: HOSTILE,
    note: HOSTILE,
    purchaseOrder: '<img src=x onerror=alert(5)>',
    lines,
  });
  const { _id: list } = await send('POST', '/my-list', { name: '<img src=x onerror=alert(6)> {{7*7}}', lines });
  await send('POST', '/my-address', {
    name: HOSTILE,
    street: HOSTILE,
    town: HOSTILE.slice(0, 100),
    country: 'BD',
    phone: '5',
  });

  for (const path of [
    '/',
    '/about',
    '/contactUs',
    '/dashboard/orders',
    `/dashboard/orders/${order}`,
    '/dashboard/lists',
    `/dashboard/lists/${list}`,
    '/dashboard/myProfile',
    '/dashboard/settings',
    '/dashboard/audit',
  ]) {
    await page.goto(path);
    await settled(page);
    // In the footer of every page: the shop's own name and line.
    await page.locator('footer').getByText('{{7*7}}').first().waitFor();
    expect(await page.locator('img[src="x"], svg[onload]').count()).toBe(0);
  }
  expect(troubles).toEqual([]);
  await context.close();
});

it('the payment page loads the frames of card and 3-D Secure under its own policy, and runs no injected script (attacks T86)', async () => {
  const { page, context, troubles } = await visit(browser, shop.url);
  await signIn(page, 'alice');
  const { id } = await orderByCall(page);
  await page.goto(`/dashboard/payment/${id}`);
  await typeCard(page, '4000002760003184');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.locator('dialog iframe, [role=dialog] iframe').first().waitFor();
  expect(troubles).toEqual([]);

  const blocked = await page.evaluate(async () => {
    const violation = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
    });
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    return { directive: await violation, ran: 'injected' in window };
  });
  expect(blocked).toEqual({ directive: 'script-src-elem', ran: false });
  await context.close();
});

it.each(['/', '/login', '/dashboard/payment/any'])(
  '%s is shown in no frame of another site (attacks T86)',
  async (path) => {
    const { page, context } = await visit(browser, `http://127.0.0.1:${(evil.address() as AddressInfo).port}`);
    await page.goto(path);
    await expect.poll(() => page.frames().at(1)?.url()).toMatch(/^chrome-error:/);
    await context.close();
  },
);
