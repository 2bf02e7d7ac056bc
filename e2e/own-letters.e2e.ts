import { expect, it } from 'vitest';
import { orderByCall, payByCall } from './order-by-call.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

it('letters and papers are looked at before they are saved, and a wrong field is told and keeps what was typed', async () => {
  const page = await shop.open({ width: 768 });
  await signIn(page, 'ada');
  await page.goto('/dashboard/settings');
  await page.getByText('Order received', { exact: true }).click();
  const text = page.getByLabel('Text: Order received');
  await text.fill('Order {orderNumber} <i>soon</i>, {ordernumber}');
  await page.getByRole('button', { name: 'Preview: Order received' }).click();
  await page.getByText('This letter has no field {ordernumber}').waitFor();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Some fields need your attention').waitFor();
  expect(await text.inputValue()).toContain('{ordernumber}');
  await text.fill('Order {orderNumber} <i>soon</i>');
  await page.getByLabel('Signature', { exact: true }).fill('Max Mustermann');
  await page.getByRole('button', { name: 'Preview: Order received' }).click();
  const seen = page.getByTitle('The e-mail: Order received');
  await seen.waitFor();
  const html = (await seen.getAttribute('srcdoc')) ?? '';
  expect(html).toMatch(/Order \d+ &#60;i&#62;soon&#60;\/i&#62;/);
  expect(html).toContain('Max Mustermann');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByLabel('Foot of every page').fill('HRB 1');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preview a pro forma invoice (PDF)' }).click();
  expect((await download).suggestedFilename()).toBe('preview.pdf');
});

it.each([360, 1440])(
  'each part of the settings is one press away at %i px, also while something is typed',
  async (width) => {
    const page = await shop.open({ width });
    await signIn(page, 'ada');
    await page.goto('/dashboard/settings');
    await page.getByLabel('Company name').fill('Zangen Werk');
    const links = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link');
    const headings = await page.locator('form > section > h3[id^="settings-"]').allInnerTexts();
    expect(await links.allInnerTexts()).toEqual(headings);
    await links.filter({ hasText: 'Documents' }).click();
    const top = async () => (await page.getByRole('heading', { name: 'Documents', level: 3 }).boundingBox())?.y;
    await expect.poll(top).toBeLessThan(200);
    // Below the bar that stays.
    expect(await top()).toBeGreaterThan(40);
    expect(await page.getByLabel('Company name').inputValue()).toBe('Zangen Werk');
    expect(await page.getByRole('button', { name: 'Remove: Picture of a shared link' }).count()).toBe(0);
    await page.getByLabel('Picture of a shared link', { exact: true }).fill('/pictures/saw-640.webp');
    await page.getByRole('button', { name: 'Remove: Picture of a shared link' }).click();
    const share = page.getByLabel('Picture of a shared link', { exact: true });
    expect(await share.inputValue()).toBe('');
    expect(await share.evaluate((field) => field === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  },
);

it('sales are told how much of an order they can still refund, and an admin can refund more', async () => {
  const [buyer, ada, sales] = [await shop.open(), await shop.open(), await shop.open()];
  await Promise.all([signIn(buyer, 'carol'), signIn(ada, 'ada'), signIn(sales, 'alice')]);
  const { id } = await orderByCall(buyer);
  await payByCall(buyer, id);
  await ada.goto('/dashboard/settings');
  await ada.getByLabel('Most that sales staff can refund of one order').fill('1,50');
  await ada.getByRole('button', { name: 'Save settings' }).click();
  await ada.getByText('Settings saved').first().waitFor();
  const token = await ada.evaluate(() => localStorage.getItem('accessToken'));
  const given = await ada.request.put('/user/role/alice@tradebench.test', {
    headers: { authorization: `Bearer ${token}` },
    data: { role: 'sales' },
  });
  expect(given.status()).toBe(200);

  await sales.goto(`/dashboard/orders/${id}`);
  await sales.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = sales.getByRole('dialog', { name: 'Refund order' });
  await dialog.getByLabel('Reason').fill('Scratched');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await dialog.getByText(/You can refund up to \$1\.50 of an order, and \$1\.50 is left of that/).waitFor();
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('Scratched');
  await expectAccessible(sales);
  await dialog.getByLabel('An amount').check();
  await dialog.getByLabel(/^Amount/).fill('1.50');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await sales.getByText(/refunded: Scratched/).waitFor();
  await ada.goto(`/dashboard/orders/${id}`);
  await ada.getByRole('button', { name: 'Refund', exact: true }).click();
  await ada.getByRole('dialog').getByLabel('Reason').fill('All of it');
  await ada.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  await ada.getByText(/refunded: All of it/).waitFor();
});
