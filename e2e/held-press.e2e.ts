import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { allScreens, settled } from './screens.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';
import { somethingOfEverything } from './with-everything.ts';

const shop = shopInBrowser();
/** How long a hand keeps a button down, in ms. */
const HOLD_MS = 150;
const WIDTH = 1280;
const TIMEOUT_MS = 240_000;

it('a VAT number typed in the basket, and Purchase pressed by a mouse at once: the order is placed', async () => {
  const page = await shop.open({ width: WIDTH });
  await signIn(page, 'alice');
  await basketOfOne(page);
  await page.getByLabel('Phone').fill('55500');
  await page.getByLabel('Deliver to').selectOption('text');
  await page.getByLabel('Delivery address').fill('1 Dock Road, 4100 Chattogram');
  await page.getByLabel('VAT number').pressSequentially('DE811569869');
  // At its upper edge, which a line more above it would move away from under the pointer.
  await page.getByRole('button', { name: 'Purchase' }).click({ delay: HOLD_MS, position: { x: 40, y: 3 } });
  await page.waitForURL(/\/dashboard\/payment\//);
});

describe('a button that is pressed right after typing', () => {
  it.each(['visitor', 'alice', 'ada'] as const)(
    'stays under the pointer in every form that %s sees, and gets the click',
    async (who) => {
      const [visitor, alice, ada] = [await shop.open({ width: WIDTH }), await shop.open(), await shop.open()];
      const address = await somethingOfEverything(alice, ada);
      if (who !== 'visitor') await signIn(visitor, who);
      const screens = allScreens().filter(({ pattern }) =>
        who === 'visitor'
          ? !pattern.includes(':') && !pattern.startsWith('/dashboard')
          : /^.(dashboard|products|basket|reviews)/.test(pattern),
      );
      const found: string[] = [];
      let pressed = 0;
      for (const screen of screens) {
        // What was typed here is asked about by none that is left.
        const page = await visitor.context().newPage();
        await watchPresses(page);
        await page.goto(address(screen));
        await settled(page);
        const forms = page.locator('main form');
        for (let index = 0; index < (await forms.count()); index += 1) {
          const said = await typeAndPress(forms.nth(index), page);
          if (said === null) continue;
          pressed += 1;
          if (said !== '') found.push(`${screen.pattern}, form ${index + 1}: ${said}`);
        }
        await page.close();
      }
      expect(found).toEqual([]);
      expect(pressed).toBeGreaterThan(5);
    },
    TIMEOUT_MS,
  );

  it(
    'stays there in the dialogs that lists open',
    async () => {
      const first = await shop.open({ width: WIDTH });
      await signIn(first, 'ada');
      for (const [path, opener] of DIALOGS) {
        const page = await first.context().newPage();
        await watchPresses(page);
        await page.goto(path);
        await settled(page);
        await page.getByRole('button', { name: opener }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.locator('form').waitFor();
        expect([opener, await typeAndPress(dialog, page)]).toEqual([opener, '']);
        await page.close();
      }
    },
    TIMEOUT_MS,
  );
});

const DIALOGS = [
  ['/dashboard/myProfile', 'Add an address'],
  ['/dashboard/manageProducts', /^Edit/],
  ['/dashboard/webhooks', 'Add a webhook'],
] as const;

async function basketOfOne(page: Page): Promise<void> {
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as { _id: string }[];
  await page.goto(`/products/${tool!._id}`);
  await page.getByRole('button', { name: 'Add to order', exact: true }).click();
  await page.getByRole('link', { name: 'View basket' }).click();
  await page.getByText('Goods, 1 line').waitFor();
}

const TEXTS = ['text', 'email', 'tel', 'url', 'search', 'number'].map((type) => `input[type="${type}"]`);
const FIELDS = ['input:not([type])', ...TEXTS, 'textarea'].map((field) => `${field}:visible:enabled:not([readonly])`);

/** What leaving a field asks the shop about, as far as it is known from the field. */
async function textFor(field: Locator): Promise<string> {
  const [type, inputMode] = await field.evaluate((one: HTMLInputElement) => [one.type, one.inputMode]);
  if (type === 'email') return 'nobody.knows@people.test';
  return type === 'number' || ['numeric', 'decimal'].includes(inputMode ?? '') ? '7' : 'DE811569869';
}

/**
 * Types into each field in turn, and presses the button that sends the form until all that leaving the field asked for is
 * answered. @returns what went wrong; null where there is nothing to type, or nothing can be sent yet
 */
async function typeAndPress(form: Locator, page: Page): Promise<string | null> {
  const button = form.locator('button:not([type="button"]):visible').last();
  const fields = form.locator(FIELDS.join(', '));
  let pressed = false;
  const found: string[] = [];
  for (let index = 0; index < (await fields.count()); index += 1) {
    const field = fields.nth(index);
    await field.fill(await textFor(field));
    if ((await button.count()) === 0 || !(await button.isEnabled())) continue;
    pressed = true;
    const said = await pressLong(button, page);
    if (said !== '') found.push(`leaving field ${index + 1}, ${said}`);
  }
  return pressed ? found.join('; ') : null;
}

/** Until what was done has been shown. */
function twoPictures(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** @returns what went wrong */
async function pressLong(button: Locator, page: Page): Promise<string> {
  const asked = new Set<Request>();
  const begin = (request: Request) => asked.add(request);
  const end = (request: Request) => asked.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.evaluate(() => Object.assign(window, { press: null }));
  // Where the list follows what was typed, another button stands in its place by now.
  const inView = () =>
    button
      .scrollIntoViewIfNeeded()
      .then(() => button.boundingBox())
      .catch(() => null);
  await expect.poll(inView).not.toBeNull();
  const box = (await inView())!;
  // At its upper edge, which a line more above it would move away from under the pointer.
  await page.mouse.move(box.x + box.width / 2, box.y + 3);
  await page.mouse.down();
  await twoPictures(page);
  await expect.poll(() => asked.size).toBe(0);
  await twoPictures(page);
  await page.mouse.up();
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  const press = await page.evaluate(() => (window as { press?: { moved: number; isClicked: boolean } }).press);
  if (!press) return 'the press was not heard';
  return [press.moved > 1 ? `it moved by ${press.moved} px` : '', press.isClicked ? '' : 'the click was lost']
    .filter(Boolean)
    .join(', ');
}

/** From the next page on: how far a button moves while it is held, and whether it is clicked. Nothing is sent. */
async function watchPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let held: Element | null = null;
    let top = 0;
    addEventListener(
      'pointerdown',
      ({ target }) => {
        held = target instanceof Element ? target.closest('button') : null;
        top = held?.getBoundingClientRect().top ?? 0;
      },
      true,
    );
    addEventListener(
      'pointerup',
      () => {
        const moved = held ? Math.abs(held.getBoundingClientRect().top - top) : 0;
        Object.assign(window, { press: { moved, isClicked: false } });
      },
      true,
    );
    addEventListener(
      'click',
      (event) => {
        const { press } = window as { press?: { isClicked: boolean } };
        if (press) press.isClicked = event.target instanceof Element && event.target.closest('button') === held;
        if (held) event.preventDefault();
      },
      true,
    );
  });
}
