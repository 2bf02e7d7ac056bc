import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasFocus } from './keyboard.ts';
import { settled } from './screens.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, signIn } from './visit.ts';

const shop = shopInBrowser();
const NORDFJORD = 'Nordfjord Bygg';
/** It stands in the menu of small screens, too. */
const companyChoice = (page: Page) => page.getByLabel('Buy for').filter({ visible: true });

it.each([390, 1440])('a manager looks after the people, numbers and facts of a company at %i px', async (width) => {
  const page = await shop.open({ width });
  await signIn(page, 'alice');
  await page.goto('/dashboard/company');
  await page.getByRole('link', { name: NORDFJORD }).click();
  const people = page.getByRole('table', { name: 'People in the company' });
  await people.getByText('Carol Carver').waitFor();
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address to invite').fill(`dave${width}@people.test`);
  await dialog.getByLabel('Role in the company').selectOption('approver');
  await dialog.getByLabel('Limit per order').fill('250');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  // What is typed while it is still open goes into it.
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(`dave${width}@people.test, approver`).waitFor();
  await page.getByLabel('Add part numbers').last().fill('HAM-BP-24F\tNB-900\nnothing\tNB-901');
  await page.getByRole('button', { name: 'Save these numbers' }).click();
  await page.getByText('1 row was not saved').waitFor();
  await page.getByRole('table', { name: 'Your part numbers' }).getByText('NB-900').waitFor();
  await page.getByRole('button', { name: 'Add a cost centre' }).click();
  await page.getByLabel('Code', { exact: true }).last().fill(`NEW-${width}`);
  await page.getByRole('button', { name: 'Save cost centres' }).click();
  await page.getByText('Saved').first().waitFor();
  await expectAccessible(page);
});

it('who is invited joins by the link, and buys for whom they choose in the bar', async () => {
  const manager = await shop.open();
  await signIn(manager, 'alice');
  const token = await manager.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const made = await manager.request.post('/company', {
    headers,
    data: { name: 'Fjordtak', invoiceAddress: { street: 'Kaien 2', town: 'Florø', country: 'NO' } },
  });
  const { _id } = (await made.json()) as { _id: string };
  const invited = { email: 'ada@tradebench.test', role: 'buyer' };
  await manager.request.post(`/company/${_id}/invitation`, { headers, data: invited });
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/demo/mailbox');
  const letter = await page.content();
  const link = /\/join\?token=[\w-]+/.exec(letter)?.[0];
  await page.goto(link ?? '/join');
  if (link) {
    await page.getByRole('button', { name: 'Join the company' }).click();
    await page.getByRole('heading', { name: 'Fjordtak' }).waitFor();
  }
  expect(link).toBeDefined();
  await companyChoice(page).selectOption({ label: 'Fjordtak' });
});

