import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dayPlus, writtenDay } from '#contract/days.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser({ SHOP_CURRENCY: 'EUR' });
const NORDFJORD = 'Nordfjord Bygg';
const today = () => new Date().toISOString().slice(0, 10);

type Call = <T>(method: 'get' | 'post' | 'put', path: string, data?: object) => Promise<T>;

/** Calls as whoever is signed in on the page. */
async function callsOf(page: Page): Promise<Call> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  return async <T>(method: 'get' | 'post' | 'put', path: string, data?: object) => {
    const answer = await page.request[method](path, { headers, ...(data ? { data } : {}) });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

interface Order {
  _id: string;
  invoiceNumber: string;
  price: number;
}

const NEW_TOOL = {
  name: 'Anvil for a hundred',
  description: 'Cast steel',
  image: '/pictures/ham-cl-16h-640.webp',
  price: 100,
  availableQuantity: 100,
  minOrderQuantity: 1,
};

async function nordfjordOf(buyer: Call): Promise<string> {
  const companies = await buyer<{ _id: string; name: string }[]>('get', '/my-companies');
  return companies.find(({ name }) => name === NORDFJORD)?._id ?? '';
}

it.each([360, 1440])(
  'a cash discount is agreed on, stands on invoice and pay page, is taken by a file of the bank and shown in the account at %i px',
  async (width) => {
    const [ada, alice] = [await shop.open({ width }), await shop.open({ width })];
    await Promise.all([signIn(ada, 'ada'), signIn(alice, 'alice')]);
    const [office, buyer] = [await callsOf(ada), await callsOf(alice)];
    const companyId = await nordfjordOf(buyer);
    const account = { holder: 'Tradebench', account: 'DE02120300000000202051', bic: '', bank: '' };
    const settings = await office<{ company: object }>('get', '/settings');
    await office('put', '/settings', { ...settings, company: { ...settings.company, bankAccount: account } });
    const tool = await office<{ _id: string }>('post', '/tool', NEW_TOOL);

    await ada.goto(`/dashboard/companies/${companyId}`);
    const terms = ada.getByRole('form', { name: 'Terms and prices' });
    await terms.getByLabel('Price list').selectOption('List prices');
    await terms.getByLabel('Cash discount (%)', { exact: true }).fill('3');
    await terms.getByLabel('Cash discount: days after the invoice', { exact: true }).fill('10');
    await terms.getByRole('button', { name: 'Save terms and prices' }).click();
    await ada.getByText('Saved').first().waitFor();

    const order = await buyer<Order>('post', '/order', {
      name: 'Alice',
      address: '1 Dock Road, Oslo',
      phone: '555 0100',
      companyId,
      pay: 'account',
      lines: [{ toolId: tool._id, quantity: 1 }],
    });
    expect(order.price).toBe(100);
    const until = writtenDay(dayPlus(today(), 10));
    // The letter that brings the invoice, and the one that the buyer gets.
    const says = (words: string) => async () => {
      const letters = (await (await alice.request.get('/demo/mailbox.json')).json()) as { text: string }[];
      return letters.some(({ text }) => text.includes(order.invoiceNumber) && text.includes(words));
    };
    await expect.poll(says(`3 % cash discount: until ${until} €97.00`)).toBe(true);
    await expect.poll(says(`If you pay until ${until}: €97.00 (3 % cash discount).`)).toBe(true);

    await alice.goto(`/dashboard/payment/${order._id}`);
    await alice.getByText(`By bank transfer until ${until}: €97.00 (3 % cash discount)`).waitFor();
    await expectAccessible(alice);
    await expectNoSidewaysScroll(alice);
    await alice.goto(`/dashboard/company/${companyId}/account`);
    const entries = (page: Page) => page.getByRole('table', { name: 'Entries' });
    const invoice = entries(alice)
      .getByRole('row')
      .filter({ hasText: `Invoice ${order.invoiceNumber}` });
    await invoice.getByText(`until ${until} €97.00 (3 % off, by bank transfer)`).waitFor();
    await expectAccessible(alice);
    await expectNoSidewaysScroll(alice);

    await ada.goto('/dashboard/bank');
    await ada.getByLabel('Bank file: CAMT, MT940 or CSV').setInputFiles({
      name: `statement-${width}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Date;Amount;Currency;Reference;Payer\n${today()};97.00;EUR;${order.invoiceNumber};Nordfjord Bygg\n`,
      ),
    });
    const line = ada.getByRole('article').filter({ hasText: order.invoiceNumber });
    await line.getByText(`Settles ${order.invoiceNumber} for €97.00, with €3.00 cash discount`).waitFor();
    await expectAccessible(ada);
    await expectNoSidewaysScroll(ada);
    await ada.getByRole('button', { name: 'Record 1 payment' }).click();
    await line.getByText(`Settled ${order.invoiceNumber} for €97.00, with €3.00 cash discount`).waitFor();

    await alice.reload();
    const discount = entries(alice)
      .getByRole('row')
      .filter({ hasText: `Cash discount ${order.invoiceNumber}` });
    await discount.getByText('-€3.00').waitFor();
    await invoice.getByText('€0.00').waitFor();
    await alice.goto(`/dashboard/orders/${order._id}`);
    await alice.getByText('Cash discount', { exact: true }).waitFor();
    await expectAccessible(alice);
    await expectNoSidewaysScroll(alice);
  },
);

