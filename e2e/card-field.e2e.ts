import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { serve, type ServerType } from '@hono/node-server';
import { build } from 'esbuild';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { emptyPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { overDatabase } from '#sandbox/over-database.ts';
import { dollars, PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from '#sandbox/stripe/sandbox-for-tests.ts';
import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/stripe-sandbox.ts';
import { launchChromium } from './chromium.ts';

/** As strict as the shop's payment page can be: nothing but the shop's own origin, nothing inline. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'";

let database: Database;
let sandbox: StripeSandbox;
let server: ServerType;
let browser: Browser;
let stripe: Stripe;
let page: Page;
let origin: string;
const problems: string[] = [];

beforeAll(async () => {
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL('card-field-page.tsx', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const script = bundle.outputFiles[0]?.text ?? '';
  const port = await new Promise<number>((resolve) => {
    server = serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => answer(request, script) }, (info) =>
      resolve(info.port),
    );
  });
  origin = `http://127.0.0.1:${port}`;
  database = await openDatabase({ url: await emptyPostgres() });
  sandbox = createStripeSandbox({
    db: overDatabase(database),
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `${origin}/webhooks/stripe`,
    deliver: async () => new Response(null),
  });
  await sandbox.start();
  stripe = new Stripe(SECRET_KEY, { host: '127.0.0.1', port, protocol: 'http', telemetry: false });
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => server?.close(resolve));
  await sandbox?.stop();
  await database?.close();
});

afterEach(async () => {
  await page?.context().close();
  const found = problems.splice(0);
  if (found.length > 0) throw new Error(`The browser complained: ${found.join('; ')}`);
});

async function answer(request: Request, script: string): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.startsWith('/v1/') || pathname.startsWith('/sandbox/')) return sandbox.fetch(request);
  if (pathname === '/app.js') return new Response(script, { headers: { 'content-type': 'text/javascript' } });
  if (pathname !== '/') return new Response(null, { status: 204 });
  const html = `<!doctype html><html lang="en"><title>Pay</title>
    <main><div id="root" data-key="${PUBLISHABLE_KEY}" data-secret="${searchParams.get('secret')}"></div></main>
    <script src="/sandbox/stripe/v3.js"></script><script src="/app.js"></script></html>`;
  return new Response(html, { headers: { 'content-type': 'text/html', 'content-security-policy': PAGE_POLICY } });
}

interface Open {
  intent: Stripe.PaymentIntent;
  card: FrameLocator;
  status: ReturnType<Page['getByRole']>;
}

async function openCheckout(options: { width?: number; frameScript?: Promise<void> } = {}): Promise<Open> {
  const intent = await stripe.paymentIntents.create(dollars());
  const context = await browser.newContext({ viewport: { width: options.width ?? 800, height: 700 } });
  page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // Chromium notes each declined card (402) by itself.
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('status of 402')) {
      problems.push(message.text());
    }
  });
  if (options.frameScript) {
    await page.route('**/card-frame.js', async (route) => {
      await options.frameScript;
      await route.continue();
    });
  }
  await page.goto(`${origin}/?secret=${intent.client_secret}`, { waitUntil: 'commit' });
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]');
  return { intent, card, status: page.getByRole('status') };
}

async function fill(card: FrameLocator, number: string): Promise<void> {
  await card.getByLabel('Card number').fill(number);
  await card.getByLabel('Expiry').fill('12 / 34');
  await card.getByLabel('CVC').fill('123');
  await card.getByLabel('ZIP').fill('12345');
}

const pay = () => page.getByRole('button', { name: 'Pay' }).click();
const challenge = () => page.frameLocator('iframe[title="3D Secure authentication"]');

