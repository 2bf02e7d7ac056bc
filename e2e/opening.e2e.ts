import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { countHands, handsOf } from './hands.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shops = { 1440: shopInBrowser(), 768: shopInBrowser() };
const TIMEOUT_MS = 240_000;
/** What a person presses, and fills in, from a fresh demo to a shop that could be opened. */
const MOST_PRESSES = 75;
const MOST_FIELDS = 45;
const OWNER = 'olive@works.example';
const PASSWORD = 'a password of my own';
/** Names, places, people and claims of the demo. */
const OF_THE_DEMO =
  /tradebench|dhaka|tejgaon|bangladesh|nordfjord|\b72\b|500\+|countries|web developer|react|claw hammer|hacksaw/i;

/** An account of one's own, made admin by the demo's. */
async function becomeAdmin(open: () => Promise<Page>, owner: Page): Promise<void> {
  await owner.goto('/register');
  await owner.getByLabel('Name').fill('Olive Owner');
  await owner.getByLabel('Email').fill(OWNER);
  await owner.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await owner.getByRole('button', { name: 'Register', exact: true }).click();
  await owner.getByRole('button', { name: 'Sign Out' }).waitFor();
  const letters = (await (await owner.request.get('/demo/mailbox.json')).json()) as { to: string; text: string }[];
  const link = letters.flatMap(({ to, text }) => (to === OWNER ? (text.match(/http\S+verify-email\S+/) ?? []) : []));
  await owner.goto(link[0] ?? '');
  const ada = await open();
  await signIn(ada, 'ada');
  await ada.goto('/dashboard/users');
  await ada.getByRole('row').filter({ hasText: OWNER }).getByRole('button', { name: 'Make Admin' }).click();
  await ada.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
  await ada.getByText('Successfully made an admin').first().waitFor();
}

/** What the list says of a step. */
const stepOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved').first().waitFor();
}

async function writeCompany(page: Page): Promise<void> {
  await stepOf(page, 'Your company').getByRole('link').click();
  await page.getByLabel('Company name').fill('Zangen Werk');
  await page.getByLabel('Company address').fill('Hammerweg 1\n42853 Remscheid\nGermany');
  await page.getByLabel('Country of the company').selectOption('DE');
  await page.getByLabel('Telephone').first().fill('+49 2191 1234');
  await page.getByLabel('E-mail for customers').fill('kontor@works.example');
  await page.getByLabel('Opening hours').fill('Monday to Friday, 8:00 to 16:00');
  await page.getByLabel('VAT number', { exact: true }).fill('DE136695976');
  await page.getByLabel('Account holder').fill('Zangen Werk GmbH');
  await page.getByLabel('IBAN or account number').fill('DE89370400440532013000');
  await page.getByLabel('Bank', { exact: true }).fill('Stadtsparkasse');
  await page.getByLabel('BIC').fill('');
  await page.getByLabel('Street and number').fill('Hammerweg 1');
  await page.getByLabel('Address line 2').fill('');
  await page.getByLabel('Postal code').fill('42853');
  await page.getByLabel('Town').fill('Remscheid');
  await page.getByLabel('Country of the structured address').selectOption('DE');
  for (const name of [
    'Page My Portfolio',
    'Page Blogs',
    'Numbers on the home page',
    'What buyers can rely on, on home',
  ])
    await page.getByLabel(name).uncheck();
  await page.getByLabel('Headline of the home page').fill('Zangen aus Remscheid');
  await page.getByLabel('Line below the headline').fill('Geschmiedet seit 1911.');
  await page.getByRole('button', { name: 'Add a tax rate' }).click();
  await page.getByLabel('Taxed country 1').selectOption('DE');
  await page.getByLabel('Percent, rate 1').fill('19');
  await page.getByLabel('Name, rate 1').fill('USt');
  await page.getByLabel('Days, from').fill('1');
  await save(page);
}

async function writePage(page: Page, title: string, text: string): Promise<void> {
  await page.goto('/dashboard/opening');
  await stepOf(page, title).getByRole('link').click();
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Save page' }).click();
  await page.getByText('All changes are saved.').waitFor();
}

it.each([1440, 768] as const)(
  'at %i px an owner comes from a fresh demo to a shop that could be opened, by the browser alone',
  async (width) => {
    const open = () => shops[width].open({ width });
    const page = await open();
    await becomeAdmin(open, page);
    await countHands(page);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Ready to open?' }).click();
    await page.getByText('0 of 14 done').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await writeCompany(page);
    for (const [title, text] of [
      ['Imprint', 'Zangen Werk GmbH, Hammerweg 1, 42853 Remscheid'],
      ['Terms', 'Payable within 30 days.'],
      ['Privacy', 'We keep what an order needs.'],
    ] as const)
      await writePage(page, title, text);

    await page.goto('/dashboard/opening');
    await stepOf(page, 'Your products').getByRole('link').click();
    await page.getByLabel('Name', { exact: true }).fill('Kombizange 180');
    await page.getByLabel('Description').fill('Forged pliers of 180 mm.');
    await page
      .getByLabel(/^Price, |^Price$/)
      .first()
      .fill('12.50');
    await page.getByLabel(/^Available/).fill('400');
    await page.getByLabel(/^Minimum/).fill('1');
    await page.getByLabel('Image URL').fill('/pictures/pliers-640.webp');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await page.getByText('New Product Added').first().waitFor();

    await page.goto('/dashboard/opening');
    await stepOf(page, 'End the demo').getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'End the demo' });
    await dialog.getByText('4 accounts').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Your password').fill('tradebench');
    await dialog.getByRole('button', { name: 'End the demo for good' }).click();
    await dialog.getByText('That is not your password.').waitFor();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'End the demo for good' }).click();
    await page.getByText('The demo has ended').first().waitFor();

    await page.goto('/dashboard/opening');
    await stepOf(page, 'A backup').getByRole('link').click();
    await page.getByRole('button', { name: 'Make a backup now' }).click();
    await page.getByText(/^Yes, /).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.goto('/dashboard/opening');
    // E-mail is for whoever runs the server; customers can pay by transfer.
    await page.getByText('13 of 14 done').waitFor();
    await stepOf(page, 'E-mail').getByText('Ask whoever runs the server').waitFor();
    const { presses, fields } = await handsOf(page);
    expect(presses.length, presses.join('\n')).toBeLessThanOrEqual(MOST_PRESSES);
    expect(fields).toBeLessThanOrEqual(MOST_FIELDS);

    const visitor = await open();
    await visitor.goto('/');
    await visitor.getByRole('heading', { name: 'Zangen aus Remscheid', level: 1 }).waitFor();
    const words = `${await visitor.title()} ${await visitor.locator('body').innerText()}`;
    expect(words).toContain('Kombizange 180');
    expect(words.match(OF_THE_DEMO)).toBeNull();
    await expectNoSidewaysScroll(visitor);
  },
  TIMEOUT_MS,
);
