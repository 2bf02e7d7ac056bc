// npm run screens: photographs every page of the built shop at three widths, light and dark, into docs/screens/, and the
// picture of the README.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchChromium } from './chromium.ts';
import { orderByCall } from './order-by-call.ts';
import { addressOf, allScreens, type Screen, settled } from './screens.ts';
import { openShop } from './shop.ts';
import { typeCard } from './type-card.ts';
import { signIn, visit } from './visit.ts';

const WIDTHS = [360, 768, 1440];
const THEMES = ['light', 'dark'] as const;
/** Wider and longer pictures are made smaller and cut, so that all of them stay below 3 MB. */
const KEPT_WIDTH = 720;
const KEPT_HEIGHT = 1_280;
const QUALITY = 45;

const docs = join(import.meta.dirname, '..', 'docs');
const folder = join(docs, 'screens');
const only = process.argv[2];

const [shop, browser] = await Promise.all([openShop(), launchChromium()]);
try {
  mkdirSync(folder, { recursive: true });
  if (!only) for (const name of readdirSync(folder)) rmSync(join(folder, name));
  const known = await fillTheDashboards(browser);
  for (const theme of THEMES) {
    for (const who of ['visitor', 'alice', 'ada'] as const) {
      const { page, context } = await visit(browser, shop.url, { theme });
      if (who !== 'visitor') await signIn(page, who);
      for (const screen of allScreens().filter((one) => seenBy(one) === who)) {
        const name = fileName(screen);
        if (only && name !== only) continue;
        const { productId, unpaid, paid } = known;
        await page.goto(addressOf(screen, { productId, id: screen.pattern.includes('/receipt/') ? paid : unpaid }));
        for (const width of WIDTHS) await photograph(page, `${name}-${width}-${theme}`, width);
        console.log(`${name}, ${theme}`);
      }
      await context.close();
    }
  }
  await hero(browser);
} finally {
  await browser.close();
  await shop.stop();
}
const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
console.log(`${readdirSync(folder).length} pictures, ${(bytes / 1_000_000).toFixed(2)} MB`);

interface Known {
  productId: string;
  unpaid: string;
  paid: string;
}

/** Alice has an order to pay and one that is paid, and ada has changed a price; their pages then have something to show. */
async function fillTheDashboards(from: Browser): Promise<Known> {
  const { page, context } = await visit(from, shop.url);
  await signIn(page, 'alice');
  const { id: paid } = await orderByCall(page);
  await page.goto(`/dashboard/payment/${paid}`);
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByText('Congrats! Your payment is completed.').waitFor();
  const { productId, id: unpaid } = await orderByCall(page);
  await context.close();
  await changePrice(from);
  return { productId, unpaid, paid };
}

async function changePrice(from: Browser): Promise<void> {
  const { page, context } = await visit(from, shop.url);
  await signIn(page, 'ada');
  await page.goto('/dashboard/manageProducts');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Price').fill('10.20');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await context.close();
}

function seenBy({ pattern, forStaff }: Screen): 'visitor' | 'alice' | 'ada' {
  if (forStaff) return 'ada';
  return pattern.startsWith('/dashboard') || pattern === '/products/:productId' ? 'alice' : 'visitor';
}

function fileName({ pattern }: Screen): string {
  if (pattern === '/') return 'home';
  const words = pattern.replace('*', 'not-found').replace(/\/:\w+\??/g, '-one');
  return words
    .replace(/^\//, '')
    .replaceAll('/', '-')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();
}

async function photograph(page: Page, name: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await settled(page);
  // The card field is a document of its own.
  for (const frame of page.frames().slice(1)) await frame.locator('input').first().waitFor();
  // Pictures further down load when they come near; they are asked for at once.
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
  const picture = sharp(await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' }));
  const { height } = await picture.metadata();
  const scale = Math.min(1, KEPT_WIDTH / width);
  await picture
    .extract({ left: 0, top: 0, width, height: Math.min(height, Math.round(KEPT_HEIGHT / scale)) })
    .resize({ width: Math.round(width * scale), kernel: 'lanczos3' })
    .webp({ quality: QUALITY, effort: 5 })
    .toFile(join(folder, `${name}.webp`));
}

/** The top of the home page as the README shows it. */
async function hero(from: Browser): Promise<void> {
  const { page, context } = await visit(from, shop.url, { width: 1280 });
  await page.goto('/');
  await settled(page);
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 72, effort: 6 })
    .toFile(join(docs, 'tradebench.webp'));
  await context.close();
}
