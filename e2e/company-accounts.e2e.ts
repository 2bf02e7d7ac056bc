import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasFocus } from './keyboard.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { typeCard } from './type-card.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();
const NORDFJORD = 'Nordfjord Bygg';

async function caller(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  return async <T>(method: 'get' | 'post' | 'put', path: string, data?: object): Promise<T> => {
    const answer = await page.request[method](path, { headers, ...(data ? { data } : {}) });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}
interface Company {
  _id: string;
  name: string;
}
async function nordfjordOf(call: Awaited<ReturnType<typeof caller>>): Promise<Company> {
  const companies = await call<Company[]>('get', '/my-companies');
  const company = companies.find(({ name }) => name === NORDFJORD);
  if (!company) throw new Error(`there is no ${NORDFJORD}`);
  return company;
}
/** An invoice of the company that is owed. */
async function owe(call: Awaited<ReturnType<typeof caller>>, company: Company): Promise<string> {
  const [tool] = await call<{ _id: string }[]>('get', '/tool?q=HAM-CL-16H');
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555', companyId: company._id, pay: 'account' };
  const lines = [{ toolId: tool?._id, quantity: 24 }];
  return (await call<{ invoiceNumber: string }>('post', '/order', { ...body, lines })).invoiceNumber;
}

it.each([390, 1440])('a company pays several invoices by one card payment at %i px', async (width) => {
  const page = await shop.open({ width });
  await signIn(page, 'alice');
  const call = await caller(page);
  const company = await nordfjordOf(call);
  const invoices = [await owe(call, company), await owe(call, company)];
  await page.goto(`/dashboard/company/${company._id}/account`);
  const open = page.getByRole('region', { name: 'Left to pay' });
  await open.getByText('Choose what to pay by card.').waitFor();
  for (const number of invoices) await open.getByRole('checkbox', { name: number }).check();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await open.getByRole('link', { name: /^Pay 2 invoices by card: \$/ }).click();
  await page.getByRole('heading', { name: `Please pay for ${NORDFJORD}` }).waitFor();
  await page.getByRole('definition').filter({ hasText: /^\$/ }).nth(2).waitFor();
  await typeCard(page, '4242 4242 4242 4242');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: '2 invoices are paid' }).waitFor();
  await page.getByRole('link', { name: `Account of ${NORDFJORD}` }).click();
  await page
    .getByRole('table', { name: 'Entries' })
    .getByText(/^Card pi_/)
    .first()
    .waitFor();
  for (const number of invoices) expect(await open.getByText(number).count()).toBe(0);
});

