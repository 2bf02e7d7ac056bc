import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

it.each([
  [360, 0],
  [1440, 1],
])(
  'a bank file without headings is taught, says what it will settle, and the next one is known at %i px',
  async (width, place) => {
    const alice = await shop.open();
    await signIn(alice, 'alice');
    const token = await alice.evaluate(() => localStorage.getItem('accessToken'));
    const headers = { authorization: `Bearer ${token}` };
    const get = async <T>(path: string) => (await (await alice.request.get(path, { headers })).json()) as T;
    const [tool] = await get<{ _id: string }[]>('/tool?q=HAM-CL-16H');
    const companies = await get<{ _id: string; name: string }[]>('/my-companies');
    const companyId = companies.find(({ name }) => name === 'Nordfjord Bygg')?._id;
    const buyer = { name: 'Alice', address: '1 Dock Road', phone: '555', companyId, pay: 'account' };
    const data = { ...buyer, lines: [{ toolId: tool?._id, quantity: 24 }] };
    const placed = await alice.request.post('/order', { headers, data });
    const { invoiceNumber: number, price: open } = (await placed.json()) as { invoiceNumber: string; price: number };
    const ada = await shop.open({ width });
    await signIn(ada, 'ada');
    const day = new Date().toISOString().slice(0, 10);
    // Each width has a file of another shape, so that both have to be taught.
    const row = (text: string, amount: number, who: string) =>
      `${[day, text, amount.toFixed(2), who, ...(place === 0 ? [] : [day])].join(';')}\n`;
    const file = (name: string, more = '') => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        row('rent', -70 - place, 'A Landlord') +
          row(`Invoice ${number}`, open, 'A Customer') +
          row(`card payments ${width}`, 88.5, 'Stripe Payments Europe') +
          `Page 1;;;\n${more}`,
      ),
    });
    const send = (name: string, more = '') =>
      ada.getByLabel('Bank file: CAMT, MT940 or CSV').setInputFiles(file(name, more));

    await ada.goto('/dashboard/bank');
    await send(`first-${width}.csv`);
    const questions = ada.getByRole('form', { name: 'Questions about this file' });
    await questions.getByLabel('Date').selectOption({ index: 1 });
    await questions.getByLabel('Amount', { exact: true }).selectOption({ index: 3 });
    await questions.getByLabel('Reference').selectOption({ index: 2 });
    await questions.getByLabel('Payer').selectOption({ index: 4 });
    await expectAccessible(ada);
    await questions.getByRole('button', { name: 'Read the file again' }).click();

    const line = ada.getByRole('article').filter({ hasText: 'A Customer' });
    await line.getByText(`Settles ${number} for `).waitFor();
    await ada.getByRole('article').filter({ hasText: 'Stripe' }).getByText('Card payout', { exact: true }).waitFor();
    await ada.getByText('1 row left out, which is no payment').click();
    await ada.getByText(/^Row 4: /).waitFor();
    await expectAccessible(ada);
    await expectNoSidewaysScroll(ada);
    await ada.getByRole('button', { name: 'Record 1 payment' }).click();
    await line.getByText(`Settled ${number} for `).waitFor();

    await ada.goto('/dashboard/bank');
    await send(`second-${width}.csv`, row('another rent', -12, 'A Landlord'));
    await line.getByText('Already recorded', { exact: true }).waitFor();
    expect(await questions.getByLabel('Date').inputValue()).toBe('Column A');
    expect(await ada.getByRole('button', { name: /^Record/ }).count()).toBe(0);
  },
);
