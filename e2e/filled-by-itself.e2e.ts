import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { allScreens, settled } from './screens.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { listening, signIn } from './visit.ts';
import { somethingOfEverything } from './with-everything.ts';

const shop = shopInBrowser();

/** Fills a field as some password managers do: no event says so. */
async function fillUnsaid(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).evaluate((field, text) => {
    if (field instanceof HTMLInputElement) field.value = text;
  }, value);
}

it('whoever a password manager filled in without an event is signed in', async () => {
  const page = await shop.open();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
  await fillUnsaid(page, 'Email', 'alice@tradebench.test');
  await fillUnsaid(page, 'Password', 'tradebench');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: 'Sign Out' }).first().waitFor({ state: 'attached' });
});

it('an order goes with the telephone number that stands in the form, whoever put it there', async () => {
  const page = await shop.open();
  await signIn(page, 'bob');
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as { _id: string }[];
  await page.goto(`/products/${tool!._id}`);
  await page.getByLabel('Address').fill('1 Dock Road, 4100 Chattogram');
  await page.getByLabel('Phone').fill('555 0100');
  await fillUnsaid(page, 'Phone', '555 0199');
  await page.getByRole('button', { name: 'Purchase' }).click();
  await page.getByText('New Order Added').first().waitFor();
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const orders = await page.request.get('/order?email=bob@tradebench.test&limit=1', { headers });
  expect(await orders.json()).toMatchObject([{ phone: '555 0199' }]);
});

const TIMEOUT_MS = 240_000;
const TEXTS = ['text', 'email', 'tel', 'url', 'password'].map((type) => `input[type="${type}"]`);
const FIELDS = ['input:not([type])', ...TEXTS, 'textarea'].map((field) => `${field}:not([readonly], :disabled)`);
/** What only asks, though it is a POST. */
const QUESTIONS = /\/(price|order-lines|user\/[^/]+|my-buyer|my-basket)$/;

it.each([
  ['visitors', 'visitor', (pattern: string) => !pattern.includes(':') && !pattern.startsWith('/dashboard')],
  ['a buyer', 'alice', (pattern: string) => /^.(dashboard|products|basket)/.test(pattern)],
  ['staff', 'ada', (pattern: string) => pattern.startsWith('/dashboard')],
] as const)(
  'every form that is there for %s is sent as it stands, whoever filled it and said nothing',
  async (_, who, isMeant) => {
    const [visitor, alice, ada] = [await shop.open({ width: 1280 }), await shop.open(), await shop.open()];
    const address = await somethingOfEverything(alice, ada);
    if (who !== 'visitor') await signIn(visitor, who);
    const found: string[] = [];
    let sent = 0;
    for (const screen of allScreens().filter(({ pattern }) => isMeant(pattern))) {
      const page = await visitor.context().newPage();
      const bodies = await catchWhatIsSent(page);
      await page.goto(address(screen));
      await settled(page);
      // What narrows a list down is sent by the browser itself where no script listens yet.
      const forms = page.locator('main form:not([action])');
      const count = await forms.count();
      for (let index = 0; index < count; index += 1) {
        // The one before may have led elsewhere.
        if (index > 0) await page.goto(address(screen));
        await settled(page);
        const form = forms.nth(index);
        const button = form.locator('button:not([type="button"]):visible').last();
        if ((await form.locator(FIELDS.join(', ')).count()) === 0) continue;
        if ((await button.count()) === 0 || (await button.isDisabled())) continue;
        await listening(form);
        bodies.length = 0;
        await fillUnsaidAndSend(form);
        sent += 1;
        const unheard = await notHeard(form, bodies).catch(() => ['nothing came of it']);
        if (unheard.length > 0) found.push(`${screen.pattern}, form ${index + 1}: ${unheard.join(', ')}`);
      }
      await page.close();
    }
    expect(found).toEqual([]);
    expect(sent).toBeGreaterThan(3);
  },
  TIMEOUT_MS,
);

/** Keeps what the page sends to change something, and refuses it. */
async function catchWhatIsSent(page: Page): Promise<string[]> {
  const bodies: string[] = [];
  await page.route('**', async (route, request) => {
    if (request.method() === 'GET' || QUESTIONS.test(new URL(request.url()).pathname)) return route.fallback();
    bodies.push(request.postData() ?? '');
    await route.fulfill({ status: 409, json: { error: { code: 'VERSION_CONFLICT', message: 'Refused.' } } });
  });
  return bodies;
}

/** Fills all text fields of a form and sends it at once: what the page shows anew meanwhile would write over them. */
function fillUnsaidAndSend(form: Locator): Promise<void> {
  return form.evaluate((element: HTMLFormElement, which) => {
    for (const [index, field] of element.querySelectorAll(which).entries()) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
      const isNumber = ['numeric', 'decimal'].includes(field.inputMode);
      const text = isNumber ? String(11 + index) : `${field.type === 'url' ? 'https://' : ''}said${index}@people.test`;
      field.value = text;
      field.dataset['said'] = text;
    }
    element.requestSubmit();
  }, FIELDS.join(', '));
}

/** The fields of a form of which it does not know, once it was sent, what stands in them. */
async function notHeard(form: Locator, bodies: string[]): Promise<string[]> {
  const isJudged = async () =>
    bodies.length > 0 ||
    (await form.locator('[aria-invalid="true"], [role="alert"]').count()) > 0 ||
    (await kept(form)).length === 0;
  await expect.poll(isJudged, { timeout: 5_000 }).toBe(true);
  return kept(form);
}

/** Those of which the page keeps another text in its state, has written one over it, or says that they are empty. */
function kept(form: Locator): Promise<string[]> {
  return form.locator('[data-said]').evaluateAll((fields) =>
    fields.flatMap((field) => {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return [];
      const key = Object.keys(field).find((name) => name.startsWith('__reactProps$')) as keyof typeof field;
      const { value = field.value } = field[key] as unknown as { value?: unknown };
      const said = field.parentElement?.querySelector('[role="alert"]')?.textContent ?? '';
      const label = field.labels?.[0]?.textContent ?? field.ariaLabel ?? field.name;
      if (value !== field.dataset['said']) return [`${label} is "${String(value)}"`];
      return /required/i.test(said) ? [`${label}: ${said}`] : [];
    }),
  );
}
