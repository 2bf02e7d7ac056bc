import { expect, it } from 'vitest';
import { hasFocus } from './keyboard.ts';
import { orderByCall } from './order-by-call.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, listening, signIn } from './visit.ts';

const shop = shopInBrowser();
const WIDTHS = [390, 1440];

it.each(WIDTHS)('at %d px a search offers the narrowed list beside its tools', async (width) => {
  const page = await shop.open({ width });
  await page.goto('/');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  const field = page.getByRole('searchbox', { name: 'Find a tool' }).first();
  await field.fill('13 mm spanner');
  const offered = page
    .getByRole('group', { name: 'Suggestions' })
    .getByRole('link', { name: 'Size 13 mm, in Spanners' });
  await offered.waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await field.press('ArrowDown');
  expect(await offered.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('category'), searchParams.get('attr.size')]).toEqual(['Spanners', '13']);
});

it.each(WIDTHS)('at %d px staff drop documents, see whose they are, and buyers find them', async (width) => {
  const buyer = await shop.open({ width });
  await signIn(buyer, 'alice');
  await buyer.goto('/dashboard');
  const { id, productId } = await orderByCall(buyer);
  const page = await shop.open({ width });
  await signIn(page, 'ada');
  const tool = (await (await page.request.get(`/tool/${productId}`)).json()) as { sku: string };
  await page.goto('/dashboard/import');
  const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7 ${name}`) });
  const certificate = `${tool.sku}_Drop test ${width}_certificate_de_revC.pdf`;
  const files = page.getByLabel('Documents by file');
  await files.setInputFiles([
    pdf(certificate),
    pdf('nobodys.pdf'),
    { ...pdf('page.pdf'), buffer: Buffer.from('<html>') },
  ]);
  await page.getByText('1 file kept for a sheet that names it: nobodys.pdf').waitFor();
  await page.getByText('page.pdf: A document must be a PDF').waitFor();
  await page.getByRole('cell', { name: `Drop test ${width} (de, revision C)` }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByRole('button', { name: 'Undo this import' }).waitFor();
  await buyer.goto(`/products/${productId}`);
  await buyer.getByRole('link', { name: `Drop test ${width}` }).waitFor();
  await buyer
    .getByText(/Certificate · German · revision C/)
    .first()
    .waitFor();
  await buyer.goto(`/dashboard/orders/${id}`);
  await buyer.getByText(/documents? about these tools/).click();
  const download = buyer.waitForEvent('download');
  await buyer.getByRole('link', { name: `Drop test ${width}` }).click();
  expect((await download).suggestedFilename()).toBe(`Drop-test-${width}-C.pdf`);
  await expectNoSidewaysScroll(buyer);
  await expectAccessible(buyer);
});

it.each(WIDTHS)('at %d px the bolt that a drawing asks for is two taps away', async (width) => {
  const page = await shop.open({ width });
  await signIn(page, 'alice');
  await page.goto('/');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  const field = page.getByRole('searchbox', { name: 'Find a tool' }).first();
  await field.click();
  await page.keyboard.type('M10 x 50 8.8 zinc');
  const suggested = page.getByRole('group', { name: 'Suggestions' }).getByRole('link', { name: /^Hex Bolt/ });
  await suggested.first().click();
  await page.getByRole('heading', { name: 'Hex Bolt M10 × 50 mm, Steel 8.8', level: 1 }).waitFor();
});

it('without a word typed it is four taps away by what it is', async () => {
  const page = await shop.open({ width: 390 });
  await page.goto('/products');
  await page.locator('summary', { hasText: 'Filters' }).click();
  const group = (name: string) => page.getByRole('group', { name, exact: true });
  await group('Thread').getByLabel(/^M10/).hover();
  await listening(group('Thread').getByLabel('M10', { exact: false }).first());
  await group('Thread').getByLabel(/^M10/).check();
  await page.waitForURL(/attr\.thread=M10/);
  await group('Length in mm')
    .getByLabel(/^50 mm/)
    .check();
  await page.waitForURL(/attr\.length=50/);
  await page.getByRole('button', { name: 'Show 1 tool' }).click();
  await page.getByRole('heading', { name: 'Hex Bolt M10 × 50 mm, Steel 8.8' }).waitFor();
});

it('by keyboard alone the list is narrowed twice and widened again, and the focus stays on what was chosen', async () => {
  const page = await shop.open({ width: 1440 });
  await page.goto('/products');
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  const choice = (name: string, value: RegExp) =>
    page.getByRole('group', { name, exact: true }).getByRole('checkbox', { name: value });
  const [material, hardness] = [choice('Material', /^Chrome vanadium/), choice('Hardness', /^42–46 HRC/)];
  const press = async (box: typeof material, address: RegExp) => {
    await box.press('Space');
    await page.waitForURL(address);
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    expect(await hasFocus(box)).toBe(true);
  };
  await press(material, /attr\.material=/);
  // All of these are of one finish, by which nothing is told apart.
  await page.getByRole('group', { name: 'Finish', exact: true }).waitFor({ state: 'detached' });
  await press(hardness, /attr\.hardness=.*attr\.material=|attr\.material=.*attr\.hardness=/);
  await press(hardness, /^(?!.*attr\.hardness).*attr\.material=/);
  // What is chosen follows the address.
  await page.goBack();
  await expect.poll(() => hardness.isChecked()).toBe(true);
  expect(await material.isChecked()).toBe(true);
});

it.each(WIDTHS)('at %d px a number of what is missing leads to exactly those products', async (width) => {
  const page = await shop.open({ width });
  await signIn(page, 'ada');
  await page.goto('/dashboard/attributes');
  const count = page.getByRole('link', { name: /: No certificate, Spanners$/ });
  const said = Number(await count.textContent());
  expect(said).toBeGreaterThan(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await count.click();
  await page.getByText('Products in Spanners without certificate.').waitFor();
  await page
    .getByText(new RegExp(`\\b${said} products?\\b`))
    .first()
    .waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show all', exact: true }).click();
  await page.getByText('Products in Spanners').waitFor({ state: 'detached' });
});

it.each(WIDTHS)('at %d px an admin changes the price of all that a search finds, and takes it back', async (width) => {
  const page = await shop.open({ width });
  await signIn(page, 'ada');
  await page.goto('/dashboard/manageProducts?q=claw+hammer+16');
  await page.getByRole('button', { name: /^Change all \d+ products?$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Percent').fill('ten');
  await dialog.getByRole('button', { name: 'See what changes' }).click();
  await dialog.getByText('Enter a percentage such as 3 or -2.5').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Percent').fill('10');
  await dialog.getByRole('button', { name: 'See what changes' }).click();
  const change = dialog.getByText('price:').first();
  await change.waitFor();
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Undo' }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The change was undone.').waitFor();
  await dialog.waitFor({ state: 'detached' });
});

it.each(WIDTHS)('at %d px several products are counted at once, with what differs and why', async (width) => {
  const page = await shop.open({ width });
  await signIn(page, 'ada');
  await page.goto('/dashboard/countStock');
  const tools = (await (await page.request.get('/tool?limit=2&sort=name')).json()) as { sku: string; name: string }[];
  const [first, second] = tools;
  const code = page.getByLabel('Stock number or bar code');
  for (const sku of [first?.sku, second?.sku, 'nothing-like-it']) {
    await code.fill(sku ?? '');
    await code.press('Enter');
    await expect.poll(() => code.inputValue()).toBe('');
  }
  await page.getByText('nothing-like-it: There is no such tool').waitFor();
  const row = page.getByRole('row').filter({ hasText: first?.sku ?? '' });
  const lying = Number((await row.getByRole('cell').nth(1).innerText()).split('\n')[0]?.replace(/\D/g, ''));
  await page.getByLabel(`Pieces of ${first?.name} counted`).fill(String(lying + 7));
  await page.getByLabel(`Why ${first?.name} differs`).fill('Behind the rack');
  await page.getByText('1 product of 2 counted, 1 difference').waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save the count' }).click();
  await page.getByRole('dialog').getByText(`${first?.name}: +7`).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 product counted, 1 difference recorded.').waitFor();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Remove/ }).click();
  await page.getByText('The list is empty.').waitFor();
});
