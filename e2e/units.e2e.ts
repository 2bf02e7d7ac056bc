import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, listening, signIn } from './visit.ts';

const shop = shopInBrowser();

/** A screw for 4.20 per 100, in boxes of 50 and cartons of 600, made by the owner. */
async function screw(page: Page): Promise<string> {
  await signIn(page, 'ada');
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await page.request.post('/tool', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      name: 'Counted wood screw',
      description: 'Zinc plated.',
      sku: 'CWS-4',
      price: 4.2,
      priceUnit: 100,
      packs: [
        { code: 'BX', name: 'Small box', pieces: 50, gtin: '4006381333931' },
        { code: 'CT', name: 'Carton', pieces: 600 },
      ],
      availableQuantity: 100_000,
      minOrderQuantity: 100,
      image: '/pictures/blt-m6-30-640.webp',
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { _id: string })._id;
}

it('a screw for a price per hundred is found by the scanner, put into the basket in boxes, and stays in boxes', async () => {
  const id = await screw(await shop.open());
  const page = await shop.open();
  await signIn(page, 'alice');
  await page.goto('/products');
  const search = page.getByRole('searchbox', { name: 'Find a tool' });
  await listening(search);
  await search.fill('4006381333931');
  await search.press('Enter');
  await page.waitForURL(`**/products/${id}`);
  await page.getByText('per 100').first().waitFor();
  const unit = page.getByRole('combobox', { name: 'Unit of Counted wood screw' });
  await listening(unit);
  await unit.selectOption({ label: 'Small box of 50' });
  await page.getByText('2 to 2,000 × Small box of 50').waitFor();
  expect(await page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('2');
  await expectAccessible(page);

  await page.goto(`/products?q=CWS-4`);
  const quantity = page.getByRole('textbox', { name: 'Pieces of Counted wood screw' });
  await listening(quantity);
  await page.getByRole('combobox', { name: 'Unit of Counted wood screw' }).selectOption({ label: 'Small box of 50' });
  const boxes = page.getByRole('textbox', { name: 'Small box of Counted wood screw' });
  expect(await boxes.inputValue()).toBe('2');
  await boxes.fill('10');
  await page.getByRole('button', { name: 'Add to order: Counted wood screw' }).click();
  await page.getByRole('link', { name: 'View basket' }).click();
  await page.getByText('$21.00').first().waitFor();
  await page.getByText('500 pieces').waitFor();
  await boxes.fill('11');
  await page.getByText('550 pieces').waitFor();
  await page.getByText('$23.10').first().waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByText('550 pieces').waitFor();
  expect(await boxes.inputValue()).toBe('11');
  await page.getByRole('combobox', { name: 'Unit of Counted wood screw' }).selectOption({ label: 'pieces' });
  await page.getByRole('textbox', { name: 'Pieces of Counted wood screw' }).waitFor();
  await page.getByText('$23.10').first().waitFor();
});

it('the table says for how many pieces a price is where its head no longer does', async () => {
  for (const width of [768, 1440]) {
    const page = await shop.open({ width });
    await page.goto('/products?q=CWS-4');
    const table = page.getByRole('button', { name: 'Table' });
    await listening(table);
    await table.click();
    const row = page.getByRole('listitem').filter({ hasText: 'Counted wood screw' });
    await row.getByText('per 100').waitFor();
    expect(await page.getByText('Price / piece').count()).toBe(0);
    await expectNoSidewaysScroll(page);
    await page.goto('/products?q=claw+hammer');
    await page.getByText('Price / piece').waitFor();
    expect(await page.getByText('per piece').first().isVisible()).toBe(false);
  }
});

it('the pad reads cartons, asks what VE are, and takes one tap for an answer', async () => {
  const page = await shop.open();
  await page.goto('/order-pad');
  await page.getByLabel('Your list').fill('CWS-4;2 Kartons');
  await page.getByRole('button', { name: 'Read the list' }).click();
  await page.getByText('1,200 pieces').waitFor();
  await page.getByRole('button', { name: 'Remove Counted wood screw' }).click();
  await page.getByLabel('Your list').fill('CWS-4;10 VE');
  await page.getByRole('button', { name: 'Read the list' }).click();
  await page.getByText('The list says “10 VE”. What does it count?').waitFor();
  await page.getByRole('button', { name: 'Use 10 × Small box' }).click();
  await page.getByText('500 pieces').waitFor();
  await page.getByText('$21.00').first().waitFor();
});

it('price units and packs are edited in rows, a wrong number is said in its cell, and a save says what it changes', async () => {
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/dashboard/sheet?q=CWS-4');
  const grid = page.getByRole('grid', { name: 'Products' });
  const cell = (title: string) =>
    grid
      .getByRole('row')
      .nth(1)
      .getByRole('gridcell')
      .nth(['Name', 'SKU', 'Category', 'Price', 'Price unit', 'Stock', 'Minimum', 'Step', 'Packs'].indexOf(title));
  await expect.poll(() => cell('Packs').textContent()).toBe('BX:Small box=50@4006381333931|CT=600');
  await cell('Packs').click();
  await grid.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'BX:Small box=50@4006381333932|CT=1.200');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole('button', { name: 'Save 1 cell' }).click();
  await grid.locator('[aria-invalid="true"]').getByText('check digit').waitFor();
  // The keyboard is there already, so that a click writes in what stands there.
  await cell('Packs').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('BX=50|CT=1200');
  await page.keyboard.press('Enter');
  await cell('Price unit').click();
  await page.keyboard.type('1000');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save 2 cells' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('per 1,000').waitFor();
  await dialog.getByText('BX:Small box=50@4006381333931|CT=1200').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed 1 product.').first().waitFor();
  await expect.poll(() => cell('Price unit').textContent()).toBe('1000');
});

