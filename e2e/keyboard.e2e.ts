import { describe, expect, it } from 'vitest';
import { hasFocus, tabTo, typeOver } from './keyboard.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';

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
    await typeOver(page, '1 Dock Road');
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
    await page.getByLabel('Address').fill('1 Dock Road');
    await page.getByLabel('Phone').fill('555');
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
