import { expect, it } from 'vitest';
import { hasFocus } from './keyboard.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, signIn } from './visit.ts';

const shop = shopInBrowser();

it('who stays in a form that Escape would have left goes on in the field that they were in', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/manageProducts');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  const name = dialog.getByLabel('Name', { exact: true });
  await name.fill('Half a name');
  await page.keyboard.press('Escape');
  await dialog.getByText('Leave without saving your changes?').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(name)).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await dialog.getByText('Leave without saving your changes?').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus(dialog.getByRole('button', { name: 'Save' }))).toBe(true);
});

it('what a tool is said to be is not lost by Escape; a refusal leads to its field, a document taken away to their heading', async () => {
  const page = await shop.open({ width: 390 });
  await signIn(page, 'ada');
  await page.goto('/dashboard/manageProducts');
  await page.getByRole('button', { name: 'Attributes' }).first().click();
  const dialog = page.getByRole('dialog');
  const material = dialog.getByLabel('Material');
  await material.fill('Steel, hardened');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await dialog.getByText('Material must be a text without a comma').waitFor();
  await expect.poll(() => hasFocus(material)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.getByText('Leave without saving your changes?').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  expect([await hasFocus(material), await material.inputValue()]).toEqual([true, 'Steel, hardened']);
  await material.fill('Steel');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Attributes saved').first().waitFor();
  await dialog.getByLabel('Add a document').setInputFiles({
    name: 'Drawing 7.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  });
  await dialog.getByRole('button', { name: 'Remove Drawing 7' }).press('Enter');
  await page.getByText('Drawing 7 removed').first().waitFor();
  await expect.poll(() => hasFocus(dialog.getByRole('heading', { name: 'Documents' }))).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

it('who added a product goes on with the name of the next', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/addProduct');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Chalk line');
  await page.getByLabel('Description').fill('Braided, with a crank.');
  await page.getByLabel('Price', { exact: true }).fill('4.20');
  await page.getByLabel('Available quantity').fill('90');
  await page.getByLabel('Minimum order quantity').fill('3');
  await page.getByLabel('Image URL').fill('/pictures/hook-640.webp');
  await page.getByRole('button', { name: 'Add Product' }).press('Enter');
  await page.getByText('New Product Added').first().waitFor();
  await expect.poll(() => hasFocus(name)).toBe(true);
  expect(await name.inputValue()).toBe('');
});
