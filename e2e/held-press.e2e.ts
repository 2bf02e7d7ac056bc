import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { orderByCall } from './order-by-call.ts';
import { addressOf, allScreens, settled } from './screens.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { signIn } from './visit.ts';

const shop = shopInBrowser();
/** How long a hand keeps a button down, in ms: long enough for an answer of the shop to come meanwhile. */
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
  it.each(['visitor', 'ada'] as const)(
    'stays under the pointer in every form that %s sees, and gets the click',
    async (who) => {
      const first = await shop.open({ width: WIDTH });
      let known = { productId: '', id: '' };
      if (who !== 'visitor') {
        await signIn(first, who);
        known = await orderByCall(first);
        await basketOfOne(first);
      }
      const screens = allScreens().filter(({ pattern }) =>
        who === 'visitor'
          ? !pattern.includes(':') && !pattern.startsWith('/dashboard')
          : /^.(dashboard|products|basket|reviews)/.test(pattern),
      );
      const found: string[] = [];
      let pressed = 0;
      for (const screen of screens) {
        // What was typed here is asked about by none that is left.
        const page = await first.context().newPage();
        await watchPresses(page);
        await page.goto(addressOf(screen, known));
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

/** Types into the last field and holds the button that sends the form. @returns what went wrong; null where there is nothing to type, or nothing can be sent yet */
async function typeAndPress(form: Locator, page: Page): Promise<string | null> {
  const button = form.locator('button:not([type="button"]):visible').last();
  const field = form
    .locator(
      'input:not([type]), input[type="text"], input[type="email"], input[type="tel"], input[type="url"], textarea',
    )
    .and(form.locator(':visible:enabled'))
    .last();
  if ((await button.count()) === 0 || (await field.count()) === 0) return null;
  await page.evaluate(() => Object.assign(window, { press: null }));
  await field.pressSequentially('DE811569869');
  if (!(await button.isEnabled())) return null;
  await button.click({ delay: HOLD_MS });
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
