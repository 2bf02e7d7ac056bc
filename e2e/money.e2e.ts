import { describe, expect, it } from 'vitest';
import { orderByCall } from './order-by-call.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, signIn } from './visit.ts';

const shop = shopInBrowser();

describe('an order paid by bank transfer', () => {
  it('is told how to pay, recorded, asked back in part and refunded, and both sides see each step', async () => {
    const [alice, ada] = [await shop.open({ width: 360 }), await shop.open()];
    await Promise.all([signIn(alice, 'alice'), signIn(ada, 'ada')]);
    await ada.goto('/dashboard/settings');
    await ada.getByLabel('Account holder').fill('Tradebench Tools');
    await ada.getByLabel('IBAN or account number').fill('DE02 1203 0000 0000 2020 51');
    await ada.getByRole('button', { name: 'Save settings' }).click();
    await ada.getByText('Settings saved').waitFor();

    const { id } = await orderByCall(alice);
    await alice.goto(`/dashboard/payment/${id}`);
    await alice.getByRole('radio', { name: /^Bank transfer/ }).check();
    await alice.getByRole('heading', { name: 'Pay by bank transfer' }).waitFor();
    await alice.getByText('DE02 1203 0000 0000 2020 51').waitFor();
    await expectAccessible(alice);

    await ada.goto(`/dashboard/orders/${id}`);
    await ada.getByRole('button', { name: 'Record bank transfer' }).click();
    await ada.getByLabel('Reference on the bank statement').fill('SEPA 4711');
    await ada.getByRole('button', { name: 'Record payment' }).click();
    await ada.getByText(/received by bank transfer of .*, reference SEPA 4711/).waitFor();
    await ada.getByText(/ · ada@tradebench\.test$/).waitFor();

    await alice.goto(`/dashboard/orders/${id}`);
    await alice.getByRole('button', { name: 'Ask for a refund' }).click();
    await alice.getByLabel('What is wrong?').fill('Two heads are loose');
    await alice.getByLabel(/^Pieces of /).fill('2');
    await expectAccessible(alice);
    await alice.getByRole('button', { name: 'Send request' }).click();
    await alice.getByRole('heading', { name: 'Refund requested' }).waitFor();

    await ada.goto('/dashboard/orders?refund=requested');
    await ada.getByRole('table').getByText('requested').waitFor();
    await ada.goto(`/dashboard/orders/${id}`);
    await ada.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect.poll(() => ada.getByLabel(/^Pieces of /).inputValue()).toBe('2');
    await ada.getByLabel('Reason').fill('Heads were loose');
    await expectAccessible(ada);
    await ada.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
    await ada.getByText(/refunded: Heads were loose/).waitFor();

    await alice.goto(`/dashboard/orders/${id}`);
    await alice.getByText('2 pieces refunded').waitFor();
    await alice.getByRole('button', { name: /^Credit note CN-/ }).waitFor();
    await alice.getByRole('heading', { name: 'Refund requested and paid' }).waitFor();
    await expectAccessible(alice);

    const unpaid = await orderByCall(alice);
    await ada.goto(`/dashboard/orders/${unpaid.id}`);
    await ada.getByRole('button', { name: 'Cancel order' }).click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Keep it' }).waitFor();
    await ada.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await ada.getByText(/^Order \d+ cancelled$/).waitFor();
    await ada.waitForURL(/\/dashboard\/orders$/);
  });
});

it('a part of what an order comes to is recorded, then more than the rest, and what is too much is given back', async () => {
  const [alice, ada] = [await shop.open({ width: 360 }), await shop.open({ width: 360 })];
  await Promise.all([signIn(alice, 'alice'), signIn(ada, 'ada')]);
  const { id } = await orderByCall(alice);
  const dialog = ada.getByRole('dialog');
  const record = async (amount: string, reference: string, says: RegExp) => {
    await ada.getByRole('button', { name: 'Record bank transfer' }).click();
    await dialog.getByLabel(/^Amount/).fill(amount);
    await dialog.getByText(says).waitFor();
    await dialog.getByLabel('Reference on the bank statement').fill(reference);
    await expectAccessible(ada);
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await ada.goto(`/dashboard/orders/${id}`);
  await record('1.50', 'SEPA part', /is left to pay, and its stock is held for longer/);
  await ada.getByText('Received so far').waitFor();
  await alice.goto(`/dashboard/payment/${id}`);
  await alice.getByText('$1.50 came by bank transfer. Please send the rest the same way.').waitFor();
  await expectAccessible(alice);
  await record('9999', 'SEPA rest', /is too much and has to be returned/);
  await ada.getByText(/, to be returned$/).waitFor();
  await ada.getByRole('button', { name: 'Return the overpayment' }).click();
  await dialog.getByLabel('Reference of your transfer').fill('SEPA back');
  await expectAccessible(ada);
  await dialog.getByRole('button', { name: 'Record' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => ada.getByText(/, to be returned$/).count()).toBe(0);
  await record('5', 'SEPA again', /^All of it is too much: it has to be returned\./);
  await ada.getByText('$5.00, to be returned').waitFor();
  await alice.goto(`/dashboard/orders/${id}`);
  await alice.getByText('$5.00, to be returned').waitFor();
});

it('the page to pay an order that was deleted since says so, and takes no card', async () => {
  const page = await shop.open({ width: 360 });
  await signIn(page, 'alice');
  const { id } = await orderByCall(page);
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.delete(`/order/${id}`, { headers })).status()).toBe(200);
  await page.goto(`/dashboard/payment/${id}`);
  await page.getByRole('heading', { name: 'There is nothing to pay' }).waitFor();
  await page.getByText(/^Order \d+ was cancelled\.$/).waitFor();
  expect(await page.getByRole('button', { name: 'Pay', exact: true }).count()).toBe(0);
  await expectAccessible(page);
});
