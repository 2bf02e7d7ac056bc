import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

interface Tool {
  _id: string;
  name: string;
}

/** What somebody who is signed in asks by a call. */
async function call<T>(page: Page, method: 'get' | 'post' | 'put', path: string, data?: object): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request[method](path, { headers, ...(data === undefined ? {} : { data }) });
  if (!answer.ok()) throw new Error(await answer.text());
  return (await answer.json()) as T;
}

/** Nothing in the way of anybody, at the widths of a telephone, a tablet and a desk. */
async function expectWellAtAllWidths(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  for (const each of [360, 768, 1440]) {
    await page.setViewportSize({ width: each, height });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width, height });
}

it('what came broken or not at all is reported on a telephone, agreed to, counted by a scan, and settled as money and as a replacement', async () => {
  const sales = await shop.open({ width: 1440 });
  await signIn(sales, 'ada');
  const buyer = await shop.open({ width: 360, isTouched: true });
  await signIn(buyer, 'alice');

  // On account and not paid: who has to pay first cannot say what is wrong.
  const [company] = await call<{ _id: string }[]>(buyer, 'get', '/my-companies');
  const found = await Promise.all(
    ['HAM-CL-16H', 'BLT-M10-50'].map((sku) => call<Tool[]>(buyer, 'get', `/tool?q=${sku}`)),
  );
  const [hammer, bolt] = found.map(([tool]) => tool!) as [Tool, Tool];
  const order = await call<{ _id: string; number: string }>(buyer, 'post', '/order', {
    name: 'Alice',
    address: '1 Dock Road',
    phone: '+880 2 555 0100',
    companyId: company!._id,
    pay: 'account',
    lines: [
      { toolId: hammer._id, quantity: 24 },
      { toolId: bolt._id, quantity: 1_000 },
    ],
  });
  await buyer.goto(`/dashboard/orders/${order._id}`);
  await buyer.getByRole('heading', { name: `Order ${order.number}` }).waitFor();
  expect(await buyer.getByRole('link', { name: 'Something is wrong' }).count()).toBe(0);
  await call(sales, 'post', `/order/${order._id}/shipment`, { carrier: 'Van' });

  await buyer.reload();
  await buyer.getByRole('link', { name: 'Something is wrong' }).click();
  await buyer.getByRole('button', { name: 'Send the report' }).click();
  await buyer.getByText('Enter how many pieces, at one tool at least.').waitFor();
  await buyer.getByLabel(`Pieces of ${hammer.name} that are wrong`).fill('25');
  await buyer.getByLabel(`What is wrong with ${hammer.name}?`).selectOption('Damaged');
  await buyer.getByLabel(`What would help with ${hammer.name}?`).selectOption('Replacement');
  await buyer.getByLabel(`In a few words, of ${hammer.name} (optional)`).fill('The handles are split');
  await buyer.getByLabel(`Pieces of ${bolt.name} that are wrong`).fill('50');
  await buyer.getByLabel(`What is wrong with ${bolt.name}?`).selectOption('Missing');
  await buyer.getByLabel(`What would help with ${bolt.name}?`).selectOption('Money back');
  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#8a5a2b' } })
    .jpeg()
    .toBuffer();
  await buyer
    .getByLabel('Photos (optional)')
    .setInputFiles({ name: 'split.jpg', mimeType: 'image/jpeg', buffer: photo });
  await buyer.getByLabel('Anything else? (optional)').fill('The carton was wet.');
  await expectWellAtAllWidths(buyer);

  // More than left is said at the line, and nothing that was typed is lost.
  await buyer.getByRole('button', { name: 'Send the report' }).click();
  await buyer.getByText('Only 24 pieces were shipped').first().waitFor();
  expect(await buyer.getByLabel(`In a few words, of ${hammer.name} (optional)`).inputValue()).toBe(
    'The handles are split',
  );
  await buyer.getByLabel(`Pieces of ${hammer.name} that are wrong`).fill('3');
  await buyer.getByRole('button', { name: 'Send the report' }).click();
  const heading = buyer.getByRole('heading', { name: /^Return R-\d+$/ });
  await heading.waitFor();
  const number = (await heading.innerText()).replace('Return ', '');
  await buyer.getByText('We will look at it and reply by e-mail.').waitFor();
  await buyer.getByAltText(`Photo 1 of return ${number}`).waitFor();
  expect(await buyer.getByRole('button', { name: 'Return slip' }).count()).toBe(0);
  await expectWellAtAllWidths(buyer);

  // Sales agree, in the words of a template.
  await sales.goto('/dashboard/returns?state=open');
  await sales.getByRole('link', { name: number }).click();
  await sales.getByRole('button', { name: 'Agree' }).click();
  const agreeing = sales.getByRole('dialog');
  expect(await agreeing.getByLabel('What the buyer is to do').inputValue()).toContain('We pay for the parcel');
  await agreeing.getByLabel('Fee with tax').fill('1,50');
  await expectWellAtAllWidths(sales);
  await agreeing.getByRole('button', { name: 'Agree' }).click();
  await sales.getByText(`Agreed to ${number}.`).waitFor();

  await buyer.reload();
  await buyer.getByText('Send the pieces back, with the return slip in the parcel.').waitFor();
  const download = buyer.waitForEvent('download');
  await buyer.getByRole('button', { name: 'Return slip' }).click();
  expect((await download).suggestedFilename()).toBe(`return-${number}.pdf`);
  await expectWellAtAllWidths(buyer);

  // The warehouse reads the code of the slip, whatever its list shows, and counts.
  await call(sales, 'put', '/user/role/bob@tradebench.test', { role: 'warehouse' });
  const warehouse = await shop.open({ width: 360, isTouched: true });
  await signIn(warehouse, 'bob');
  await warehouse.goto('/dashboard/returns?state=closed');
  const code = warehouse.getByLabel('Number or code, order, customer, tool or SKU');
  await code.fill(number);
  await code.press('Enter');
  await warehouse.getByRole('heading', { name: `Return ${number}` }).waitFor();
  expect(await warehouse.getByRole('button', { name: 'Settle' }).count()).toBe(0);
  await warehouse.getByRole('button', { name: 'Count what arrived' }).click();
  const counting = warehouse.getByRole('dialog');
  await counting.getByLabel(`Into stock: pieces of ${hammer.name}`).fill('3');
  await counting.getByLabel(`Scrap: pieces of ${hammer.name}`).fill('1');
  await counting.getByRole('button', { name: 'Save the count' }).click();
  await counting.getByRole('alert').first().waitFor();
  await counting.getByLabel(`Into stock: pieces of ${hammer.name}`).fill('2');
  await expectWellAtAllWidths(warehouse);
  await counting.getByRole('button', { name: 'Save the count' }).click();
  await warehouse.getByText('3 pieces counted').waitFor();
  await warehouse.getByRole('button', { name: 'Count what arrived' }).waitFor({ state: 'detached' });
  await expectWellAtAllWidths(warehouse);

  // Two hammers are replaced; for the third, and for bolts that never came, there is money.
  await sales.reload();
  await sales.getByRole('button', { name: 'Settle' }).click();
  const settling = sales.getByRole('dialog');
  expect(await settling.getByLabel(`Replacement: pieces of ${hammer.name}`).inputValue()).toBe('3');
  expect(await settling.getByLabel(`Money back: pieces of ${bolt.name}`).inputValue()).toBe('50');
  await settling.getByLabel(`Replacement: pieces of ${hammer.name}`).fill('2');
  await settling.getByLabel(`Money back: pieces of ${hammer.name}`).fill('1');
  await expectWellAtAllWidths(sales);
  await settling.getByRole('button', { name: 'Settle' }).click();
  await sales.getByText(`${number} is settled as said.`).waitFor();
  await sales.getByText('Closed').first().waitFor();
  await expectWellAtAllWidths(sales);

  await buyer.reload();
  await buyer.getByText('Everything is settled.').waitFor();
  const came = buyer.getByRole('region', { name: 'How it was settled' });
  await came.getByText(/^Credit note CN-\d{4}-\d{6}/).waitFor();
  await expectWellAtAllWidths(buyer);
  await came.getByRole('link', { name: /^order \d+$/ }).click();
  await buyer.getByText('This order replaces returned pieces, without charge.').waitFor();
  expect(await buyer.getByRole('button', { name: 'Ask for a refund' }).count()).toBe(0);
  await expectWellAtAllWidths(buyer);
});

