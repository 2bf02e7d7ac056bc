import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();
const TELEPHONE = { width: 390, height: 844 };

it('a quote is asked for from the basket, answered, changed, and accepted on a telephone', async () => {
  const alice = await shop.open(TELEPHONE);
  await signIn(alice, 'alice');
  const token = await alice.evaluate(() => localStorage.getItem('accessToken'));
  const [tool] = (await (await alice.request.get('/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
  const headers = { authorization: `Bearer ${token}` };
  await alice.request.put('/my-basket', { headers, data: { lines: [{ toolId: tool!._id, quantity: 24 }] } });
  await alice.goto('/basket');
  await alice.getByRole('link', { name: 'Ask for a quote' }).click();
  await alice.getByLabel('Message', { exact: true }).fill('Could we have them by May?');
  await expectAccessible(alice);
  await expectNoSidewaysScroll(alice);
  await alice.getByRole('button', { name: 'Ask for a quote' }).click();
  await alice.getByRole('heading', { name: /^Quote Q\d+/ }).waitFor();

  const ada = await shop.open(TELEPHONE);
  await signIn(ada, 'ada');
  await ada.goto(new URL(alice.url()).pathname);
  await ada.getByLabel('Off list prices (%)').fill('10');
  await ada.getByRole('button', { name: 'Set all prices' }).click();
  await ada.getByRole('button', { name: 'Send the offer' }).click();
  await ada.getByRole('heading', { name: 'Version 1' }).waitFor();
  await ada.getByLabel('Off list prices (%)').fill('20');
  await ada.getByRole('button', { name: 'Set all prices' }).click();
  await ada.getByRole('button', { name: 'Send the offer' }).click();
  await ada.getByRole('heading', { name: 'Version 2' }).waitFor();
  await expectAccessible(ada);
  await expectNoSidewaysScroll(ada);

  await alice.reload();
  await alice.getByText(/^Changed: was/).waitFor();
  await expectAccessible(alice);
  await expectNoSidewaysScroll(alice);
  await alice.getByLabel('Street and number').fill('1 Dock Road');
  await alice.getByLabel('Town').fill('Chattogram');
  await alice.getByLabel('Phone').fill('+880 2 555 0100');
  await alice.getByRole('button', { name: /^Accept for/ }).click();
  await alice.waitForURL(/\/dashboard\/payment\//);
  await alice.goto('/dashboard/quotes');
  await alice
    .getByRole('cell', { name: 'Ordered' })
    .or(alice.getByText('Ordered').filter({ visible: true }))
    .first()
    .waitFor();
  expect(await alice.getByRole('link', { name: /^Q\d+$/ }).count()).toBe(1);
});
