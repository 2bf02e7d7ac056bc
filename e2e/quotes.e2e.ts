import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasFocus } from './keyboard.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();
const TELEPHONE = { width: 390, height: 844 };

/** Opens the page that the newest letter to somebody leads to, once there is one with these words. */
async function openFromLetter(page: Page, to: string, subject: RegExp): Promise<void> {
  const link = async () => {
    const letters = (await (await page.request.get('/demo/mailbox.json')).json()) as Record<
      'to' | 'subject' | 'text',
      string
    >[];
    const letter = letters.find((one) => one.to === `${to}@tradebench.test` && subject.test(one.subject));
    return /\/dashboard\/quotes\/\w+/.exec(letter?.text ?? '')?.[0] ?? null;
  };
  await expect.poll(link, { timeout: 20_000 }).not.toBeNull();
  await page.goto((await link())!);
}

it('a quote is asked for from the basket, answered, changed and accepted by finger, each led there by a letter', async () => {
  const alice = await shop.open({ ...TELEPHONE, isTouched: true });
  await signIn(alice, 'alice');
  const token = await alice.evaluate(() => localStorage.getItem('accessToken'));
  const [tool] = (await (await alice.request.get('/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
  const headers = { authorization: `Bearer ${token}` };
  await alice.request.put('/my-basket', { headers, data: { lines: [{ toolId: tool!._id, quantity: 24 }] } });
  await alice.goto('/basket');
  await alice.getByRole('link', { name: 'Ask for a quote' }).tap();
  await alice.getByLabel('Message', { exact: true }).fill('Could we have them by May?');
  await expectAccessible(alice);
  await expectNoSidewaysScroll(alice);
  await alice.getByRole('button', { name: 'Ask for a quote' }).tap();
  await alice.getByRole('heading', { name: /^Quote Q\d+/ }).waitFor();

  const ada = await shop.open({ ...TELEPHONE, isTouched: true });
  await signIn(ada, 'ada');
  await openFromLetter(ada, 'ada', /^Alice Archer requested a quote/);
  await ada.getByLabel('Discount on list prices (%)').fill('10');
  await ada.getByRole('button', { name: 'Set all prices' }).tap();
  await ada.getByRole('button', { name: 'Send the offer' }).tap();
  await ada.getByRole('heading', { name: 'Version 1' }).waitFor();
  await ada.getByLabel('Discount on list prices (%)').fill('20');
  await ada.getByRole('button', { name: 'Set all prices' }).tap();
  await ada.getByRole('button', { name: 'Send the offer' }).tap();
  await ada.getByRole('heading', { name: 'Version 2' }).waitFor();
  await expectAccessible(ada);
  await expectNoSidewaysScroll(ada);

  await openFromLetter(alice, 'alice', /^Our new offer Q\d+/);
  await alice.getByText(/^Changed: was/).waitFor();
  await expectAccessible(alice);
  await expectNoSidewaysScroll(alice);
  await alice.getByLabel('Street and number').fill('1 Dock Road');
  await alice.getByLabel('Postal code').fill('4100');
  await alice.getByLabel('Town').fill('Chattogram');
  await alice.getByLabel('Phone').fill('+880 2 555 0100');
  await alice.getByRole('button', { name: /^Accept for/ }).tap();
  await alice.waitForURL(/\/dashboard\/payment\//);
  await alice.goto('/dashboard/quotes');
  await alice
    .getByRole('cell', { name: 'Ordered' })
    .or(alice.getByText('Ordered').filter({ visible: true }))
    .first()
    .waitFor();
  expect(await alice.getByRole('link', { name: /^Q\d+$/ }).count()).toBe(1);
});

it('a quote is asked for from a list, a product and the pad, and what was begun is kept in the browser', async () => {
  const alice = await shop.open(TELEPHONE);
  await signIn(alice, 'alice');
  const token = await alice.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const idOf = async (sku: string) =>
    ((await (await alice.request.get(`/tool?q=${sku}`)).json()) as { _id: string }[])[0]!._id;
  const lines = [{ toolId: await idOf('HAM-CL-16H'), quantity: 24 }];
  const list = await alice.request.post('/my-list', { headers, data: { name: 'Every spring', lines } });
  await alice.goto(`/dashboard/lists/${((await list.json()) as { _id: string })._id}`);
  await alice.getByRole('link', { name: 'Ask for a quote' }).click();
  await alice.waitForURL('**/dashboard/askQuote');
  await alice.getByLabel('Pieces of Claw Hammer 16 oz, Hickory').waitFor();
  await alice.goto(`/products/${await idOf('SAW-HA-550')}`);
  await alice.getByRole('link', { name: 'Ask for a quote' }).click();
  await alice.getByLabel('Pieces of Hand Saw 550 mm, 9 TPI').waitFor();
  await alice.goto('/order-pad');
  await alice.getByLabel('Your list').fill('SPA-CO-13;400');
  await alice.getByRole('button', { name: 'Read the list' }).click();
  await alice.getByRole('link', { name: 'Ask for a quote' }).click();
  const spanners = alice.getByLabel('Pieces of Combination Spanner 13 mm, Chrome Vanadium');
  await spanners.waitFor();
  await alice.getByLabel('Target price per piece of Combination Spanner 13 mm, Chrome Vanadium').fill('3.20');
  await alice.getByLabel('Message', { exact: true }).fill('For the whole year');
  await alice.reload();
  expect(await spanners.inputValue()).toBe('400');
  expect(await alice.getByLabel(/^Target price per piece of Combination Spanner/).inputValue()).toBe('3.20');
  expect(await alice.getByLabel('Message', { exact: true }).inputValue()).toBe('For the whole year');
  await alice.getByRole('button', { name: 'Ask for a quote' }).click();
  await alice.getByRole('heading', { name: /^Quote Q\d+/ }).waitFor();
  for (const name of ['Claw Hammer 16 oz', 'Hand Saw 550 mm', 'Combination Spanner 13 mm'])
    await alice.getByText(name).first().waitFor();
  await alice.goto('/dashboard/askQuote');
  await alice.getByText('0 lines').waitFor();
});

it('staff ask for a company on the telephone, offer what nobody asked for, and the buyer declines and says why', async () => {
  const ada = await shop.open(TELEPHONE);
  await signIn(ada, 'ada');
  await ada.goto('/dashboard/askQuote');
  await ada.getByLabel('Your list').fill('SPA-CO-13;400');
  await ada.getByRole('button', { name: 'Read the list' }).click();
  await ada.getByLabel('E-mail of the customer').fill('bob@tradebench.test');
  await ada.getByLabel('Company, by name or number').fill('Nordfjord');
  await ada.getByRole('button', { name: 'Find the company' }).click();
  await ada.getByLabel('Buys for').waitFor();
  await expectAccessible(ada);
  await expectNoSidewaysScroll(ada);
  await ada.getByRole('button', { name: 'Ask for a quote' }).click();
  await ada.getByText('Bob Baker, Nordfjord Bygg').waitFor();
  const token = await ada.evaluate(() => localStorage.getItem('accessToken'));
  const [hammer] = (await (await ada.request.get('/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
  const headers = { authorization: `Bearer ${token}` };
  await ada.request.put(`/tool/${hammer!._id}/cost`, { headers, data: { cost: 7.84 } });
  await ada.getByText('Add tools that were not requested').click();
  await ada.getByLabel('Your list').fill('HAM-CL-16H;24');
  await ada.getByRole('button', { name: 'Read the list' }).click();
  // The company's own price is 11.20.
  await ada.getByText('margin $80.64, 30 %').waitFor();
  await expectAccessible(ada);
  await expectNoSidewaysScroll(ada);
  await ada.getByRole('button', { name: 'Send the offer' }).click();
  await ada.getByRole('heading', { name: 'Version 1' }).waitFor();

  const bob = await shop.open(TELEPHONE);
  await signIn(bob, 'bob');
  await bob.goto(new URL(ada.url()).pathname);
  await bob.getByText('for Nordfjord Bygg, asked by Bob Baker').waitFor();
  await bob.getByText(/orders above your limit of \$500\.00; this one waits for approval/).waitFor();
  await bob.getByRole('button', { name: 'Decline' }).click();
  await bob.getByLabel('Reason (optional)').fill('We only need spanners');
  await bob.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await bob.getByText('Reason: We only need spanners').waitFor();
  expect(await bob.getByRole('button', { name: 'Decline', exact: true }).count()).toBe(0);
});

it('what is wrong with an answer is said at its field, and the keyboard goes on where something was left out or sent', async () => {
  const page = await shop.open({ width: 390 });
  await signIn(page, 'ada');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const tools = (await (await page.request.get('/tool?limit=3')).json()) as { _id: string; name: string }[];
  const asked = await page.request.post('/quote', {
    headers: { authorization: `Bearer ${token}` },
    data: { lines: tools.map(({ _id }) => ({ toolId: _id, quantity: 100 })) },
  });
  const { _id } = (await asked.json()) as { _id: string };
  await page.goto(`/dashboard/quotes/${_id}`);
  const [send, price] = [
    page.getByRole('button', { name: 'Send the offer' }),
    page.getByLabel(`Price per piece of ${tools[0]!.name}`),
  ];
  const [delivery, days] = [page.getByLabel('Delivery ($)'), page.getByLabel('Valid for, in days')];
  await price.fill('11.555');
  await delivery.fill('-3');
  await days.fill('0.5');
  await send.press('Enter');
  await expect.poll(() => hasFocus(price)).toBe(true);
  await page.getByText('11.555 could be 11555 or 11.555.').waitFor();
  await page.getByText('Enter an amount from 0 to 1,000,000,000').waitFor();
  await page.getByText('Enter whole days, 0 to 999').waitFor();
  await expectAccessible(page);
  await price.fill('11.55');
  await send.press('Enter');
  await expect.poll(() => hasFocus(delivery)).toBe(true);
  await delivery.fill('3');
  await days.fill('5');
  await page.getByRole('button', { name: `Remove ${tools[1]!.name}` }).press('Enter');
  expect(await hasFocus(page.getByRole('button', { name: `Remove ${tools[2]!.name}` }))).toBe(true);
  await send.press('Enter');
  await page.getByRole('heading', { name: 'Version 1' }).waitFor();
  await expect.poll(() => hasFocus(page.getByRole('heading', { name: /^Quote Q/ }))).toBe(true);
});
