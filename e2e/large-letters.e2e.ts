import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { orderByCall } from './order-by-call.ts';
import { addressOf, allScreens, settled } from './screens.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { sidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();
/** What somebody who sees badly sets in their browser, in px; 16 is usual. */
const LETTERS = 24;
const TIMEOUT_MS = 240_000;
/** Lists with much in a row that never scroll sideways by themselves. */
const NEVER_SIDEWAYS = [
  '/dashboard',
  '/dashboard/orders',
  '/dashboard/companies',
  '/dashboard/company',
  '/dashboard/priceLists',
];
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const PARTS = [
  ['visitors', (pattern: string) => !pattern.startsWith('/dashboard')],
  ['those who are signed in', (pattern: string) => pattern.startsWith('/dashboard')],
] as const;

it.each(PARTS)(
  'with letters of 24 px no page for %s is wider than a telephone',
  async (who, isMeant) => {
    const page = await shop.open({ width: 360 });
    let known = { productId: '', id: '' };
    if (who !== 'visitors') {
      await signIn(page, 'ada');
      known = await orderByCall(page);
    } else {
      const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as { _id: string }[];
      known.productId = tool!._id;
    }
    await withLetters(page);
    const wide: string[] = [];
    for (const screen of allScreens().filter(({ pattern }) => isMeant(pattern))) {
      await page.goto(addressOf(screen, known));
      await settled(page);
      const out = await sidewaysScroll(page);
      if (out > 0) wide.push(`${screen.pattern} by ${out} px: ${await whatSticksOut(page)}`);
    }
    expect(wide).toEqual([]);
  },
  TIMEOUT_MS,
);

it('My Orders with long words is no wider than a screen of 1280 px', async () => {
  const page = await shop.open({ width: 1280 });
  await signIn(page, 'ada');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as {
    _id: string;
    minOrderQuantity: number;
  }[];
  const placed = await page.request.post('/order', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      lines: [{ toolId: tool!._id, quantity: tool!.minOrderQuantity }],
      name: LONG,
      company: LONG,
      address: `${LONG}-Straße 1000, Niederlassung ${LONG}`,
      phone: '+49 30 1234567890123456',
      purchaseOrder: 'PO-2026-11-27-0000000000000004711-ABCDEFGHIJKLMN',
    },
  });
  expect(placed.status()).toBe(201);
  await page.goto('/dashboard');
  await page.getByText(LONG).first().waitFor();
  await settled(page);
  expect([await sidewaysScroll(page), await page.evaluate(scrollsInside)]).toEqual([0, 0]);
});

it.each([360, 1280])(
  'with letters of 24 px and long words no list is wider than %i px',
  async (width) => {
    const [alice, ada] = [await shop.open({ width }), await shop.open({ width })];
    await signIn(alice, 'alice');
    await signIn(ada, 'ada');
    for (const person of [alice, ada]) await longWordsOf(person, width);
    await ask(ada, 'POST', '/price-list', { name: `${LONG.slice(0, 60)} ${width}` });
    await ask(ada, 'POST', '/webhook', { url: `https://erp.example/${LONG}`, events: ['order.paid'] });
    await ask(ada, 'POST', '/customer', { email: `${'long'.repeat(15)}@w${width}.people.test`, name: LONG });
    const wide: string[] = [];
    for (const page of [alice, ada]) {
      await withLetters(page);
      for (const { pattern, forStaff } of allScreens()) {
        if (!pattern.startsWith('/dashboard') || pattern.includes(':') || (page === alice && forStaff)) continue;
        await page.goto(pattern);
        await settled(page);
        const out = await sidewaysScroll(page);
        const inside = NEVER_SIDEWAYS.includes(pattern) ? await page.evaluate(scrollsInside) : 0;
        if (out > 0 || inside > 0)
          wide.push(`${pattern} by ${out} px, within by ${inside}: ${await whatSticksOut(page)}`);
      }
    }
    expect(wide).toEqual([]);
  },
  TIMEOUT_MS,
);

it('a movement of the bank that was put aside with long words is no wider than a telephone', async () => {
  const ada = await shop.open({ width: 360 });
  await signIn(ada, 'ada');
  const csv = `Datum;Betrag;Verwendungszweck;Name\n03.04.2026;1234,50;${LONG};${LONG}\n`;
  const token = await ada.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  const sent = await ada.request.post('/import/bank?name=long.csv', { headers, data: Buffer.from(csv) });
  const { _id, rows } = (await sent.json()) as { _id: string; rows: { row: number }[] };
  await ask(ada, 'PUT', `/bank-import/${_id}/line/${rows[0]!.row}`, { ours: false, note: LONG });
  await ada.goto(`/dashboard/bank?id=${_id}`);
  await ada.getByText('Put aside').first().waitFor();
  expect(await sidewaysScroll(ada)).toBe(0);
});

/** An order, a list, a company and a quote of whoever is signed in on the page, with words that have no end. */
async function longWordsOf(page: Page, width: number): Promise<void> {
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as {
    _id: string;
    minOrderQuantity: number;
  }[];
  const lines = [{ toolId: tool!._id, quantity: tool!.minOrderQuantity }];
  const address = { street: LONG, postalCode: '4100', town: LONG, country: 'BD' };
  await ask(page, 'POST', '/company', { name: LONG, invoiceAddress: address });
  const who = { name: LONG, company: LONG, phone: '+49 30 1234567890123456', address: LONG };
  await ask(page, 'POST', '/order', {
    ...who,
    lines,
    purchaseOrder: 'PO-2026-11-27-0000000000000004711-ABCDEFGHIJKLMN',
  });
  await ask(page, 'POST', '/my-list', { name: `${LONG.slice(0, 70)}${width}`, lines });
  await ask(page, 'POST', '/quote', { lines, message: LONG });
}

/** What a call of whoever is signed in on the page answers. */
async function ask(page: Page, method: string, path: string, data: object): Promise<{ _id: string }> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() };
  const answer = await page.request.fetch(path, { method, headers, data });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return (await answer.json()) as { _id: string };
}

/** As the browser's own setting does it: pages that say no sizes in px follow. */
async function withLetters(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard: LETTERS, fixed: LETTERS } });
}

/** What stands farthest to the right, so that it is found. */
function whatSticksOut(page: Page): Promise<string> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const out = [...document.querySelectorAll('body *')].filter(
      (one) => one.checkVisibility() && one.getBoundingClientRect().right > width + 1 && !scrollsByItself(one),
    );
    const inner = out.filter((one) => !out.some((other) => other !== one && one.contains(other)));
    return inner
      .slice(0, 4)
      .map((one) => `${one.tagName} .${one.className} "${one.textContent.slice(0, 30)}"`)
      .join('; ');

    function scrollsByItself({ parentElement }: Element): boolean {
      if (!parentElement || parentElement === document.body) return false;
      return getComputedStyle(parentElement).overflowX !== 'visible' || scrollsByItself(parentElement);
    }
  });
}

/** How far tables that scroll by themselves do, in pixels. */
function scrollsInside(): number {
  const tables = [...document.querySelectorAll('main table')].map(({ parentElement }) => parentElement!);
  return Math.max(0, ...tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
}
