import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { countHands, handsOf } from './hands.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

/** As a clerk pastes it from a mail: none of it by the shop's own words, two by its numbers. */
const LIST = `24 claw hammer 16oz
spanner 13mm comb. 60
M10x50 hex bolt 8.8 2000
G clamp 150 mm 12
PH2 screwdriver 60
slotted driver 5.5 x 100 - 60 pcs
adjustable wrench 10" 20
bolts M8 x 40, 8.8: 500
combination spanner 19 mm 50
carpenters square 300mm 20 off
hand saw 550 12
SCR-SL-65 40
24 x ball pein 24oz
padlock 50mm brass qty 20`;

async function asManagerOfNordfjord(page: Page): Promise<{ headers: Record<string, string>; companyId: string }> {
  await signIn(page, 'alice');
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}` };
  const [company] = (await (await page.request.get('/my-companies', { headers })).json()) as { _id: string }[];
  const kept = await page.request.put('/my-buyer', { headers, data: { companyId: company!._id } });
  expect(kept.ok()).toBe(true);
  return { headers, companyId: company!._id };
}

it('fourteen messy lines are ordered on account in at most seven presses and five fields', async () => {
  const page = await shop.open();
  await asManagerOfNordfjord(page);
  await countHands(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Order Pad' }).filter({ visible: true }).first().click();
  await page.getByLabel('Your list').fill(LIST);
  await page.getByRole('button', { name: 'Read the list' }).click();
  await page.getByText('14 rows read.').waitFor();
  await page.getByRole('button', { name: /^Take (all|the) / }).click();
  await page
    .getByRole('button', { name: /^Add 14 lines to basket/ })
    .filter({ visible: true })
    .click();
  await page.getByRole('link', { name: 'View basket' }).click();
  await page.getByText('Goods, 14 lines').waitFor();
  await page.getByRole('radio', { name: /^On account/ }).check();
  // What the company and its last order say is not asked again.
  await expect.poll(() => page.getByLabel('Company', { exact: true }).inputValue()).toBe('Nordfjord Bygg');
  expect(await page.getByLabel('Country', { exact: true }).inputValue()).toBe('NO');
  await page.getByText('NO974760673MVA of Nordfjord Bygg, unless you enter another.').waitFor();
  // The company has ordered nothing yet: whom the carrier may call is asked the first time.
  await page.getByLabel('Phone', { exact: true }).fill('+47 57 86 00 00');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.getByText(/^Thank you\. Order \d+ is placed\.$/).waitFor();
  await page.getByText('We have sent a confirmation to alice@tradebench.test.').waitFor();
  const { presses, fields } = await handsOf(page);
  expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(7);
  expect(fields).toBeLessThanOrEqual(5);
});

it("on a telephone a company's order on account is placed again in at most five taps, and no field", async () => {
  const page = await shop.open({ width: 360, isTouched: true });
  const { headers, companyId } = await asManagerOfNordfjord(page);
  const [tool] = (await (await page.request.get('/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
  const who = {
    name: 'Alice Archer',
    address: 'Havnegata 1, 6770 Nordfjordeid',
    country: 'NO',
    phone: '+47 57 86 00 00',
  };
  const data = { ...who, toolId: tool!._id, quantity: 24, companyId, pay: 'account' };
  expect((await page.request.post('/order', { headers, data })).status()).toBe(201);
  await countHands(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Order again' }).first().click();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByRole('link', { name: 'View basket' }).click();
  await expect.poll(() => page.getByRole('radio', { name: /^On account/ }).isChecked()).toBe(true);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.getByText(/^Thank you\. Order \d+ is placed\.$/).waitFor();
  const { presses, fields } = await handsOf(page);
  expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(5);
  expect(fields).toBe(0);
});