describe('the card field in a browser', { timeout: 60_000 }, () => {
  it('pays with Stripe’s own React package, and the card’s digits never reach the page', async () => {
    const { intent, card, status } = await openCheckout();
    await fill(card, '4242424242424242');
    await expect.poll(() => page.locator('#live').textContent()).toBe('visa complete ');
    await pay();
    await expect.poll(() => status.textContent()).toBe(`succeeded: ${intent.id}`);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
    const reachable = await page.evaluate(() => {
      const frame = document.querySelector('iframe');
      try {
        return Boolean(frame?.contentWindow?.document);
      } catch {
        return false;
      }
    });
    expect(reachable).toBe(false);
  });

  it('formats while typing, moves on when a field is full, and names the brand', async () => {
    const { card } = await openCheckout();
    await card.getByLabel('Card number').pressSequentially('378282246310005');
    await page.keyboard.type('1');
    await page.keyboard.type('2');
    await page.keyboard.type('34');
    await page.keyboard.type('1234');
    await page.keyboard.type('99999');
    await expect.poll(() => card.getByLabel('Card number').inputValue()).toBe('3782 822463 10005');
    expect(await card.getByLabel('Expiry').inputValue()).toBe('12 / 34');
    expect(await card.getByLabel('CVC').inputValue()).toBe('1234');
    expect(await card.getByLabel('ZIP').inputValue()).toBe('99999');
    // The page is told of it by a message from the frame.
    await expect.poll(() => page.locator('#live').textContent()).toBe('amex complete ');
  });

  it('takes what was typed before its script was there', async () => {
    let arrive = () => {};
    const { card } = await openCheckout({ frameScript: new Promise((resolve) => (arrive = resolve)) });
    await card.getByLabel('Card number').fill('378282246310005');
    arrive();
    await expect.poll(() => card.getByLabel('Card number').inputValue()).toBe('3782 822463 10005');
  });

  it('keeps the caret in its place when a digit in the middle is corrected', async () => {
    const { card } = await openCheckout();
    const number = card.getByLabel('Card number');
    await number.fill('4242424242424');
    // The keys are for a field whose script is there: it may come after what was filled in.
    await expect.poll(() => number.inputValue()).toBe('4242 4242 4242 4');
    await number.press('Home');
    await number.press('Delete');
    await number.press('5');
    await number.press('5');
    expect(await number.inputValue()).toBe('5524 2424 2424 24');
  });

  it.each([
    ['4242 4242 4242 4241', '12 / 34', '123', 'Your card number is invalid.'],
    ['4242 4242', '12 / 34', '123', 'Your card number is incomplete.'],
    ['4242 4242 4242 4242', '01 / 20', '123', "Your card's expiration year is in the past."],
    ['4242 4242 4242 4242', '1', '123', "Your card's expiration date is incomplete."],
    ['4242 4242 4242 4242', '12 / 34', '1', "Your card's security code is incomplete."],
  ])('says in Stripe’s words what is wrong with %s %s %s', async (number, expiry, cvc, message) => {
    const { card, status, intent } = await openCheckout();
    await card.getByLabel('Card number').fill(number);
    await card.getByLabel('Expiry').fill(expiry);
    await card.getByLabel('CVC').fill(cvc);
    await card.getByLabel('ZIP').fill('12345');
    await expect.poll(() => page.locator('#live').textContent()).toContain(message);
    await pay();
    await expect.poll(() => status.textContent()).toBe(`error: ${message}`);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });

  it('shows a decline, and the same payment then takes another card (attacks T52)', async () => {
    const { card, status, intent } = await openCheckout();
    await fill(card, '4000000000009995');
    await pay();
    await expect.poll(() => status.textContent()).toBe('error: Your card has insufficient funds.');
    await fill(card, '5555555555554444');
    await pay();
    await expect.poll(() => status.textContent()).toBe(`succeeded: ${intent.id}`);
  });

  it('Enter in the card field submits the form around it', async () => {
    const { card, status } = await openCheckout();
    await fill(card, '4000000000000002');
    await card.getByLabel('ZIP').press('Enter');
    await expect.poll(() => status.textContent()).toBe('error: Your card was declined.');
  });

  it.each([320, 1280])('fits into %i pixels without scrolling sideways, hint included', async (width) => {
    const { card } = await openCheckout({ width });
    await card.getByText('Demo: no real card is charged.').waitFor();
    const inside = await card.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth);
    expect(inside).toBe(true);
    const heights = await card
      .locator('body')
      .evaluate((body) => [window.innerHeight, body.getBoundingClientRect().height]);
    expect(Math.abs(Number(heights[0]) - Number(heights[1]))).toBeLessThan(2);
  });
});

describe('the card field for everybody', { timeout: 60_000 }, () => {
  it('has no fault that axe finds, on a light page and on one that turns dark, with an error and in the dialog', async () => {
    const { card, status } = await openCheckout();
    const faults = async () =>
      (await new AxeBuilder({ page }).disableRules(['region', 'page-has-heading-one']).analyze()).violations.map(
        ({ id, nodes }) => [id, nodes.map(({ target }) => target)],
      );
    await card.getByLabel('Card number').fill('4242424242424241');
    expect(await faults()).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.style.cssText = 'background:oklch(0.25 0.02 260);color:oklch(0.95 0.01 260)';
    });
    await expect.poll(() => card.locator('html').getAttribute('data-scheme')).toBe('dark');
    expect(await faults()).toEqual([]);
    await fill(card, '4000002500003155');
    await pay();
    await challenge().getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await faults()).toEqual([]);
    await challenge().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => status.textContent()).toContain('unable to authenticate');
    // axe itself tries things that the policies forbid.
    problems.length = 0;
  });
});

describe('3-D Secure in a browser', { timeout: 60_000 }, () => {
  it('pays after the buyer has said yes in a dialog with a name (attacks T53)', async () => {
    const { card, status, intent } = await openCheckout();
    await fill(card, '4000002500003155');
    await pay();
    await page.getByRole('dialog', { name: '3D Secure authentication' }).waitFor();
    await challenge().getByText('$12.50').waitFor();
    await challenge().getByRole('button', { name: 'Complete authentication' }).click();
    await expect.poll(() => status.textContent()).toBe(`succeeded: ${intent.id}`);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('explains a failed authentication (attacks T53)', async () => {
    const { card, status } = await openCheckout();
    await fill(card, '4000002760003184');
    await pay();
    await challenge().getByRole('button', { name: 'Fail authentication' }).click();
    await expect
      .poll(() => status.textContent())
      .toBe(
        'error: We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      );
  });

  it('Escape inside the dialog gives up, and the payment waits for another card (attacks T53)', async () => {
    const { card, status, intent } = await openCheckout();
    await fill(card, '4000002500003155');
    await pay();
    await challenge().getByRole('button', { name: 'Complete authentication' }).waitFor();
    await challenge().getByRole('button', { name: 'Cancel' }).press('Escape');
    await expect.poll(() => status.textContent()).toContain('unable to authenticate');
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method');
  });
});
