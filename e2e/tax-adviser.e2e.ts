import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

async function saved(page: Page, label: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: label }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

it.each([360, 1440])(
  'the books of a month are saved, and the accounts that they lack are set at %i px',
  async (width) => {
    const page = await shop.open({ width });
    await signIn(page, 'ada');
    await page.goto('/dashboard/taxAdviser');
    await page.getByRole('heading', { name: 'For the Tax Adviser' }).waitFor();
    // This month has the demo's newest papers.
    await page.getByLabel('Month').selectOption({ index: 0 });
    const lacking = page.getByRole('region', { name: 'Missing account numbers' });
    await lacking
      .getByText(/posting/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const accounts = page.getByRole('form', { name: 'Accounts' });
    await accounts.getByLabel('Bank').fill('12000');
    await accounts.getByRole('button', { name: 'Save accounts' }).click();
    await accounts.getByText('Enter an account of at most 4 digits').waitFor();
    await accounts.getByLabel('Bank').fill('1200');
    await accounts.getByLabel('Chart of accounts').selectOption('SKR03');
    await accounts.getByLabel('Consultant number').fill('29098');
    await accounts.getByRole('button', { name: 'Add a revenue account' }).click();
    await accounts.getByLabel('Percent, row 1').fill('19');
    await accounts.getByLabel('Account, row 1', { exact: true }).fill('8400');
    await accounts.getByRole('button', { name: 'Save accounts' }).click();
    await page.getByText('Accounts saved').first().waitFor();
    await accounts.getByRole('button', { name: 'Remove row 1' }).click();
    await accounts.getByRole('button', { name: 'Save accounts' }).click();
    await expect.poll(() => accounts.getByLabel('Account, row 1', { exact: true }).count()).toBe(0);

    const datev = await saved(page, 'Save Postings for DATEV as CSV');
    expect(datev.name).toMatch(/^EXTF_Buchungsstapel-.*\.csv$/);
    expect(datev.bytes.toString('latin1')).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;/);
    expect((await saved(page, 'Save Payments as CSV')).bytes.toString()).toMatch(/^\uFEFFday,kind,method/);
    expect((await saved(page, 'Save Open items as Excel')).name).toMatch(/^open-items-.*\.xlsx$/);
    expect((await saved(page, 'Save Documents as ZIP')).name).toMatch(/^papers-.*\.zip$/);
  },
);
