import { expect, it } from 'vitest';
import { orderByCall } from './order-by-call.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

it.each([390, 768, 1440])(
  'staff see all of a customer on one page, and order, ask and note for them at %i px',
  async (width) => {
    const page = await shop.open({ width });
    await signIn(page, 'ada');
    const bob = await shop.open();
    await signIn(bob, 'bob');
    await orderByCall(bob);
    await page.goto('/dashboard/orders');
    await page.getByRole('link', { name: 'Order by call' }).first().click();
    await page.getByRole('heading', { name: 'Bob Baker' }).waitFor();
    for (const name of ['Open balance', 'Orders', 'Quotes', 'Companies', 'Addresses', 'Notes'])
      await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.getByRole('table', { name: 'Orders', exact: true }).getByText('Themselves').first().waitFor();
    await page.getByText('No quotes yet.').waitFor();
    await page.getByRole('table', { name: 'Companies of the customer' }).getByText('Within 30 days').waitFor();
    // Nobody waits for money.
    expect(await page.getByRole('heading', { name: 'Refund requests' }).count()).toBe(0);
    await page.getByLabel('Note', { exact: true }).fill(`Rings at ${width}`);
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Saved').first().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const address = page.url();
    await page.reload();
    await expect.poll(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe(`Rings at ${width}`);
    await page.getByRole('link', { name: 'New order for them' }).click();
    await expect.poll(() => page.getByLabel('E-mail of the customer').inputValue()).toBe('bob@tradebench.test');
    await page.goto(address);
    await page.getByRole('link', { name: /^Order for company/ }).click();
    await expect
      .poll(() => page.getByLabel('Buys for').locator('option:checked').textContent())
      .toMatch(/^Nordfjord Bygg/);
    await page.goto(address);
    await page.getByRole('button', { name: 'New quote for them' }).click();
    await expect.poll(() => page.getByLabel('E-mail of the customer').inputValue()).toBe('bob@tradebench.test');
    await page.goto('/dashboard/customers/01aaaaaaaaaaaaaaaaaaaaaaaa');
    await page.getByRole('heading', { name: /not found/i }).waitFor();
  },
);

it('an admin blocks a customer on their page, who is out of the pages that they have open, and lets them in again', async () => {
  const [page, carol] = [await shop.open(), await shop.open()];
  await signIn(carol, 'carol');
  await carol.goto('/dashboard/myProfile');
  await signIn(page, 'ada');
  await page.goto('/dashboard/users?q=carol');
  await page.getByRole('link', { name: 'carol@tradebench.test' }).click();
  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await page.getByText('Blocked', { exact: true }).waitFor();
  await carol.getByRole('link', { name: 'My Orders' }).click();
  await carol.waitForURL(/\/(login.*)?$/);
  await page.getByRole('button', { name: 'Unblock' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
  await expect.poll(() => page.getByText('Blocked', { exact: true }).count()).toBe(0);
});
