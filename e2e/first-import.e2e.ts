import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

const SHEET = [
  'Mustermann Werkzeuge GmbH;',
  'Artikelnummer;Bezeichnung;VK netto;Gewicht (kg);Werkstoff;Länge (mm);Bilddatei',
  'ERP-1;Feile rund;12,50;0,250;Stahl;200;feile.jpg',
  'ERP-2;Feile flach;auf Anfrage;0,300;Stahl;250;feile.jpg',
].join('\r\n');

it.each([360, 1440])('a sheet with a new attribute and a row in error is imported at %i px', async (width) => {
  const page = await shop.open({ width });
  await signIn(page, 'ada');
  await page.goto('/dashboard/import');
  await page.getByLabel('Drop a sheet here, or choose one').setInputFiles({
    name: `artikel-${width}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(SHEET.replaceAll('ERP-', `ERP-${width}-`).replaceAll('Feile', `Feile ${width}`)),
  });
  await page.getByText('The headings are in row 2.').waitFor();
  await page
    .getByLabel('Werkstoff', { exact: true })
    .getByRole('option', { name: 'Weight in kilograms' })
    .waitFor({ state: 'attached' });
  // What is asked in the form is no error of the sheet.
  expect(await page.getByText('There is no column with this name').count()).toBe(0);
  if (width === 360) {
    await page.getByText('Say below what the headings mean').waitFor();
    await page.getByLabel('Werkstoff', { exact: true }).selectOption('New attribute');
    await page.getByLabel('Länge (mm)', { exact: true }).selectOption('New attribute');
    await page.getByLabel('Kind of Länge (mm)').waitFor();
    await page.getByRole('button', { name: 'Read the sheet again' }).click();
    await page.getByText('Länge: a number in mm').waitFor();
    await page.getByText('Werkstoff: words to choose from').waitFor();
  }
  await page.getByText('Enter a price such as 12.50').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('left-out.csv');
  await page.getByRole('button', { name: 'Leave out the rows with errors and import 1 row' }).click();
  await page.getByText('Import complete.').waitFor();
});
