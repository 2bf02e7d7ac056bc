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
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const placed = await page.request.post('/order', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      lines: [{ toolId: tool!._id, quantity: tool!.minOrderQuantity }],
      name: long,
      company: long,
      address: `${long}-Straße 1000, Niederlassung ${long}`,
      phone: '+49 30 1234567890123456',
      purchaseOrder: 'PO-2026-11-27-0000000000000004711-ABCDEFGHIJKLMN',
    },
  });
  expect(placed.status()).toBe(201);
  await page.goto('/dashboard');
  await page.getByText(long).first().waitFor();
  await settled(page);
  expect([await sidewaysScroll(page), await page.evaluate(scrollsInside)]).toEqual([0, 0]);
});

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
