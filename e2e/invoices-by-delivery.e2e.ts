import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { barriers, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();
const NORDFJORD = 'Nordfjord Bygg';

/** What somebody who is signed in asks by a call. */
async function call<T>(page: Page, method: 'get' | 'post', path: string, data?: object): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request[method](path, { headers, ...(data === undefined ? {} : { data }) });
  if (!answer.ok()) throw new Error(await answer.text());
  return (await answer.json()) as T;
}

/** Says in the settings how orders on account are invoiced. */
async function invoiceWith(staff: Page, way: string): Promise<void> {
  await staff.goto('/dashboard/settings');
  await staff.getByLabel('Invoice for orders on account').selectOption({ label: way });
  await staff.getByRole('button', { name: 'Save settings' }).click();
  await staff.getByText('Settings saved').first().waitFor();
}

it.each([360, 768, 1440])(
  'an order on account lists an invoice for each shipment, and what is still to be invoiced, at %i px',
  async (width) => {
    const staff = await shop.open({ width });
    await signIn(staff, 'ada');
    await invoiceWith(staff, 'One with each shipment');

    const buyer = await shop.open({ width });
    await signIn(buyer, 'alice');
    const companies = await call<{ _id: string; name: string }[]>(buyer, 'get', '/my-companies');
    const company = companies.find(({ name }) => name === NORDFJORD)!;
    const [tool] = await call<{ _id: string }[]>(buyer, 'get', '/tool?q=HAM-CL-16H');
    const body = { name: 'Alice', address: '1 Dock Road', phone: '+880 2 555 0100', companyId: company._id };
    const lines = [{ toolId: tool!._id, quantity: 24 }];
    const order = await call<{ _id: string }>(buyer, 'post', '/order', { ...body, lines, pay: 'account' });
    await buyer.goto(`/dashboard/orders/${order._id}`);
    await buyer
      .getByText(/^Nothing has been shipped yet\. .+ will be invoiced, with each shipment its part\.$/)
      .waitFor();
    expect(await buyer.getByRole('link', { name: 'Pay', exact: true }).count()).toBe(0);
    expect(await barriers(buyer)).toEqual([]);
    await expectNoSidewaysScroll(buyer);

    for (const quantity of [10, 6])
      await call(staff, 'post', `/order/${order._id}/shipment`, {
        carrier: 'Van',
        lines: [{ toolId: tool!._id, quantity }],
      });
    await buyer.reload();
    const invoices = buyer.getByRole('region', { name: 'Invoices' });
    await invoices.getByText(/ will be invoiced with what has not been shipped yet\.$/).waitFor();
    expect(await invoices.getByRole('listitem').count()).toBe(2);
    const second = invoices.getByRole('listitem').nth(1);
    expect(await second.innerText()).toMatch(/ to pay, due /);
    const number = /\d{4}-\d{6}/.exec(await second.innerText())![0];
    const download = buyer.waitForEvent('download');
    await second.getByRole('button', { name: `Invoice ${number}` }).click();
    expect((await download).suggestedFilename()).toBe(`invoice-${number}.pdf`);
    expect(await buyer.getByRole('link', { name: 'Pay', exact: true }).count()).toBe(1);
    expect(await barriers(buyer)).toEqual([]);
    await expectNoSidewaysScroll(buyer);

    await staff.goto('/dashboard/accounts');
    await staff.getByRole('link', { name: NORDFJORD }).click();
    await staff.getByRole('table', { name: 'Entries' }).getByText(number).first().waitFor();
    await staff.getByText('To be invoiced with what ships').waitFor();
    expect(await barriers(staff)).toEqual([]);
    await expectNoSidewaysScroll(staff);
    await invoiceWith(staff, 'One, when the order is placed');
  },
);
