import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { orderByCall, payByCall } from './order-by-call.ts';
import { addressOf, allScreens, type Screen, settled } from './screens.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { sidewaysScroll, signIn } from './visit.ts';

/** A maker in Remscheid: sells in euro from the first start on, and keeps the days of Berlin. */
const shop = shopInBrowser({ SHOP_CURRENCY: 'EUR' });
const DOLLAR = /\$\s?\d|US\$|\bUSD\b|dollar/i;
const WIDTHS = [390, 1440];
const TIMEOUT_MS = 400_000;

type Call = <T>(method: 'get' | 'post' | 'put', path: string, data?: object) => Promise<T>;

/** Calls as whoever is signed in on the page. */
async function callsOf(page: Page): Promise<Call> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  return async (method, path, data) => {
    const answer = await page.request[method](path, { headers, ...(data ? { data } : {}) });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as never;
  };
}

interface Made {
  _id: string;
}
const ADDRESS = { street: 'Hammerweg 1', extra: '', postalCode: '42853', town: 'Remscheid', region: '', country: 'DE' };
const BUYER = { name: 'Alice Archer', phone: '555', deliveryAddress: ADDRESS };

/** What the pages then have to show: what is sold, owed, offered, given back, and waits. */
async function business(ada: Page, alice: Page, bob: Page) {
  const [office, buyer, waiting] = [await callsOf(ada), await callsOf(alice), await callsOf(bob)];
  const settings = await office<{ company: object }>('get', '/settings');
  await office('put', '/settings', {
    ...settings,
    timeZone: 'Europe/Berlin',
    tax: [{ country: 'DE', percent: 19, name: 'USt' }],
    delivery: [
      {
        id: 'van',
        name: 'Van',
        countries: ['*'],
        days: [1, 3],
        freeFrom: 5_000,
        rates: [{ upTo: null, price: 7.35 }],
      },
    ],
    company: { ...settings.company, country: 'DE', vatId: 'DE136695976', invoiceAddress: ADDRESS },
  });
  const [company] = await buyer<Made[]>('get', '/my-companies');
  const [tool] = await buyer<Made[]>('get', '/tool?q=HAM-CL-16H');
  const [companyId, toolId] = [company!._id, tool!._id];
  const paid = await orderByCall(alice);
  await payByCall(alice, paid.id);
  await office('post', `/order/${paid.id}/refund`, { reason: 'Bent', amount: 10 });
  const unpaid = await orderByCall(alice);
  const lines = [{ toolId, quantity: 24 }];
  const onAccount = await buyer<Made>('post', '/order', { ...BUYER, companyId, pay: 'account', lines });
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date());
  await office('post', `/company/${companyId}/payment`, { amount: 50, date, reference: 'KTO 1' });
  await waiting('post', '/order', { ...BUYER, companyId, lines: [{ toolId, quantity: 96 }] });
  const quote = await buyer<Made>('post', '/quote', { lines, companyId, message: 'For the yard' });
  const offer = { lines: [{ toolId, quantity: 24, unitPrice: 17.5 }], freight: 9, validUntil: '2099-12-31' };
  await office('post', `/quote/${quote._id}/version`, offer);
  await buyer('post', '/quote', { lines, companyId });
  const list = await buyer<Made>('post', '/my-list', { name: 'Van stock', lines });
  const priceList = await office<Made>('post', '/price-list', { name: 'Händler', percentOff: 10 });
  await office('put', `/price-list/${priceList._id}/item/${toolId}`, { price: 16, priceBreaks: [] });
  return {
    productId: toolId,
    idFor({ pattern }: Screen): string {
      if (pattern.includes('/receipt/')) return paid.id;
      if (pattern.includes('/payment/')) return unpaid.id;
      if (pattern.includes('/orders/')) return onAccount._id;
      if (pattern.includes('/lists/')) return list._id;
      if (pattern.includes('/quotes/')) return quote._id;
      if (pattern.includes('/priceLists/')) return priceList._id;
      return companyId;
    },
    paid: paid.id,
  };
}

/** All that a page says to people and to programs, but for the lists of all currencies that a shop can have. */
function saidOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const told = ['alt', 'aria-label', 'aria-description', 'content', 'placeholder', 'title', 'value'];
    const parts = [...document.querySelectorAll('*')].filter((part) => !part.closest('select[name="currency"]'));
    const own = (part: Element) =>
      [...part.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ' ')).join('');
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map((part) => part.textContent);
    return parts
      .filter((part) => !part.matches('script, style'))
      .flatMap((part) => [own(part), ...told.map((name) => part.getAttribute(name))])
      .concat(data)
      .filter((text) => text?.trim() && !text.startsWith('one of USD, EUR, '))
      .join('\n');
  });
}

it(
  'a shop in euro says dollar on no page, to nobody, on a telephone or a desk',
  async () => {
    const [ada, alice, bob] = [await shop.open(), await shop.open(), await shop.open()];
    await signIn(ada, 'ada');
    await signIn(alice, 'alice');
    await signIn(bob, 'bob');
    const known = await business(ada, alice, bob);
    const visitor = await shop.open();
    const lettersSent = async () =>
      (await (await alice.request.get('/demo/mailbox.json')).json()) as { text: string; html?: string }[];
    const links = async () =>
      (await lettersSent()).flatMap(({ text }) => /\/approve\?token=[\w-]+/.exec(text)?.[0] ?? []);
    await expect.poll(async () => (await links()).length, { timeout: 20_000 }).toBeGreaterThan(0);
    const [link = ''] = await links();
    expect((await lettersSent()).filter((letter) => DOLLAR.test(JSON.stringify(letter)))).toEqual([]);
    for (const file of ['/feeds/google.xml', '/llms.txt', '/products.md'])
      expect(await (await visitor.request.get(file)).text(), file).not.toMatch(DOLLAR);
    await alice.goto(`/products/${known.productId}`);
    // The lines of the last order's address, in a field of one line.
    await expect
      .poll(() => alice.getByLabel('Address', { exact: true }).inputValue())
      .toBe('Hammerweg 1, 42853 Remscheid');
    const [saying, wide]: [string[], string[]] = [[], []];
    let euros = 0;
    const more = {
      visitor: [link, '/products?q=hammer', '/docs'],
      alice: [`/dashboard/orders/${known.paid}`],
      ada: [],
    };
    for (const [who, page] of Object.entries({ visitor, alice, ada })) {
      const screens = allScreens().filter(({ forStaff, pattern }) =>
        who === 'ada' ? forStaff : !forStaff && (who === 'alice' || !pattern.startsWith('/dashboard')),
      );
      const addresses = screens.map((screen) =>
        addressOf(screen, { productId: known.productId, id: known.idFor(screen) }),
      );
      for (const address of [...addresses, ...more[who as keyof typeof more]]) {
        await page.goto(address);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await settled(page);
          const said = await saidOn(page);
          saying.push(
            ...said
              .split('\n')
              .filter((text) => DOLLAR.test(text))
              .map((text) => `${who} ${address}: ${text}`),
          );
          if (said.includes('€')) euros++;
          if ((await sidewaysScroll(page)) > 0) wide.push(`${who} ${address} at ${width}`);
        }
      }
    }
    expect(saying).toEqual([]);
    expect(wide).toEqual([]);
    expect(euros).toBeGreaterThan(40);
  },
  TIMEOUT_MS,
);