it("a company's prices stand in the basket for who buys for it, and the order is the company's", async () => {
  const page = await shop.open();
  await signIn(page, 'bob');
  await page.goto('/order-pad');
  await companyChoice(page).selectOption({ label: NORDFJORD });
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const [tool] = (await (await page.request.get('/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
  const headers = { authorization: `Bearer ${token}` };
  await page.request.put('/my-basket', { headers, data: { lines: [{ toolId: tool!._id, quantity: 24 }] } });
  await page.goto('/basket');
  const totals = page.getByRole('region', { name: 'Totals' });
  await totals.getByText(`For ${NORDFJORD}`).waitFor();
  await totals.getByText('$268.80').first().waitFor();
  await page.getByLabel('Cost centre').waitFor();
  await companyChoice(page).selectOption('');
  await totals.getByText('$309.60').first().waitFor();
  expect(await totals.getByText(`For ${NORDFJORD}`).count()).toBe(0);
  await expectAccessible(page);
});

it.each([390, 1440])(
  'what goes to a company’s own address is chosen by a buyer and invoiced to the company at %i px',
  async (width) => {
    const manager = await shop.open({ width });
    await signIn(manager, 'alice');
    await manager.goto('/dashboard/company/demo-firm');
    await manager.getByRole('button', { name: 'Add an address' }).click();
    const dialog = manager.getByRole('dialog');
    await dialog.getByLabel('Recipient').fill('Site office');
    await dialog.getByLabel('Street and number').fill(`Kaivegen ${width}`);
    await dialog.getByLabel('Postal code').fill('6770');
    await dialog.getByLabel('Town').fill('Nordfjordeid');
    await dialog.getByLabel('Phone').fill('+47 57 86 00 00');
    await dialog.getByLabel('Label').fill(`Site ${width}`);
    expect(await dialog.getByLabel('Send invoices here by default').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await manager.getByRole('button', { name: `Change Site ${width}` }).waitFor();
    await expectAccessible(manager);

    const buyer = await shop.open({ width });
    await signIn(buyer, 'carol');
    await buyer.goto('/dashboard/company/demo-firm');
    await buyer.getByText(`Site ${width}`).waitFor();
    expect(await buyer.getByRole('button', { name: 'Add an address' }).count()).toBe(0);
    if (width < 1024) await buyer.getByLabel('Menu', { exact: true }).click();
    await companyChoice(buyer).selectOption({ label: NORDFJORD });
    await buyer.goto('/products?q=HAM-CL-16H');
    await buyer.getByRole('link', { name: 'Order Now' }).first().click();
    await buyer.getByText(`Total for ${NORDFJORD}`).waitFor();
    if (width < 768) {
      // The company's first address is where its orders go unless they say otherwise.
      await buyer.getByText(`Deliver to Site office, Kaivegen ${width}`).waitFor();
      await buyer.getByRole('button', { name: 'Change', exact: true }).click();
    }
    const site = buyer.getByLabel('Deliver to');
    await site.selectOption({ label: `Site ${width}: ${NORDFJORD}, Kaivegen ${width}, Nordfjordeid, Norway` });
    const invoiceTo = buyer.getByLabel('Invoice to').locator('option:checked');
    expect(await invoiceTo.textContent()).toBe(`The invoice address of ${NORDFJORD}`);
    await buyer.getByRole('button', { name: 'Purchase' }).click();
    await buyer.getByText('New Order Added').first().waitFor();
    await buyer.goto('/dashboard');
    // A card of an order leaves to its own page where it goes.
    if (width < 768) await buyer.getByRole('link', { name: /^\d+$/ }).first().click();
    await buyer.getByText(`Kaivegen ${width}`).first().waitFor();
    const order = await buyer.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` };
      const orders = (await (await fetch('/order?companyId=demo-firm', { headers })).json()) as {
        invoiceAddress: { street: string };
      }[];
      return orders[0]?.invoiceAddress;
    });
    expect(order).toMatchObject({ street: 'Havnegata 1' });
  },
);

it.each([390, 1440])('staff let a company buy and give it a list with prices of its own at %i px', async (width) => {
  const page = await shop.open({ width });
  await signIn(page, 'ada');
  await page.goto('/dashboard/priceLists');
  await page.getByRole('button', { name: 'New price list' }).click();
  await page.getByLabel('Name of the list').fill(`List ${width}`);
  await page.getByLabel('Percent off each price').fill('7.5');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: `List ${width}` }).click();
  await page.getByLabel('Tool to add').fill('Claw Hammer');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  const give = page.getByRole('button', { name: 'Set a price for Claw Hammer 16 oz, Hickory' });
  await give.press('Enter');
  await page.getByLabel('Price per piece').fill('9.9');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('table', { name: 'Special prices of the list' }).getByText('$9.90').waitFor();
  await expect.poll(() => hasFocus(give)).toBe(true);
  await expectAccessible(page);
  await page.getByLabel('Drop a sheet here, or choose one').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('sku,price\nHAM-CL-16H,9.5\n'),
  });
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('table', { name: 'Special prices of the list' }).getByText('$9.50').waitFor();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('table', { name: 'Special prices of the list' }).getByText('$9.90').waitFor();
  await page.goto('/dashboard/companies');
  await page.getByRole('link', { name: NORDFJORD }).click();
  // The list has a choice of that name, too.
  await page.getByRole('heading', { name: 'Terms and prices' }).waitFor();
  await page.getByLabel('Status').selectOption('active');
  await page.getByLabel('Price list').selectOption({ label: `List ${width}` });
  const save = page.getByRole('button', { name: 'Save terms and prices' });
  await save.press('Enter');
  await page.getByText('Saved').first().waitFor();
  expect(await hasFocus(save)).toBe(true);
  // What another of the staff agrees meanwhile comes in, and what is typed here stays.
  await page.getByLabel('Credit limit').fill(`${20_000 + width}`);
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const address = `/company/${page.url().split('/').at(-1)}`;
  const company = await (await page.request.get(address, { headers })).json();
  const { status, priceList, creditLimit, version } = company;
  const theirs = { status, priceList, creditLimit, version, termsDays: width % 100 };
  expect((await page.request.put(`${address}/standing`, { headers, data: theirs })).status()).toBe(200);
  await save.press('Enter');
  await page.getByText('Somebody else changed the company.').waitFor();
  await expect.poll(() => page.getByLabel('Days to pay').inputValue()).toBe(`${width % 100}`);
  expect([await page.getByLabel('Credit limit').inputValue(), await hasFocus(save)]).toEqual([
    `${20_000 + width}`,
    true,
  ]);
  await save.press('Enter');
  await page.getByText('Somebody else changed the company.').waitFor({ state: 'detached' });
  await expectAccessible(page);
});

it('what a company types wrongly is said at its field, keeps the focus and stays', async () => {
  const page = await shop.open({ width: 390 });
  await signIn(page, 'alice');
  await page.goto('/dashboard/company');
  await page.getByRole('link', { name: NORDFJORD }).click();
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog');
  const email = dialog.getByLabel('E-mail address to invite');
  await email.fill('nobody');
  await dialog.getByLabel('Limit per order').fill('$500');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const limit = dialog.getByLabel('Limit per order');
  await dialog.getByText('Enter an amount of money').waitFor();
  expect(await limit.evaluate((field) => field === document.activeElement)).toBe(true);
  await limit.fill('500');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.locator('input[type=email][aria-invalid=true]').waitFor();
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await limit.inputValue()).toBe('500');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();

  // Rows that were not kept stay to be put right; saving the cost centres keeps what is typed in the facts.
  const pasted = page.getByRole('textbox', { name: 'Add part numbers' });
  await pasted.fill('HAM-BP-24F\tNB-910\nnothing\tNB-911');
  await page.getByRole('button', { name: 'Save these numbers' }).click();
  await page.getByText('1 part number saved.').waitFor();
  expect(await pasted.inputValue()).toBe('nothing\tNB-911');
  await page.getByLabel('Reference for invoices').fill('Route 7');
  await page.getByLabel('Limit per month').first().fill('5OOO');
  await page.getByRole('button', { name: 'Save cost centres' }).click();
  await page.getByText('Enter an amount of money').waitFor();
  await page.getByLabel('Limit per month').first().fill('4000');
  await page.getByRole('button', { name: 'Save cost centres' }).click();
  await page.getByText('Saved').first().waitFor();
  expect(await page.getByLabel('Reference for invoices').inputValue()).toBe('Route 7');
});

it('a button that saves has the focus again once that is done, whether or not something was changed', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  await page.goto('/dashboard/company/demo-firm');
  const saved = async (name: string) => {
    const save = page.getByRole('button', { name });
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await save.press('Enter');
    expect((await answered).status()).toBe(200);
    await page.getByText('Saved').first().waitFor();
    await settled(page);
    // It is over, and the page knows the company's new version.
    await expect.poll(() => save.isEnabled()).toBe(true);
    await expect.poll(() => hasFocus(save)).toBe(true);
  };
  await saved('Save cost centres');
  await page.getByRole('button', { name: 'Add a cost centre' }).click();
  expect(await hasFocus(page.getByLabel('Code', { exact: true }).last())).toBe(true);
  await page.keyboard.type('FOCUS-1');
  await saved('Save cost centres');
  await page.getByLabel('Reference for invoices').fill('Route 8');
  await saved('Save details');
});

it('a cost centre without a code, or with the code of another, is said at its field and stays', async () => {
  const page = await shop.open({ width: 390 });
  await signIn(page, 'alice');
  await page.goto('/dashboard/company/demo-firm');
  const code = page.getByLabel('Code', { exact: true });
  const add = page.getByRole('button', { name: 'Add a cost centre' });
  const save = page.getByRole('button', { name: 'Save cost centres' });
  await add.click();
  await add.click();
  await page.getByLabel('Name', { exact: true }).last().fill('Paint shop');
  await save.press('Enter');
  await page.getByText('Enter a code, or clear the whole row').waitFor();
  expect([await hasFocus(code.last()), await page.getByText('Saved').count()]).toEqual([true, 0]);
  await code.last().fill((await code.first().inputValue()).toLowerCase());
  await save.press('Enter');
  await page.getByText('Another cost centre has this code').waitFor();
  await expect.poll(() => hasFocus(code.last())).toBe(true);
  expect(await page.getByLabel('Name', { exact: true }).last().inputValue()).toBe('Paint shop');
  await code.last().fill('PAINT');
  await save.press('Enter');
  await page.getByText('Saved').first().waitFor();
  await page.reload();
  await code.last().waitFor();
  expect([await code.last().inputValue(), await page.getByLabel('Name', { exact: true }).last().inputValue()]).toEqual([
    'PAINT',
    'Paint shop',
  ]);
});

it('who withdraws an invitation goes on where somebody is invited', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  await page.goto('/dashboard/company/demo-firm');
  const invite = page.getByRole('button', { name: 'Invite someone' });
  await invite.click();
  await page.getByLabel('E-mail address to invite').fill('erik@people.test');
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  // The dialog gives the focus back once it is gone; a key pressed before that would be pressed there.
  await expect.poll(() => hasFocus(invite)).toBe(true);
  await page.getByRole('button', { name: 'Withdraw the invitation to erik@people.test' }).press('Enter');
  await page.getByText('erik@people.test').first().waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(invite)).toBe(true);
});

it('the form of a new company marks what must be filled in: name, street, town and country', async () => {
  const page = await shop.open({ width: 390 });
  await signIn(page, 'alice');
  await page.goto('/dashboard/company');
  await page.getByText('Open a company account', { exact: true }).click();
  const form = page.getByRole('form', { name: 'Open a company account' });
  const marked = await form
    .locator('label')
    .evaluateAll((labels) =>
      labels
        .filter((label) => getComputedStyle(label, '::after').content.includes('*'))
        .map((label) => [label.textContent, (label as HTMLLabelElement).control?.matches(':required')]),
    );
  expect(marked).toEqual(['Name of the company', 'Street and number', 'Town', 'Country'].map((name) => [name, true]));
  await form.getByRole('button', { name: 'Open the account' }).click();
  for (const what of ['Name', 'Street and number', 'Town', 'Country'])
    await form.getByText(`${what} is required`, { exact: true }).waitFor();
});

it('who manages a company sees who of its people asked for a quote', async () => {
  const [bob, alice] = [await shop.open(), await shop.open({ width: 390 })];
  await signIn(bob, 'bob');
  const token = await bob.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const [company] = (await (await bob.request.get('/my-companies', { headers })).json()) as { _id: string }[];
  const [tool] = (await (await bob.request.get('/tool?q=SAW-HA-550')).json()) as { _id: string }[];
  const lines = [{ toolId: tool?._id, quantity: 400 }];
  const asked = await bob.request.post('/quote', { headers, data: { companyId: company?._id, lines } });
  const { number } = (await asked.json()) as { number: string };
  await signIn(alice, 'alice');
  await alice.goto('/dashboard/quotes');
  const row = alice.getByRole('table', { name: 'Quotes' }).getByRole('row').filter({ hasText: number });
  await row.getByText('Bob Baker').waitFor();
});