it.each([
  [360, 50],
  [1440, 75],
])(
  'a company that the shop owes is found, paid out once, and owed again where the payout is reversed at %i px',
  async (width, owedSum) => {
    const [ada, alice] = [await shop.open({ width }), await shop.open()];
    await Promise.all([signIn(ada, 'ada'), signIn(alice, 'alice')]);
    const [office, buyer] = [await callsOf(ada), await callsOf(alice)];
    const companyId = await nordfjordOf(buyer);
    // All that is open, and more.
    const { open, credit } = await office<Record<'open' | 'credit', number>>('get', `/company/${companyId}/account`);
    const paid = { amount: open + owedSum - credit, date: today(), reference: 'SEPA twice' };
    await office('post', `/company/${companyId}/payment`, paid);

    await ada.goto('/dashboard/accounts');
    await ada.getByRole('heading', { name: 'Who Owes' }).waitFor();
    await ada.getByLabel('Show').selectOption('Companies that we owe');
    const owed = ada.getByRole('table', { name: 'Whom we owe' }).getByRole('row').filter({ hasText: NORDFJORD });
    await owed.getByText(`€${owedSum}.00`).waitFor();
    await expectAccessible(ada);
    await expectNoSidewaysScroll(ada);
    await owed.getByRole('link', { name: NORDFJORD }).click();

    await ada.getByRole('button', { name: 'Pay out credit' }).press('Enter');
    const dialog = ada.getByRole('dialog');
    const amount = dialog.getByLabel(/^Amount/);
    expect(await amount.inputValue()).toBe(`${owedSum}.00`);
    await amount.fill(`${owedSum},01`);
    await dialog.getByLabel('Reference of your transfer').fill(`SEPA back ${width}`);
    await dialog.getByRole('button', { name: 'Record' }).press('Enter');
    await dialog.getByText(`At most €${owedSum}.00`).waitFor();
    await expectAccessible(ada);
    await amount.fill(`${owedSum},00`);
    await dialog.getByRole('button', { name: 'Record' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const payout = ada
      .getByRole('table', { name: 'Entries' })
      .getByRole('row')
      .filter({ hasText: `SEPA back ${width}` })
      .last();
    await payout.getByText(/^Payout/).waitFor();
    await expect.poll(() => ada.getByRole('button', { name: 'Pay out credit' }).count()).toBe(0);
    await expectAccessible(ada);
    await expectNoSidewaysScroll(ada);
    await ada.goto('/dashboard/accounts?owed=them');
    await ada.getByText('No companies with credit').first().waitFor();

    await alice.goto(`/dashboard/company/${companyId}/account`);
    await alice.getByRole('table', { name: 'Entries' }).getByText(`SEPA back ${width}`).waitFor();
    await ada.goBack();
    await payout.getByRole('button', { name: 'Reverse' }).press('Enter');
    await dialog.getByLabel('What was wrong?').fill('It came back from the bank');
    await ada.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await ada.getByRole('button', { name: 'Pay out credit' }).waitFor();
  },
);
