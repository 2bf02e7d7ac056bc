import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { orderByCall, payByCall } from './order-by-call.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { barriers, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

/** Ships one piece of each line of an order, as staff do it by a call. */
async function shipOne(page: Page, id: string): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const order = (await (await page.request.get(`/order/${id}`, { headers })).json()) as { lines: { toolId: string }[] };
  const lines = order.lines.map(({ toolId }) => ({ toolId, quantity: 1 }));
  const answer = await page.request.post(`/order/${id}/shipment`, { headers, data: { carrier: 'DHL', lines } });
  if (answer.status() !== 201) throw new Error(await answer.text());
  return ((await answer.json()) as { number: string }).number;
}

it.each([360, 1440])(
  'a parcel has its delivery note for who ordered, its label for the shop alone, at %i px',
  async (width) => {
    const buyer = await shop.open({ width });
    await signIn(buyer, 'alice');
    const { id } = await orderByCall(buyer);
    await payByCall(buyer, id);
    const staff = await shop.open({ width });
    await signIn(staff, 'ada');
    const number = await shipOne(staff, id);

    const saved = async (page: Page, name: string) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      return (await download).suggestedFilename();
    };
    await buyer.goto(`/dashboard/orders/${id}`);
    expect(await saved(buyer, `Delivery note ${number}`)).toBe(`delivery-note-${number}.pdf`);
    expect(await buyer.getByRole('button', { name: /^Label/ }).count()).toBe(0);
    expect(await barriers(buyer)).toEqual([]);
    await expectNoSidewaysScroll(buyer);
    await staff.goto(`/dashboard/orders/${id}`);
    expect(await saved(staff, `Label ${number}`)).toBe(`label-${number}.pdf`);
    expect(await saved(staff, `Delivery note ${number}`)).toBe(`delivery-note-${number}.pdf`);
  },
);

it.each([360, 1440])(
  'a small order says its surcharge and how to save it, from the basket to the order, at %i px',
  async (width) => {
    const staff = await shop.open({ width });
    await signIn(staff, 'ada');
    await staff.goto('/dashboard/settings');
    await staff.getByLabel('Minimum order, goods without tax').fill(String(width * 100));
    await staff.getByLabel('Surcharge below the minimum').fill('12');
    await staff.getByRole('button', { name: 'Save' }).click();
    await staff.getByText('Settings saved').first().waitFor();

    const buyer = await shop.open({ width });
    await signIn(buyer, 'alice');
    const token = await buyer.evaluate(() => localStorage.getItem('accessToken'));
    const headers = { authorization: `Bearer ${token}` };
    const [tool] = (await (await buyer.request.get('/tool?limit=1')).json()) as {
      _id: string;
      minOrderQuantity: number;
    }[];
    const lines = [{ toolId: tool!._id, quantity: tool!.minOrderQuantity }];
    await buyer.request.put('/my-basket', { headers, data: { lines } });
    await buyer.goto('/basket');
    await buyer
      .getByText(`$12.00 surcharge below $${(width * 100).toLocaleString('en-US')}.00 of goods; add `)
      .waitFor();
    await buyer.getByText('Small order surcharge', { exact: true }).waitFor();
    expect(await barriers(buyer)).toEqual([]);
    await expectNoSidewaysScroll(buyer);

    const { id } = await orderByCall(buyer);
    await buyer.goto(`/dashboard/orders/${id}`);
    await buyer.getByText('Small order surcharge', { exact: true }).waitFor();
    await buyer.goto(`/dashboard/payment/${id}`);
    await buyer.getByText('Small order surcharge', { exact: true }).waitFor();
  },
);

it.each([360, 1440])(
  'an order smaller than the shop takes says how much is missing, and is offered nowhere, at %i px',
  async (width) => {
    const staff = await shop.open({ width });
    await signIn(staff, 'ada');
    await staff.goto('/dashboard/settings');
    await staff.getByLabel('Minimum order, goods without tax').fill(String(width * 100));
    await staff.getByLabel('Surcharge below the minimum').fill('');
    await staff.getByRole('button', { name: 'Save' }).click();
    await staff.getByText('Settings saved').first().waitFor();

    const buyer = await shop.open({ width });
    await signIn(buyer, 'alice');
    const token = await buyer.evaluate(() => localStorage.getItem('accessToken'));
    const headers = { authorization: `Bearer ${token}` };
    const [tool] = (await (await buyer.request.get('/tool?limit=1')).json()) as {
      _id: string;
      minOrderQuantity: number;
    }[];
    const lines = [{ toolId: tool!._id, quantity: tool!.minOrderQuantity }];
    await buyer.request.put('/my-basket', { headers, data: { lines } });
    await buyer.goto('/basket');
    const short = `We accept orders of $${(width * 100).toLocaleString('en-US')}.00 of goods and more; add $`;
    const purchase = buyer.getByRole('form', { name: 'Purchase' });
    await purchase.getByText(short).waitFor();
    expect(await purchase.getByRole('button', { name: 'Purchase' }).count()).toBe(0);
    expect(await buyer.getByRole('link', { name: 'Check out' }).count()).toBe(0);
    expect(await barriers(buyer)).toEqual([]);
    await expectNoSidewaysScroll(buyer);

    // More of it, and the same form orders; what was typed into it is still there.
    await buyer.goto('/basket');
    await purchase.getByLabel('Note').fill('Gate 4');
    await staff.getByLabel('Minimum order, goods without tax').fill('0.01');
    await staff.getByRole('button', { name: 'Save' }).click();
    await staff.getByText('Settings saved').first().waitFor();
    await buyer.reload();
    await purchase.getByRole('button', { name: 'Purchase' }).waitFor();
    expect(await purchase.getByLabel('Note').inputValue()).toBe('Gate 4');
  },
);

it.each([360, 1440])('the rest of an order is closed with a reason that its buyer reads, at %i px', async (width) => {
  const buyer = await shop.open({ width });
  await signIn(buyer, 'alice');
  const { id } = await orderByCall(buyer);
  await payByCall(buyer, id);
  const staff = await shop.open({ width });
  await signIn(staff, 'ada');
  await shipOne(staff, id);
  await staff.goto(`/dashboard/orders/${id}`);
  await staff.getByRole('button', { name: 'Close the rest' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Close the rest' }).click();
  await dialog.getByText('Reason is required').waitFor();
  expect(await barriers(staff)).toEqual([]);
  await dialog.getByLabel('Reason').fill('No longer made');
  await dialog.getByRole('button', { name: 'Close the rest' }).click();
  await staff.getByText(/^Rest of order \d+ closed$/).waitFor();
  await staff.getByRole('button', { name: 'Close the rest' }).waitFor({ state: 'detached' });
  await expectNoSidewaysScroll(staff);

  await buyer.goto(`/dashboard/orders/${id}`);
  await buyer.getByText('What had not been shipped was closed: No longer made').waitFor();
  expect(await buyer.getByRole('button', { name: /^Close/ }).count()).toBe(0);
});