it.each([360, 1440])(
  'at %d px each scan of a box counts a box, beside loose pieces, and the page says so',
  async (width) => {
    const page = await shop.open({ width });
    await signIn(page, 'ada');
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    const gtin = width === 360 ? '4012345000016' : '4012345000023';
    const made = await page.request.post('/tool', {
      headers: { authorization: `Bearer ${token}` },
      data: {
        name: `Scanned dowel ${width}`,
        description: 'Beech.',
        price: 0.12,
        packs: [{ code: 'CT', name: 'Karton', pieces: 144, gtin }],
        availableQuantity: 300,
        minOrderQuantity: 1,
        image: '/pictures/blt-m6-30-640.webp',
      },
    });
    expect(made.status(), await made.text()).toBe(201);
    await page.goto('/dashboard/countStock');
    const code = page.getByLabel('Stock number or bar code');
    await listening(code);
    // A scanner that lost the zeros, and one that is quicker than the shop answers.
    for (const scanned of [`0${gtin}`, gtin]) {
      await code.fill(scanned);
      await code.press('Enter');
    }
    await page.getByRole('status').getByText(`Scanned dowel ${width}: 2 Karton = 288 pieces`).waitFor();
    await page.getByText('= 288 pieces', { exact: true }).waitFor();
    await page.getByLabel(`Loose pieces of Scanned dowel ${width} counted`).fill('10');
    await page.getByText('= 298 pieces', { exact: true }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save the count' }).click();
    await page.getByRole('dialog').getByText(`Scanned dowel ${width}: −2`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 product counted, 1 difference recorded.').waitFor();
  },
);

it('at 360 px an offer in packs and a comparison say for how many pieces prices are, and fit the page', async () => {
  const ada = await shop.open();
  await signIn(ada, 'ada');
  const page = await shop.open({ width: 360 });
  await signIn(page, 'alice');
  const as = async (who: Page) => ({
    authorization: `Bearer ${await who.evaluate(() => localStorage.getItem('accessToken'))}`,
  });
  const [tool] = (await (await page.request.get('/tool?q=CWS-4')).json()) as { _id: string; priceUnit: number }[];
  const toolId = tool!._id;
  const lines = [{ toolId, quantity: 2, unit: 'CT' }];
  const asked = await page.request.post('/quote', { headers: await as(page), data: { lines, message: 'Please' } });
  const { _id } = (await asked.json()) as { _id: string };
  const data = { lines: [{ ...lines[0], unitPrice: 4.05 }], freight: 0, validUntil: '2999-01-31' };
  const offered = await ada.request.post(`/quote/${_id}/version`, { headers: await as(ada), data });
  expect(offered.status(), await offered.text()).toBe(201);
  await page.goto(`/dashboard/quotes/${_id}`);
  await page.getByText('2,400 (2 × Carton) × $4.05 per 1,000').waitFor();
  await page.getByText('List $4.20 per 1,000').waitFor();
  await expectNoSidewaysScroll(page);
  await page.goto(`/compare?tools=${toolId}`);
  await page.getByRole('rowheader', { name: /^Price/ }).waitFor();
  expect(await page.getByRole('rowheader', { name: /^Per piece/ }).count()).toBe(0);
});
