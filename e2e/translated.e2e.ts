import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addressOf, allScreens, settled } from './screens.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';

const shop = shopInBrowser();

/** Does to a page what a browser's translation does: each text is replaced by elements of the browser's own, those that come later too. */
async function translate(page: Page): Promise<void> {
  // Before its script has come alive a translated page is drawn anew, which React reports as an error of the page. What comes
  // alive only when somebody turns to it is not waited for.
  await page
    .waitForFunction(
      () =>
        [...document.querySelectorAll('main :is(h1, h2, p, a, label, input, button)')].every((part) =>
          Object.keys(part).some((key) => key.startsWith('__reactFiber$')),
        ),
      null,
      { timeout: 5_000 },
    )
    .catch(() => {});
  await page.evaluate(() => {
    const LEFT = 'script, style, textarea, title, option, font, svg';
    const replace = (text: Text) => {
      if (!/\S/.test(text.data) || !text.isConnected || text.parentElement?.closest(LEFT)) return;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const all = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts: Text[] = node instanceof Text ? [node] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(replace);
    };
    all(document.body);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes) all(node);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

const isWhole = async (page: Page) => {
  expect(await page.getByText('This page cannot be shown').count()).toBe(0);
};

it('a translated pad, basket and product page go on working while things change', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  await page.goto('/order-pad');
  await settled(page);
  await translate(page);
  await page.getByLabel('Your list').fill('HAM-CL-16H;24\nnothing of ours;3\nRUL-300;60');
  await page.getByRole('button', { name: 'Read the list' }).click();
  await page.getByText('3 rows read').waitFor();
  await page.getByLabel('Your list').fill('HAM-CL-16H;24');
  await page.getByRole('button', { name: 'Read the list' }).click();
  await page.getByText('1 row read').waitFor();
  await page.getByRole('button', { name: /^Add \d+ lines? to basket/ }).click();
  await page.getByRole('link', { name: 'View basket' }).click();
  await page
    .getByText(/^Goods, \d lines?$/)
    .first()
    .waitFor();
  const amount = page.getByLabel(/^Pieces of/).first();
  const total = page.locator('dd').last();
  for (const each of ['36', '1', '48']) {
    const before = await total.textContent();
    await amount.fill(each);
    await amount.press('Tab');
    await expect.poll(() => total.textContent()).not.toBe(before);
  }
  await isWhole(page);
  await page.goto('/products');
  await settled(page);
  const address = await page.getByRole('link', { name: 'Order Now' }).first().getAttribute('href');
  await page.goto(address ?? '');
  await settled(page);
  await translate(page);
  const pieces = page.getByLabel('Quantity', { exact: true });
  for (const each of ['1', '500', '99999999', '500']) {
    await pieces.fill(each);
    await pieces.press('Tab');
    await settled(page);
  }
  await isWhole(page);
});

it.each(['alice', 'ada'] as const)(
  'every screen that %s sees can be translated, filled and left',
  async (who) => {
    const page = await shop.open();
    await signIn(page, who);
    await page.goto('/products');
    const address = await page.getByRole('link', { name: 'Order Now' }).first().getAttribute('href');
    const productId = address?.split('/')[2] ?? '';
    const own = allScreens().filter(({ forStaff, forVisitors }) => !forVisitors && forStaff === (who === 'ada'));
    expect(own.length).toBeGreaterThan(10);
    for (const screen of own) {
      await page.goto(addressOf(screen, { productId, id: 'none' }));
      await settled(page);
      await translate(page);
      for (const field of await page.locator('main input[type="number"]').all()) {
        // What is filled may take the next one away.
        await field.fill('7', { timeout: 500 }).catch(() => {});
        await page.keyboard.press('Tab');
      }
      await isWhole(page);
    }
  },
  240_000,
);