it('a report can be withdrawn before anything came of it, and a refusal says why', async () => {
  const sales = await shop.open({ width: 1440 });
  await signIn(sales, 'ada');
  const buyer = await shop.open({ width: 360, isTouched: true });
  await signIn(buyer, 'alice');
  const [company] = await call<{ _id: string }[]>(buyer, 'get', '/my-companies');
  const [tool] = await call<Tool[]>(buyer, 'get', '/tool?q=HAM-CL-16H');
  const order = await call<{ _id: string }>(buyer, 'post', '/order', {
    name: 'Alice',
    address: '1 Dock Road',
    phone: '+880 2 555 0100',
    companyId: company!._id,
    pay: 'account',
    lines: [{ toolId: tool!._id, quantity: 24 }],
  });
  await call(sales, 'post', `/order/${order._id}/shipment`, { carrier: 'Van' });
  const report = () =>
    call<{ _id: string; number: string }>(buyer, 'post', '/return', {
      orderId: order._id,
      lines: [{ toolId: tool!._id, quantity: 24, kind: 'unwanted', wish: 'money' }],
    });

  const first = await report();
  await buyer.goto(`/dashboard/returns/${first._id}`);
  await buyer.getByRole('button', { name: 'Withdraw' }).click();
  await buyer.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await buyer.getByText(`${first.number} is withdrawn`).waitFor();
  await buyer.getByText('Nothing more happens.').waitFor();

  const second = await report();
  await sales.goto(`/dashboard/returns/${second._id}`);
  await sales.getByRole('button', { name: 'Refuse' }).click();
  const refusing = sales.getByRole('dialog');
  await refusing.getByRole('button', { name: 'Refuse' }).click();
  await refusing.getByText('Reason is required').waitFor();
  await expectWellAtAllWidths(sales);
  await refusing.getByLabel('Reason').fill('They were made to order');
  await refusing.getByRole('button', { name: 'Refuse' }).click();
  await sales.getByText(`${second.number} is refused.`).waitFor();
  await buyer.goto(`/dashboard/returns/${second._id}`);
  await buyer.getByText('Reason: They were made to order').waitFor();
  await buyer.getByText('If you disagree, write to us below.').waitFor();
  await expectWellAtAllWidths(buyer);
});
