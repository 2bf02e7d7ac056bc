import { describe, expect, it } from 'vitest';
import { hasFocus, tabTo, typeOver, coveredFocus } from './keyboard.ts';
import { settled } from './screens.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, signIn } from './visit.ts';

const shop = shopInBrowser();

describe('by keyboard alone', () => {
  it('a customer finds a tool, signs in, orders and pays', async () => {
    const page = await shop.open();
    await page.goto('/');
    await tabTo(page, page.getByRole('link', { name: 'Show All Tools' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/products');
    await tabTo(page, page.getByRole('link', { name: 'Order Now' }).first());
    await page.keyboard.press('Enter');

    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type('alice@tradebench.test');
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type('tradebench');
    await page.keyboard.press('Enter');

    await tabTo(page, page.getByLabel('Address'));
    await typeOver(page, '1 Dock Road, 4100 Chattogram');
    await tabTo(page, page.getByLabel('Phone'));
    await typeOver(page, '555 0100');
    await tabTo(page, page.getByRole('button', { name: 'Purchase' }));
    await page.keyboard.press('Enter');
    await page.getByText('New Order Added').first().waitFor();

    await tabTo(page, page.getByRole('link', { name: 'Pay', exact: true }));
    await page.keyboard.press('Enter');
    const card = page.frameLocator('iframe').first();
    await tabTo(page, card.getByLabel('Card number'));
    await page.keyboard.type('4242424242424242');
    await tabTo(page, card.getByLabel(/^Expir/));
    await page.keyboard.type('1234');
    await tabTo(page, card.getByLabel('CVC'));
    await page.keyboard.type('123');
    await tabTo(page, card.getByLabel('ZIP'));
    await page.keyboard.type('12345');
    await tabTo(page, page.getByRole('button', { name: 'Pay', exact: true }));
    await page.keyboard.press('Enter');
    await page.getByText('Congrats! Your payment is completed.').waitFor();
  });

  it('the first stop leads past the menu to the content', async () => {
    const page = await shop.open();
    await page.goto('/products');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await page.keyboard.press('Tab');
    expect(await hasFocus(skip)).toBe(true);
    expect((await skip.boundingBox())?.width).toBeGreaterThan(40);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(() => !!document.activeElement?.closest('main'));
    expect(inside).toBe(true);
  });

  it('the menu of a small screen opens, leads on and is closed on the next page', async () => {
    const page = await shop.open({ width: 360 });
    await page.goto('/');
    await tabTo(page, page.getByLabel('Menu'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Reviews', exact: true }).first());
    await page.keyboard.press('Enter');
    await page.waitForURL('**/reviews');
    await page.getByRole('heading', { name: 'Reviews', exact: true, level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Blogs', exact: true }).first().waitFor({ state: 'hidden' });
  });

  it('the question before a deletion takes the focus, closes with Escape and gives the focus back', async () => {
    const page = await shop.open();
    await signIn(page, 'bob');
    await page.goto('/products');
    await page.getByRole('link', { name: 'Order Now' }).first().click();
    await page.getByLabel('Address').fill('1 Dock Road, 4100 Chattogram');
    await page.getByLabel('Phone').fill('555 0100');
    await page.getByRole('button', { name: 'Purchase' }).click();
    await page.getByText('New Order Added').first().waitFor();
    await page.goto('/dashboard');
    const cross = page.getByRole('button', { name: 'X', exact: true });
    await tabTo(page, cross);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Are you sure?').waitFor();
    for (let presses = 0; presses < 5; presses++) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      );
      expect(outside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(cross)).toBe(true);
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'My Orders: 0' }).waitFor();
  });
});

it('a clerk pastes a list, mends a row, and purchases from the basket by keyboard alone', async () => {
  const page = await shop.open();
  await signIn(page, 'bob');
  await page.goto('/order-pad');
  await tabTo(page, page.getByLabel('Your list'));
  await page.keyboard.insertText('HAM-CL-16H;48\nSPA-CO-13;51\nno such thing;3');
  await tabTo(page, page.getByRole('button', { name: 'Read the list' }));
  await page.keyboard.press('Enter');
  await page.getByText('3 rows read').waitFor();
  expect(await hasFocus(page.getByRole('button', { name: 'Read the list' }))).toBe(true);
  await expectAccessible(page);
  // Enter goes from one quantity to the next, arrows change it by one carton.
  const hammers = page.getByLabel('Pieces of Claw Hammer 16 oz, Hickory');
  await tabTo(page, hammers);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  expect(await hasFocus(page.getByLabel('Pieces of Combination Spanner 13 mm, Chrome Vanadium'))).toBe(true);
  await typeOver(page, '60');
  const add = page.getByRole('button', { name: 'Add 2 lines to basket' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  await page.getByText('2 lines added to the basket.').waitFor();
  await expect.poll(() => hasFocus(page.getByRole('link', { name: 'View basket' }))).toBe(true);
  await page.keyboard.press('Enter');

  await page.getByText('Goods, 2 lines').waitFor();
  await expectAccessible(page);
  await tabTo(page, page.getByLabel('Pieces of Combination Spanner 13 mm, Chrome Vanadium'));
  await page.keyboard.press('Shift+ArrowUp');
  await expect
    .poll(() => page.getByLabel('Pieces of Combination Spanner 13 mm, Chrome Vanadium').inputValue())
    .toBe('70');
  await tabTo(page, page.getByRole('button', { name: 'Remove Claw Hammer 16 oz, Hickory' }));
  await page.keyboard.press('Enter');
  await page.getByText('Claw Hammer 16 oz, Hickory was removed from the basket.').waitFor();
  await tabTo(page, page.getByLabel('Phone'));
  await typeOver(page, '+880 2 555 0100');
  await tabTo(page, page.getByLabel('Street and number'));
  await typeOver(page, '1 Dock Road');
  await tabTo(page, page.getByLabel('Postal code'));
  await typeOver(page, '4100');
  await tabTo(page, page.getByLabel('Town'));
  await typeOver(page, 'Chattogram');
  await tabTo(page, page.getByRole('button', { name: 'Purchase' }));
  await page.keyboard.press('Enter');
  await page.getByText(/Please pay: \$/).waitFor();
});

it('on a telephone the totals stay at the foot, and cover neither what has the focus nor the end of the page', async () => {
  const page = await shop.open({ width: 360 });
  await signIn(page, 'alice');
  await page.goto('/order-pad');
  const skus = [
    'HAM-CL-16H;48',
    'SPA-CO-13;50',
    'AXE-FE-16;12',
    'HAM-BP-24F;24',
    'SPA-CO-19;50',
    'SCR-SL-55;60',
    'GOG-CL;60',
  ];
  // The document shows the box before the page's script reads it.
  const read = page.getByRole('button', { name: 'Read the list' });
  await expect
    .poll(async () => {
      await page.getByLabel('Your list').fill('');
      await page.getByLabel('Your list').fill(skus.join('\n'));
      return read.isEnabled();
    })
    .toBe(true);
  await read.click();
  await page.getByRole('button', { name: 'Add 7 lines to basket' }).click();
  await page.goto('/basket');
  await page.getByText('Goods, 7 lines').waitFor();
  const totals = page.locator('.totals-bar');
  const edges = () =>
    page.evaluate(() => {
      const box = document.querySelector('.totals-bar')?.getBoundingClientRect();
      const focused = document.activeElement?.getBoundingClientRect();
      return { top: box?.top ?? 0, bottom: box?.bottom ?? 0, focused: focused?.bottom ?? 0, window: innerHeight };
    });
  const atTop = await edges();
  expect(Math.round(atTop.bottom)).toBe(atTop.window);
  await expectAccessible(page);
  for (const box of await page.getByLabel(/^Pieces of/).all()) {
    await box.focus();
    const now = await edges();
    expect(now.focused).toBeLessThanOrEqual(now.top + 1);
  }
  await page.getByRole('button', { name: 'Purchase' }).scrollIntoViewIfNeeded();
  await page.keyboard.press('End');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const form = await page.getByRole('button', { name: 'Purchase' }).boundingBox();
  const end = await totals.boundingBox();
  expect((form?.y ?? 0) + (form?.height ?? 0)).toBeLessThanOrEqual(end?.y ?? 0);
});

/** Whether the header, or a foot that stays in sight, lies over what has the focus (WCAG 2.4.11). */
it.each([360, 1440])(
  'whichever way somebody goes through a long page of %i px, nothing hides what has the focus',
  async (width) => {
    const page = await shop.open({ width });
    await signIn(page, 'ada');
    const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`;
    const tools = (await (await page.request.get('/tool?limit=12&inStock=true')).json()) as {
      _id: string;
      minOrderQuantity: number;
    }[];
    const lines = tools.map(({ _id, minOrderQuantity }) => ({ toolId: _id, quantity: minOrderQuantity }));
    const filled = await page.request.put('/my-basket', { headers: { authorization }, data: { lines } });
    expect(filled.status()).toBe(200);
    await page.setViewportSize({ width, height: 640 });
    const covered: Record<string, string[]> = {};
    const pages = [
      `/products/${tools[0]!._id}`,
      '/products',
      '/blogs',
      '/basket',
      '/dashboard/manageProducts',
      '/dashboard/sheet',
      '/dashboard/settings',
    ];
    for (const path of pages) {
      await page.goto(path);
      await settled(page);
      covered[path] = await coveredFocus(page);
    }
    expect(covered).toEqual(Object.fromEntries(pages.map((path) => [path, []])));
  },
);
