import { describe, expect, it } from 'vitest';
import { countHands, handsOf } from './hands.ts';
import { hasFocus } from './keyboard.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { typeCard } from './type-card.ts';
import { expectAccessible, listening, signIn } from './visit.ts';

const shop = shopInBrowser();

/** What a purchasing clerk has: fourteen tools, written as people write. */
const LIST = `SKU;Quantity
HAM-CL-16H;24
SPA-CO-13;50
blt m10 50;1,000
"Carpenter’s Square 300 mm";24
AXE-FE-16;12
HAM-BP-24F;24
SPA-CO-19;50
SCR-SL-55;60
SAW-HA-550;24
CLA-G-150;24
RUL-300;60
GOG-CL;60
GLO-KN-10;120
PAD-50;24`;

describe('an order of fourteen tools', () => {
  it('is pasted, put into the basket, purchased and paid in at most seven clicks and five fields', async () => {
    const page = await shop.open();
    await signIn(page, 'alice');
    await countHands(page);
    await page.goto('/');
    await page.getByRole('link', { name: 'Order Pad', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Order Pad' }).waitFor();
    await page.getByLabel('Your list').fill(LIST);
    await page.getByRole('button', { name: 'Read the list' }).click();
    await page.getByText('14 rows read').waitFor();
    await expectAccessible(page);
    const before = await handsOf(page);
    // Whatever the catalogue asks for today: each row takes the nearest quantity that it offers.
    const offers = page.getByRole('list', { name: 'Rows' }).getByRole('button', { name: /^Use / });
    while ((await offers.count()) > 0) {
      const before = await offers.count();
      await offers.last().click();
      await expect.poll(() => offers.count()).toBeLessThan(before);
    }
    // What the catalogue's terms made of the list is not of the way.
    const mended = (await handsOf(page)).presses.length - before.presses.length;
    await page.getByRole('button', { name: 'Add 14 lines to basket' }).click();
    await page.getByRole('link', { name: 'View basket' }).click();
    await page.getByRole('heading', { name: 'Basket' }).waitFor();
    await page.getByText('Goods, 14 lines').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Street and number').fill('1 Dock Road');
    await page.getByLabel('Town').fill('Chattogram');
    await page.getByLabel('Phone').fill('+880 2 555 0100');
    await page.getByRole('button', { name: 'Purchase' }).click();
    await page.getByText(/Please pay: \$/).waitFor();
    await typeCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('Congrats! Your payment is completed.').waitFor();
    const { presses, fields } = await handsOf(page);
    expect(presses.length - mended, presses.join(', ')).toBeLessThanOrEqual(7);
    // And the card, in its own frame.
    expect(fields + 1).toBeLessThanOrEqual(5);
    await page.goto('/basket');
    await page.getByText('Your basket is empty.').waitFor();
  });

  it('waits in the browser of a visitor, and comes along when they sign in', async () => {
    const page = await shop.open({ width: 360 });
    await page.goto('/products');
    const add = page.getByRole('button', { name: 'Add to order: Claw Hammer 16 oz, Hickory' });
    await listening(add);
    await add.click();
    await page.getByRole('link', { name: 'View basket' }).click();
    await page.getByRole('link', { name: 'Sign in to purchase' }).click();
    await page.getByLabel('Email').fill('bob@tradebench.test');
    await page.getByLabel('Password', { exact: true }).fill('tradebench');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.getByRole('heading', { name: 'Basket' }).waitFor();
    await page.getByRole('button', { name: 'Purchase' }).waitFor();
    await expectAccessible(page);
    // What it comes to stays in sight, and gives way to the keyboard: it covers nothing that is typed into.
    await page.setViewportSize({ width: 360, height: 740 });
    const total = page.locator('.totals-bar p');
    for (const field of [
      page.getByLabel(/^Pieces of /),
      page.getByLabel('Street and number'),
      page.getByLabel('Phone'),
    ]) {
      await field.focus();
      const [its, of] = [await field.boundingBox(), await page.locator('.totals-bar').boundingBox()];
      expect((its?.y ?? 740) + (its?.height ?? 740)).toBeLessThanOrEqual(of?.y ?? 0);
      await field.blur();
      await expect.poll(() => total.evaluate((sum) => sum.getBoundingClientRect().bottom)).toBeLessThanOrEqual(740);
    }
    const { lines } = (await page.evaluate(async () => {
      const authorization = `Bearer ${localStorage.getItem('accessToken')}`;
      return (await fetch('/my-basket', { headers: { authorization } })).json();
    })) as { lines: { tool: string }[] };
    expect(lines.map(({ tool }) => tool)).toEqual(['Claw Hammer 16 oz, Hickory']);
  });

  it('goes to an address of the book, and its invoice to another that is typed', async () => {
    const page = await shop.open({ width: 768 });
    await signIn(page, 'bob');
    await page.goto('/dashboard/myProfile');
    await page.getByText('None yet.').waitFor();
    await page.getByRole('button', { name: 'Add an address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Company').fill('Söhne GmbH');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Town is required').waitFor();
    expect(await dialog.getByLabel('Street and number').evaluate((box) => box === document.activeElement)).toBe(true);
    await dialog.getByLabel('Street and number').fill('Gasse 17');
    await dialog.getByLabel('Town').fill('Köln');
    await dialog.getByLabel('Postal code').fill('50667');
    await dialog.getByLabel('Country').selectOption('DE');
    await dialog.getByLabel('Phone').fill('+49 221 1000');
    await dialog.getByLabel('Label').fill('Works');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change Works' }).click();
    await dialog.getByLabel('Send invoices here by default').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Invoices', { exact: true }).waitFor();

    await page.goto('/products');
    const add = page.getByRole('button', { name: 'Add to order: Claw Hammer 16 oz, Hickory' });
    await listening(add);
    await add.click();
    await page.getByRole('link', { name: 'View basket' }).click();
    await page.getByText('Gasse 17, 50667 Köln, Germany', { exact: true }).waitFor();
    await page.getByLabel('Invoice to').selectOption('Another address');
    const invoice = page.getByRole('group', { name: 'Where the invoice goes' });
    await invoice.getByLabel('Company').fill('Söhne Holding AG');
    await page.getByRole('button', { name: 'Purchase' }).click();
    await invoice.getByText('Town is required').waitFor();
    await expectAccessible(page);
    await invoice.getByLabel('Street and number').fill('Bahnhofplatz 1');
    await invoice.getByLabel('Town').fill('Zürich');
    await invoice.getByLabel('Invoice country').selectOption('CH');
    await invoice.getByLabel('Postal code').fill('8001');
    await page.getByRole('button', { name: 'Purchase' }).click();
    await page.getByText(/Please pay: \$/).waitFor();
    await page.goto(page.url().replace('/payment/', '/orders/'));
    const facts = page.getByRole('region', { name: 'Delivery and payment' });
    await facts.getByText('Söhne Holding AG\nBahnhofplatz 1\n8001 Zürich\nSwitzerland').waitFor();
    await facts.getByText('Gasse 17').waitFor();
  });

  it('a tool alone goes to an address that is used once, and as written there is in its country still', async () => {
    const page = await shop.open({ width: 768 });
    await signIn(page, 'bob');
    await page.goto('/products');
    await page.getByRole('link', { name: 'Order Now' }).first().click();
    const address = page.getByLabel('Address', { exact: true });
    await address.waitFor();
    await address.evaluate((box) => box.setAttribute('data-same-page', ''));
    await page.getByLabel('Deliver to').selectOption('Another address …');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Street and number').fill('Rue 1');
    await dialog.getByLabel('Town').fill('Lyon');
    await dialog.getByLabel('Postal code').fill('69001');
    await dialog.getByLabel('Country').selectOption('FR');
    await dialog.getByLabel('Phone').fill('+33 4 1000');
    await dialog.getByLabel('Save for next time').uncheck();
    await dialog.getByRole('button', { name: 'Use this address' }).click();
    await expect.poll(() => address.inputValue()).toBe('Rue 1, 69001 Lyon');
    expect(await address.getAttribute('data-same-page')).toBe('');

    await page.getByLabel('Deliver to').selectOption('The address below');
    await expect.poll(() => page.getByLabel('Country').inputValue()).toBe('FR');
    await address.fill('Rue 2, 69001 Lyon');
    const placed = page.waitForResponse((answer) => answer.url().endsWith('/order') && answer.status() === 201);
    await page.getByRole('button', { name: 'Purchase' }).click();
    expect(await (await placed).json()).toMatchObject({ address: 'Rue 2, 69001 Lyon', country: 'FR' });
  });

  it('says at the line what is wrong, and takes a line out and back', async () => {
    const page = await shop.open({ width: 768, theme: 'dark' });
    await page.goto('/products');
    const add = page.getByRole('button', { name: 'Add to order: Claw Hammer 16 oz, Hickory' });
    await listening(add);
    await add.click();
    await page.getByRole('link', { name: 'View basket' }).click();
    await page.getByRole('heading', { name: 'Basket' }).waitFor();
    const pieces = page.getByLabel('Pieces of Claw Hammer 16 oz, Hickory');
    await pieces.fill('1');
    await page.getByText('The minimum order is 24.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Use / }).first().click();
    await page.getByText('The minimum order is 24.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove Claw Hammer 16 oz, Hickory' }).click();
    await page.getByText('Your basket is empty.').waitFor();
  });

  it('with a line that cannot be ordered is not purchased, and leads to that line', async () => {
    const page = await shop.open();
    await signIn(page, 'carol');
    const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}` };
    const [tool] = (await (await page.request.get('/tool?q=HAM-CL-16H')).json()) as { _id: string }[];
    await page.request.put('/my-basket', { headers, data: { lines: [{ toolId: tool!._id, quantity: 1 }] } });
    await page.goto('/basket');
    await page.getByLabel('Street and number').fill('1 Dock Road');
    await page.getByLabel('Postal code').fill('4100');
    await page.getByLabel('Town').fill('Chattogram');
    await page.getByLabel('Phone').fill('+880 2 555 0100');
    await page.getByRole('button', { name: 'Purchase' }).click();
    await page.getByText(/^Some lines cannot be ordered as they are/).waitFor();
    expect(await hasFocus(page.getByLabel('Pieces of Claw Hammer 16 oz, Hickory'))).toBe(true);
    await page.request.put('/my-basket', { headers, data: { lines: [] } });
  });

  it('is found from any page by typing /', async () => {
    const page = await shop.open();
    await page.goto('/reviews');
    await page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor();
    // The document shows the field before the page's script listens for the key.
    const field = page.getByLabel('Find a tool');
    const isFocused = () => field.evaluate((element) => element === document.activeElement);
    await expect
      .poll(async () => {
        if (!(await isFocused())) await page.keyboard.press('/');
        return isFocused();
      })
      .toBe(true);
    await page.keyboard.type('claw');
    await page
      .getByRole('group', { name: 'Suggestions' })
      .getByRole('link', { name: 'Claw Hammer 16 oz, Hickory' })
      .waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/(products\/\w+|login)/);
  });
});
