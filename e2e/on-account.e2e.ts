import { expect, it } from 'vitest';
import { hasFocus } from './keyboard.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, signIn } from './visit.ts';

const shop = shopInBrowser();
const NORDFJORD = 'Nordfjord Bygg';

it.each([390, 1440])(
  'a company orders on account, sees what it owes, and staff record what came at %i px',
  async (width) => {
    const alice = await shop.open();
    await signIn(alice, 'alice');
    await alice.goto('/order-pad');
    await alice.getByLabel('Buy for').filter({ visible: true }).selectOption({ label: NORDFJORD });
    await alice.setViewportSize({ width, height: 900 });
    const token = await alice.evaluate(() => localStorage.getItem('accessToken'));
    const headers = { authorization: `Bearer ${token}` };
    const [tool] = (await (await alice.request.get('/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
    await alice.request.put('/my-basket', { headers, data: { lines: [{ toolId: tool!._id, quantity: 24 }] } });
    await alice.goto('/basket');
    await alice.getByRole('radio', { name: /^On account, due / }).check();
    await alice.getByText(/of the limit is left/).waitFor();
    await expectAccessible(alice);
    const street = alice.getByLabel('Street and number');
    if (await street.isVisible()) {
      await street.fill('1 Dock Road');
      await alice.getByLabel('Postal code').fill('4100');
      await alice.getByLabel('Town').fill('Chattogram');
    }
    await alice.getByLabel('Phone').fill('+880 2 555 0100');
    await alice.getByRole('button', { name: 'Purchase' }).click();
    await alice.waitForURL(/\/dashboard\/orders\//);
    await alice.goto('/dashboard/company');
    await alice.getByRole('link', { name: NORDFJORD }).click();
    await alice.getByRole('link', { name: 'Account: what the company owes and has paid' }).click();
    await alice.getByRole('heading', { name: `Account of ${NORDFJORD}` }).waitFor();
    await alice.getByRole('table', { name: 'Entries' }).getByText('Invoice').first().waitFor();
    await expectAccessible(alice);

    const ada = await shop.open({ width });
    await signIn(ada, 'ada');
    await ada.goto('/dashboard/accounts');
    await ada.getByRole('link', { name: NORDFJORD }).click();
    await ada.getByRole('button', { name: 'Record a payment' }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByLabel(/^Amount/).fill('12.34');
    await dialog.getByLabel('Reference on the bank statement').fill(`SEPA ${width}`);
    await expectAccessible(ada);
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    const entries = ada.getByRole('table', { name: 'Entries' });
    await entries.getByText(`SEPA ${width}`).waitFor();
    await entries.getByRole('button', { name: 'Reverse' }).first().click();
    await ada.getByRole('dialog').getByLabel('What was wrong?').fill('Another company');
    await ada.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click();
    await entries.getByText('Another company').first().waitFor();
    await expectAccessible(ada);

    await ada.goto('/dashboard/bank');
    await ada
      .getByLabel('Bank file: CAMT, MT940 or CSV')
      .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from(`a note of ${width}\n`) });
    await ada.getByText('No row has headings for a date and an amount').waitFor();
    expect(await ada.getByText('This file holds no payments.').count()).toBe(0);
    await ada.getByLabel('Bank file: CAMT, MT940 or CSV').setInputFiles({
      name: `unheaded-${width}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`2020-12-23;-${width}.50;rent\n`),
    });
    const questions = ada.getByRole('form', { name: 'Questions about this file' });
    await questions.getByLabel('Date').selectOption('Column A: 2020-12-23');
    await questions.getByLabel('Amount', { exact: true }).selectOption(`Column B: -${width}.50`);
    await questions.getByLabel('Reference').selectOption('Column C: rent');
    await expectAccessible(ada);
    await questions.getByRole('button', { name: 'Read the file again' }).click();
    await ada.getByRole('article').filter({ hasText: 'rent' }).getByText('Outgoing', { exact: true }).waitFor();
    await ada.goto('/dashboard/bank');
    await ada.getByLabel('Bank file: CAMT, MT940 or CSV').setInputFiles({
      name: `month-${width}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Date,Amount,Reference,Name\n2020-12-24,${width}.01,thank you,${NORDFJORD}\n2020-12-24,5.${width % 90},a gift,Nobody\n`,
      ),
    });
    const inShort = ada.getByRole('list', { name: 'Summary' });
    await inShort.getByText('Needs a decision').waitFor();
    await expectAccessible(ada);
    const line = ada.getByRole('article').filter({ hasText: 'thank you' });
    await ada.getByRole('button', { name: /^Record \$.* for / }).press('Enter');
    await inShort.getByText('Recorded').waitFor();
    await line.getByText('Somebody said what it is for').waitFor();
    await expect.poll(() => hasFocus(line)).toBe(true);
    await ada.getByRole('button', { name: 'Choose a company for $5.' }).click();
    const choice = ada.getByRole('dialog');
    await choice.getByLabel('Company, by name or number').fill('Nordfjord');
    await choice.getByRole('button', { name: 'Find the company' }).click();
    await choice.getByLabel('Came from').waitFor();
    await expectAccessible(ada);
    await choice.getByRole('button', { name: 'Record payment' }).click();
    await inShort.getByText('Unknown').waitFor({ state: 'detached' });
    const gift = ada.getByRole('article').filter({ hasText: 'a gift' });
    await expect.poll(() => hasFocus(gift)).toBe(true);
    await ada.goto('/dashboard/reminders');
    await ada.getByRole('heading', { name: 'Reminders' }).waitFor();
    await expectAccessible(ada);
    expect(ada.url()).toContain('/dashboard/reminders');
  },
);
