import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { may, type Permission, type Role, ROLES } from '#contract/policy.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, signIn } from './visit.ts';

const shop = shopInBrowser();

/** The office's pages with what each asks for, as the contract's table of roles says. */
const PAGES: [link: string, path: string, permission: Permission][] = [
  ['Overview', '/dashboard/overview', 'figures'],
  ['All Orders', '/dashboard/orders', 'orders.read'],
  ['All Users', '/dashboard/users', 'users'],
  ['Add a Product', '/dashboard/addProduct', 'tools.write'],
  ['Manage Products', '/dashboard/manageProducts', 'tools.read'],
  ['Audit Log', '/dashboard/audit', 'audit'],
  ['Pages', '/dashboard/pages', 'pages'],
  ['Settings', '/dashboard/settings', 'settings'],
  ['Reviews', '/dashboard/reviews', 'reviews'],
  ['For the Tax Adviser', '/dashboard/taxAdviser', 'export'],
  ['Punch-Out', '/dashboard/punchOut', 'punchout'],
];

async function giveRole(admin: Page, role: Role): Promise<void> {
  const token = await admin.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await admin.request.put('/user/role/alice@tradebench.test', {
    headers: { authorization: `Bearer ${token}` },
    data: { role },
  });
  expect(answer.status()).toBe(200);
}

it('each role sees its own pages in the menu, and is told where one is not its own', async () => {
  const admin = await shop.open();
  await signIn(admin, 'ada');
  const page = await shop.open();
  await signIn(page, 'alice');
  for (const role of ROLES.filter((each) => each !== 'customer')) {
    await giveRole(admin, role);
    await page.goto('/dashboard/myProfile');
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    await menu.getByRole('link', { name: 'Manage Products' }).waitFor();
    for (const [link, , permission] of PAGES) {
      const links = await menu.getByRole('link', { name: link }).count();
      expect(links, `${role}: ${link}`).toBe(may(role, permission) ? 1 : 0);
    }
    for (const [, path] of PAGES.filter(([, , permission]) => !may(role, permission))) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Not available for your role' }).waitFor();
    }
  }
  await giveRole(admin, 'customer');
});

it('an admin sets what the shop says, nothing typed is lost to somebody else, and the audit log puts it back', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/settings');
  const phone = page.getByLabel('Telephone');
  await phone.fill('+49 30 123 456');
  const other = await shop.open();
  await signIn(other, 'ada');
  await other.goto('/dashboard/settings');
  await other.getByLabel('Hours an unpaid order is held').fill('24');
  await other.getByRole('button', { name: 'Save settings' }).click();
  await other.getByText('Settings saved').first().waitFor();

  const save = page.getByRole('button', { name: 'Save settings' });
  await save.click();
  await page.getByText('Someone else changed the settings in the meantime').waitFor();
  expect(await phone.inputValue()).toBe('+49 30 123 456');
  expect(await page.getByLabel('Hours an unpaid order is held').inputValue()).toBe('24');
  await page.getByRole('link', { name: 'My Profile' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await page.getByRole('button', { name: 'Add a delivery method' }).click();
  await save.click();
  await page.getByText('Some fields need your attention').waitFor();
  expect(await page.locator('[aria-invalid="true"]').count()).toBeGreaterThan(2);
  // So high that its foot lies over no field: axe takes what it half covers for too small to be hit.
  await page.setViewportSize({ width: 1440, height: 6000 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Remove Method 2' }).click();
  await save.click();
  await page.getByText('Settings saved').first().waitFor();
  const visitor = await shop.open();
  await visitor.goto('/');
  await visitor.getByText('+49 30 123 456').first().waitFor();

  await page.goto('/dashboard/audit?what=settings');
  const entry = page.getByRole('row').filter({ hasText: '+49 30 123 456' });
  await entry.getByRole('button', { name: /Undo/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  // The table's own buttons say the same words as the note; the question goes when it is done.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await visitor.reload();
  await visitor.getByText('+49 30 123 456').first().waitFor({ state: 'detached' });
});

it('staff are invited after the dialog said what they may, and stock moves by differences with a history', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/users');
  await page.getByRole('button', { name: 'Invite by e-mail' }).click();
  await page.getByLabel('E-mail address to invite').fill('packer@people.test');
  await page.getByRole('dialog').getByLabel('Role').selectOption('warehouse');
  await page.getByRole('dialog').getByText('ship orders and print packing slips').waitFor();
  await page.getByRole('button', { name: 'Invite as Warehouse' }).click();
  await page.getByRole('region', { name: 'Invitations' }).getByText('packer@people.test').waitFor();

  await page.goto('/dashboard/manageProducts?q=pickaxe');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /History/ }) })
    .first();
  await row.getByRole('button', { name: '+ / −' }).click();
  await page.getByLabel('Pieces received').fill('500');
  await page.getByRole('button', { name: 'Add 500' }).click();
  await page.getByText('in stock now').first().waitFor();
  await row.getByRole('button', { name: /History/ }).click();
  const history = page.getByRole('dialog').getByRole('table');
  await history.getByText('Changed by hand: Received').waitFor();
  await history.getByText('+500').waitFor();
});
