import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';

const shop = shopInBrowser();

/** Gives a tool a certificate. */
async function certify(sku: string): Promise<void> {
  const page = await shop.open();
  await signIn(page, 'ada');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const [tool] = (await (await page.request.get(`/tool?q=${sku}`)).json()) as { _id: string }[];
  const said = new URLSearchParams({ kind: 'certificate', name: 'Test certificate', language: 'en' });
  const answer = await page.request.post(`/tool/${tool!._id}/document?${said.toString()}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' },
    data: Buffer.from('%PDF-1 certificate'),
  });
  if (answer.status() !== 201) throw new Error(await answer.text());
}

/** An order of whoever is signed in, for their company and on its account where so wanted. */
async function order(page: Page, sku: string, onAccount: boolean): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const tools = (await (await page.request.get(`/tool?q=${sku}`)).json()) as {
    _id: string;
    minOrderQuantity: number;
  }[];
  const [tool] = tools;
  const [company] = (await (await page.request.get('/my-companies', { headers })).json()) as { _id: string }[];
  const answer = await page.request.post('/order', {
    headers,
    data: {
      name: 'Alice',
      address: 'Havnegata 1, 6770 Nordfjordeid',
      phone: '+47 57 86 00 00',
      country: 'NO',
      lines: [{ toolId: tool!._id, quantity: tool!.minOrderQuantity }],
      ...(onAccount ? { companyId: company!._id, pay: 'account' } : {}),
    },
  });
  if (answer.status() !== 201) throw new Error(await answer.text());
  return ((await answer.json()) as { _id: string })._id;
}

it('a button of a paper stands where the paper can be had, and nowhere else', async () => {
  await certify('HAM-CL-16H');
  const page = await shop.open();
  await signIn(page, 'alice');
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const downloads = async (name: string) => {
    const download = page.waitForEvent('download');
    await button(name).click();
    return (await download).suggestedFilename();
  };
  await page.goto(`/dashboard/orders/${await order(page, 'HAM-CL-16H', true)}`);
  expect(await downloads('Certificates')).toMatch(/^certificates-.*\.zip$/);
  expect(await downloads('Invoice')).toMatch(/\.pdf$/);
  await button('E-invoice').click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Save the XML' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xml$/);

  await page.goto(`/dashboard/orders/${await order(page, 'SCR-SL-65', false)}`);
  await button('Order again').waitFor();
  for (const name of ['Certificates', 'Invoice', 'E-invoice', 'Missing for the e-invoice'])
    expect([name, await button(name).count()]).toEqual([name, 0]);
});
