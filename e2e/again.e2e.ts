import { expect, it } from 'vitest';
import { orderByCall, payByCall } from './order-by-call.ts';
import { countHands, handsOf } from './hands.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { typeCard } from './type-card.ts';
import { barriers, expectAccessible, expectNoSidewaysScroll, sidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();

it('an order has a page, and goes into the basket again', async () => {
  const page = await shop.open();
  await signIn(page, 'alice');
  const { id } = await orderByCall(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Order again' }).first().waitFor();
  await expectAccessible(page);
  await page.goto(`/dashboard/orders/${id}`);
  await page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
  await page.getByText(/held for you until/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Order again' }).click();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByText('1 line added to your basket.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View basket' }).click();
  await page.getByText('Goods, 1 line').waitFor();
});

it('on a telephone an order is bought and paid again in at most five taps and the fields of the card', async () => {
  const page = await shop.open({ width: 360 });
  await signIn(page, 'bob');
  await orderByCall(page);
  await countHands(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Order again' }).first().click();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByRole('link', { name: 'View basket' }).click();
  await page.getByText('Goods, 1 line').waitFor();
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.getByText(/Please pay: \$/).waitFor();
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByText('Congrats! Your payment is completed.').waitFor();
  const { presses, fields } = await handsOf(page);
  expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(5);
  expect(fields).toBe(0);
});

it('a size is bought with its whole family, each at the price of its quantity', async () => {
  const page = await shop.open({ width: 360 });
  await signIn(page, 'bob');
  const tools = (await (await page.request.get('/tool?family=Hex%20bolts%2C%20steel%208.8')).json()) as {
    _id: string;
    availableQuantity: number;
    priceBreaks: { from: number; price: number }[];
  }[];
  expect(tools.length).toBeGreaterThan(1);
  const bolt = tools.find(
    ({ priceBreaks, availableQuantity }) => (priceBreaks[0]?.from ?? Infinity) <= availableQuantity,
  );
  const [first] = bolt?.priceBreaks ?? [];
  if (!bolt || !first) throw new Error('the seed has no bolt with price breaks');
  await page.goto(`/products/${bolt._id}`);
  await page.getByRole('button', { name: 'Purchase' }).waitFor();
  await page.getByRole('table', { name: 'Quantity discounts' }).waitFor();
  await page.getByLabel('Quantity', { exact: true }).fill(String(first.from));
  await expect.poll(() => page.getByLabel('Price per piece').inputValue()).toBe(`$${first.price.toFixed(2)}`);
  await page.getByRole('button', { name: 'Add to order', exact: true }).click();
  await page.getByRole('link', { name: 'View basket' }).waitFor();
  const sizes = page.getByRole('region', { name: 'Hex bolts, steel 8.8' }).getByRole('textbox');
  await sizes.first().waitFor();
  // From the smallest to the largest, with nothing in them that nobody typed.
  const boxes = await sizes.evaluateAll((all) => all.map((box) => [box.ariaLabel, (box as HTMLInputElement).value]));
  const threads = boxes.map(([label]) => Number(/ M(\d+) /.exec(label ?? '')?.[1]));
  expect(threads).toEqual(threads.toSorted((one, other) => one - other));
  expect(new Set(boxes.map(([, value]) => value))).toEqual(new Set(['']));
  await page.getByRole('button', { name: 'Add all sizes' }).click();
  await page.getByText('Enter a quantity for at least one size.').waitFor();
  await sizes.first().fill('500');
  await sizes.nth(1).fill('1000');
  await page.getByRole('button', { name: 'Add all 2 sizes' }).click();
  await page.getByText('2 sizes added').waitFor();
  await expectAccessible(page);
});

it('what is ordered again and again is saved as a list, changed, and put into the basket in part', async () => {
  const page = await shop.open({ width: 360 });
  await signIn(page, 'alice');
  await page.goto('/order-pad');
  await page.getByLabel('Your list').fill('HAM-CL-16H;48\nSPA-CO-13;50');
  await page.getByRole('button', { name: 'Read the list' }).click();
  await page.getByRole('button', { name: 'Save as list' }).click();
  await page.getByLabel('List name').fill('Van stock');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('2 lines saved in “Van stock”').waitFor();

  await page.goto('/dashboard/lists');
  await page.getByRole('heading', { name: 'My Lists' }).waitFor();
  await page.getByRole('link', { name: 'Van stock' }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('List name').fill('Big van');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('link', { name: 'Big van' }).click();

  await page.getByRole('heading', { name: 'Big van' }).waitFor();
  await page.getByLabel('Pieces of Claw Hammer 16 oz, Hickory').fill('72');
  await page.getByRole('button', { name: 'Save 1 quantity' }).click();
  await page.getByRole('button', { name: 'Save 1 quantity' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Select Claw Hammer 16 oz, Hickory').check();
  await page.getByRole('button', { name: 'Add 1 line to the basket' }).click();
  await page.getByText('1 line added to your basket.').waitFor();
  await page
    .getByRole('button', { name: /^Remove/ })
    .last()
    .click();
  await page.getByText('It was removed from the list.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => page.getByLabel(/^Pieces of/).count()).toBe(2);
  await page.getByRole('link', { name: 'View basket' }).click();
  await expect.poll(() => page.getByLabel('Pieces of Claw Hammer 16 oz, Hickory').inputValue()).toBe('72');

  // A second list, from the basket, merged into the first.
  await page.getByRole('button', { name: 'Save as list' }).click();
  await page.getByLabel('List name').fill('Big van');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('You already have a list with that name').waitFor();
  await page.getByLabel('List name').fill('From the basket');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/saved in “From the basket”/).waitFor();
  await page.goto('/dashboard/lists');
  await page.getByRole('button', { name: 'Merge' }).first().click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Rename' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('You have no lists yet.').waitFor();
});

it('an order is scanned, shipped in two parcels, and its buyer sees where it stands', async () => {
  const buyer = await shop.open();
  await signIn(buyer, 'bob');
  const { id } = await orderByCall(buyer);
  await payByCall(buyer, id);
  const page = await shop.open({ width: 360, isTouched: true });
  await signIn(page, 'ada');
  await page.goto('/dashboard/toShip');
  await page.getByText(/^\d+ orders? to ship$/).waitFor();
  // Gloves find what there is to press.
  const small = page.locator('main').locator('button, input:not([type=checkbox]), select');
  const heights = await small.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.min(...heights.filter((height) => height > 0))).toBeGreaterThanOrEqual(44);
  expect(await barriers(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await buyer.goto(`/dashboard/orders/${id}`);
  const number = /\d+/.exec(await buyer.getByRole('heading', { name: /^Order \d+$/ }).innerText())![0];

  const scanned = page.getByLabel('Order, delivery note, SKU or bar code, typed or scanned');
  await scanned.fill('99999999');
  await scanned.press('Enter');
  await page.getByText('There is no order 99999999, and no product with that code.').waitFor();
  await scanned.fill(number);
  await scanned.press('Enter');
  const dialog = page.getByRole('dialog');
  const box = dialog.getByLabel(/^Pieces of .* that go now$/);
  const left = Number(await box.inputValue());
  await box.fill(String(left + 1));
  await dialog.getByLabel('Carrier').fill('DHL');
  const ship = dialog.getByRole('button', { name: 'Ship', exact: true });
  await ship.click();
  await dialog.getByText(`Enter a whole number from 0 to ${left}`).waitFor();
  expect(await barriers(page)).toEqual([]);
  await box.fill('4');
  await dialog.getByLabel('Tracking link').fill('https://dhl.test/?id=1');
  await ship.click();
  await page.getByText(`Part of order ${number} is shipped`).waitFor();
  const row = page.locator('tr').filter({ hasText: number });
  await row.getByText('partly shipped').waitFor();
  await row.getByText(`${left - 4} ×`).waitFor();

  // The number of the parcel's note and the code of the product lead to it, too.
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const read = async <T>(path: string) => (await (await page.request.get(path, { headers })).json()) as T;
  const { lines, shipments } = await read<{ lines: { sku: string }[]; shipments: { number: string }[] }>(
    `/order/${id}`,
  );
  const [{ number: note }] = shipments as [{ number: string }];
  await expect.poll(async () => (await read<unknown[]>(`/orders?q=${note}`)).length).toBe(1);
  await scanned.fill(note);
  await scanned.press('Enter');
  await page.getByRole('dialog', { name: `Ship order ${number}` }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await scanned.fill(lines[0]!.sku);
  await scanned.press('Enter');
  await page.getByText(`Orders with ${lines[0]!.sku}`).waitFor();
  await row.waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();

  await row.getByRole('checkbox').check();
  const [slip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Print 1 slip' }).click(),
  ]);
  expect(slip.suggestedFilename()).toBe(`packing-slip-${number}.pdf`);
  await page.getByRole('button', { name: 'Ship 1 order' }).click();
  await ship.click();
  await page.getByText(`Order ${number} is shipped`).waitFor();
  await row.waitFor({ state: 'detached' });

  await buyer.reload();
  await buyer.getByText('Shipped with DHL').first().waitFor();
  expect(await buyer.getByText('Shipped with DHL').count()).toBe(2);
  const packed = buyer.getByRole('region', { name: 'What happened' }).getByRole('listitem');
  await packed.filter({ hasText: /^4 × / }).waitFor();
  await packed.filter({ hasText: new RegExp(`^${left - 4} × `) }).waitFor();
});

it('the number of an order, typed into the search of any page, opens it for staff and looks for tools for others', async () => {
  const buyer = await shop.open();
  await signIn(buyer, 'bob');
  const { id } = await orderByCall(buyer);
  await buyer.goto(`/dashboard/orders/${id}`);
  const number = /\d+/.exec(await buyer.getByRole('heading', { name: /^Order \d+$/ }).innerText())![0];
  await buyer.getByLabel('Find a tool').fill(number);
  await buyer.keyboard.press('Enter');
  await buyer.waitForURL(`**/products?q=${number}`);
  const page = await shop.open();
  await signIn(page, 'ada');
  await page.goto('/reviews');
  // Before its script the form looks for tools, whoever asks.
  await page.getByTitle('ada@tradebench.test').first().waitFor({ state: 'attached' });
  await page.getByLabel('Find a tool').fill(number);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Order ${number}` }).waitFor();
});