it.each([390, 1440])(
  'staff say what a payment settles, write a rest off and stop reminders at %i px',
  async (width) => {
    const alice = await shop.open();
    await signIn(alice, 'alice');
    const call = await caller(alice);
    const company = await nordfjordOf(call);
    const [first, second] = [await owe(call, company), await owe(call, company)];
    const page = await shop.open({ width });
    await signIn(page, 'ada');
    await page.goto(`/dashboard/companies/${company._id}/account`);
    await page.getByRole('button', { name: 'Record a payment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Amount/).fill('100');
    await dialog.getByLabel('Reference on the bank statement').fill(`SEPA parts ${width}`);
    await dialog.getByLabel('These invoices').check();
    await dialog.getByLabel(new RegExp(`^${second}, due`)).fill('1OO');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByText('Enter an amount of money').waitFor();
    await dialog.getByLabel(new RegExp(`^${second}, due`)).fill('1000');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByText(new RegExp(`of ${second} is open`)).waitFor();
    await dialog.getByLabel(new RegExp(`^${second}, due`)).fill('99.99');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.waitFor({ state: 'detached' });
    const entries = page.getByRole('table', { name: 'Entries' });
    const row = (number: string) => entries.getByRole('row').filter({ hasText: `Invoice ${number}` });
    await entries.getByText(`SEPA parts ${width}`).waitFor();
    await row(first)
      .getByRole('button', { name: /^Stop reminders/ })
      .press('Enter');
    const goOn = row(first).getByRole('button', { name: /^Resume reminders/ });
    await goOn.waitFor();
    expect(await hasFocus(goOn)).toBe(true);
    await row(second)
      .getByRole('button', { name: /^Write off/ })
      .click();
    await dialog.getByLabel('Why is it written off?').fill('They rounded');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Write off' }).click();
    await entries.getByText('They rounded').first().waitFor();
    await page.getByRole('button', { name: 'Stop all reminders' }).click();
    await page.getByText('This company gets no reminders.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Resume all reminders' }).click();
    await page.getByText('This company gets reminders of overdue invoices.').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  },
);

it('the focus stays with the reminders that were stopped, and goes to the figures once the credit is used, to the entries once one is taken back', async () => {
  const alice = await shop.open();
  await signIn(alice, 'alice');
  const call = await caller(alice);
  const company = await nordfjordOf(call);
  await owe(call, company);
  const page = await shop.open();
  await signIn(page, 'ada');
  const staff = await caller(page);
  // More than all that is open, and an order after it: there is credit, and something that it can settle.
  const { open } = await staff<{ open: number }>('get', `/company/${company._id}/account`);
  const paid = { amount: open + 10, reference: 'SEPA ahead', date: new Date().toISOString().slice(0, 10) };
  await staff('post', `/company/${company._id}/payment`, paid);
  await owe(call, company);
  await page.goto(`/dashboard/companies/${company._id}/account`);

  await page.getByRole('button', { name: 'Stop all reminders' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('This company gets no reminders.').waitFor();
  const again = page.getByRole('button', { name: 'Resume all reminders' });
  await expect.poll(() => hasFocus(again)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('This company gets reminders of overdue invoices.').waitFor();

  const settle = page.getByRole('button', { name: 'Apply credit to invoices' });
  await settle.focus();
  await page.keyboard.press('Enter');
  await settle.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(page.getByRole('region', { name: 'Account summary' }))).toBe(true);
  await page.getByText('Credit applied to the invoices due first').first().waitFor();

  const entries = page.getByRole('region', { name: 'Entries' });
  await entries
    .getByRole('row')
    .filter({ hasText: 'SEPA ahead' })
    .getByRole('button', { name: /^Reverse/ })
    .press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What was wrong?').fill('It was of another company');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(entries)).toBe(true);
});

it.each([390, 1440])(
  'staff are told where no reminders are set, and led to where they are, at %i px',
  async (width) => {
    const page = await shop.open({ width });
    await signIn(page, 'ada');
    await page.goto('/dashboard/reminders');
    await page.getByText('No reminders are set up, so nobody is reminded of overdue invoices.').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Set reminders' }).click();
    await page.getByRole('button', { name: 'Add a reminder' }).waitFor();
  },
);

it.each([390, 1440])('who buys for a company on hold is told before a basket is filled at %i px', async (width) => {
  const ada = await shop.open();
  await signIn(ada, 'ada');
  const staff = await caller(ada);
  const page = await shop.open({ width });
  await signIn(page, 'alice');
  const call = await caller(page);
  const { _id } = await nordfjordOf(call);
  const stand = async (status: string) => {
    const { priceList, termsDays, creditLimit, version } = await staff<Record<string, unknown>>(
      'get',
      `/company/${_id}`,
    );
    await staff('put', `/company/${_id}/standing`, { status, priceList, termsDays, creditLimit, version });
  };
  await page.goto('/order-pad');
  if (width < 800) await page.locator('summary[aria-label="Menu"]').click();
  await page.getByLabel('Buy for').filter({ visible: true }).selectOption({ label: NORDFJORD });
  await stand('on-hold');
  for (const path of ['/products', '/order-pad', '/basket']) {
    await page.goto(path);
    await page.getByText(`${NORDFJORD} is on hold: you cannot order for it.`).waitFor();
    await page.getByRole('link', { name: 'Company account' }).waitFor();
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  await stand('active');
  await page.goto('/basket');
  await page.getByRole('heading', { name: 'Basket' }).waitFor();
  await expect.poll(() => page.getByText(/is on hold/).count()).toBe(0);
});

it.each([390, 1440])('staff see all of a company on one page, and the shop as it sees it at %i px', async (width) => {
  const alice = await shop.open();
  await signIn(alice, 'alice');
  const { _id } = await nordfjordOf(await caller(alice));
  const page = await shop.open({ width });
  await signIn(page, 'ada');
  await page.goto(`/dashboard/companies/${_id}`);
  for (const name of ['Open balance', 'Terms and prices', 'Notes', 'Prices', 'Orders', 'People'])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.getByRole('table', { name: 'Orders', exact: true }).waitFor();
  await page.getByLabel('Note', { exact: true }).fill(`Pays on Fridays ${width}`);
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByText('Saved').first().waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe(`Pays on Fridays ${width}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'See the shop as this company' }).click();
  await page.waitForURL('**/products');
  await page.goto('/products?q=HAM-CL-16H');
  // The list has a price of its own for it.
  await page.getByText('$11.20').first().waitFor();
  // In the menu of small screens.
  await page.getByText(`As ${NORDFJORD} sees it`).first().waitFor({ state: 'attached' });
  const ends = page.getByRole('button', { name: 'End preview' }).filter({ visible: true });
  if (!(await ends.isVisible())) await page.locator('summary[aria-label="Menu"]').click();
  await page.getByText(`As ${NORDFJORD} sees it`).filter({ visible: true }).waitFor();
  await ends.click();
  await expect.poll(() => page.getByText('$11.20').count()).toBe(0);
});

it.each([390, 1440])('whoever never registered is kept as a customer on the telephone at %i px', async (width) => {
  const page = await shop.open({ width });
  await signIn(page, 'ada');
  await page.goto('/dashboard/newOrder');
  const email = `fay${width}@people.test`;
  await page.getByLabel('E-mail of the customer').fill(email);
  await page.getByLabel('E-mail of the customer').blur();
  const keep = page.getByRole('button', { name: 'Add as a new customer' });
  await keep.click();
  await page.getByText('Enter their name first').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Fay Ferrer');
  await expectAccessible(page);
  await keep.click();
  await page.getByText(`${email} is now a customer`).first().waitFor();
  expect(await keep.count()).toBe(0);
});

it('on the telephone, Enter looks for the company, and an agreed price that is none is led to', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as {
    sku: string;
    minOrderQuantity: number;
  }[];
  await page.goto('/dashboard/newOrder');
  const company = page.getByLabel('Company, by name or number');
  await company.fill('Nobody of that name');
  await company.press('Enter');
  await page.getByText('No companies match.').waitFor();
  expect([await hasFocus(company), await page.getByText('Name is required').count()]).toEqual([true, 0]);
  await company.fill(NORDFJORD);
  await company.press('Enter');
  await page.getByLabel('Buys for').waitFor();
  await page.getByRole('textbox').first().fill(`${tool!.sku}\t${tool!.minOrderQuantity}`);
  await page.getByRole('button', { name: 'Read the list' }).click();
  await page.getByText('Goods, 1 line').waitFor();
  await page.getByLabel('E-mail of the customer').fill('bob@tradebench.test');
  await page.getByLabel('Name', { exact: true }).fill('Bob');
  await page.getByLabel('Phone').fill('555 0100');
  await page.getByLabel('Street and number').fill('12 Dock Road');
  await page.getByLabel('Postal code').fill('1208');
  await page.getByLabel('Town').fill('Dhaka');
  const unfolds = page.getByText('Set agreed prices');
  await unfolds.click();
  const price = page.getByLabel(/^Price per piece/);
  await price.fill('a bit less');
  await expectAccessible(page);
  await unfolds.click();
  await page.getByRole('button', { name: 'Place the order' }).click();
  await page.getByText('One of the agreed prices is not valid.').waitFor();
  expect([await hasFocus(price), await price.inputValue()]).toEqual([true, 'a bit less']);
  await price.fill('7,5');
  await page.getByLabel(/^Reason/).fill('They asked for it');
  // The sum on the screen is that of the list: what it comes to with the agreed price is asked before anything is ordered.
  await page.getByRole('button', { name: 'Place the order' }).click();
  const asks = page.getByText(/^With the agreed prices this order comes to \$[\d.,]+\. Check it, then press again/);
  await asks.waitFor();
  const [sum] = /\$[\d.,]*\d/.exec((await asks.textContent()) ?? '')!;
  await page.getByText(`With the agreed prices: ${sum}`, { exact: true }).waitFor();
  expect([await price.inputValue(), await page.getByLabel('Phone').inputValue()]).toEqual(['7,5', '555 0100']);
  await page.getByRole('button', { name: 'Place the order' }).click();
  await page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
  await page.getByText('$7.50').filter({ visible: true }).first().waitFor();
  await page.getByText(sum, { exact: true }).filter({ visible: true }).first().waitFor();
});

it.each([390, 1440])('the prices of a list are saved as a sheet from its page at %i px', async (width) => {
  const page = await shop.open({ width });
  await signIn(page, 'ada');
  await page.goto('/dashboard/priceLists');
  await page.getByRole('link', { name: 'Builders' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
