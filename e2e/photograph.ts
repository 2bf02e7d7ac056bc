// npm run screens [-- NAME [FOLDER]]: photographs every page of the built shop, and what its pages look like in use, at four
// widths, light and dark, into .cache/screens/, and the picture of the README. NAME takes one of them ('all' every one),
// FOLDER keeps the pictures there, whole and in full size, to be looked at.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchChromium } from './chromium.ts';
import { orderByCall } from './order-by-call.ts';
import { type Person, screensInUse } from './screens-in-use.ts';
import { addressOf, allScreens, type Screen, settled } from './screens.ts';
import { openShop } from './shop.ts';
import { typeCard } from './type-card.ts';
import { signIn, visit } from './visit.ts';

const WIDTHS = [360, 768, 1440, 1920];
const THEMES = ['light', 'dark'] as const;
/** Wider and longer pictures are made smaller and cut: enough to see what changed between two versions. */
const KEPT_WIDTH = 720;
const KEPT_HEIGHT = 1_280;
const QUALITY = 38;
/** The format knows no more rows. */
const LONGEST_WEBP = 16_383;

const docs = join(import.meta.dirname, '..', 'docs');
const only = process.argv[2] === 'all' ? undefined : process.argv[2];
const elsewhere = process.argv[3];
const folder = elsewhere ?? join(docs, '..', '.cache', 'screens');

const [shop, browser] = await Promise.all([openShop(), launchChromium({ isPainted: true })]);
try {
  mkdirSync(folder, { recursive: true });
  if (!only && !elsewhere) for (const name of readdirSync(folder)) rmSync(join(folder, name));
  const known = await fillTheDashboards(browser);
  for (const who of ['visitor', 'alice', 'ada'] as const) {
    const { page, context } = await visit(browser, shop.url);
    if (who !== 'visitor') await signIn(page, who);
    for (const screen of allScreens().filter((one) => seenBy(one) === who)) {
      const name = fileName(screen);
      if (only && name !== only) continue;
      const { productId } = known;
      await page.goto(addressOf(screen, { productId, id: idFor(screen, known) }));
      await asEverybodySeesIt(page, name);
    }
    for (const { name, arrange } of screensInUse.filter((one) => one.who === who)) {
      if (only && name !== only) continue;
      await page.setViewportSize({ width: 1440, height: 900 });
      await arrange(page, known);
      await asEverybodySeesIt(page, name);
    }
    await context.close();
  }
  if (!only && !elsewhere) await hero(browser);
} finally {
  await browser.close();
  await shop.stop();
}
const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
console.log(`${readdirSync(folder).length} pictures, ${(bytes / 1_000_000).toFixed(2)} MB`);

/** In both themes and at all widths. */
async function asEverybodySeesIt(page: Page, name: string): Promise<void> {
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS) await photograph(page, `${name}-${width}-${theme}`, width);
  }
  console.log(name);
}

interface Known {
  productId: string;
  unpaid: string;
  paid: string;
  list: string;
  company: string;
  priceList: string;
  quote: string;
}

function idFor({ pattern }: Screen, { unpaid, paid, list, company, priceList, quote }: Known): string {
  if (pattern.includes('/lists/')) return list;
  if (pattern.includes('/priceLists/')) return priceList;
  if (pattern.includes('/quotes/')) return quote;
  if (/\/compan(y|ies)\//.test(pattern)) return company;
  return pattern.includes('/receipt/') ? paid : unpaid;
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
  const list = await listByCall(page);
  const [company] = await askByCall<{ _id: string }[]>(page, 'GET', '/my-companies');
  if (!company) throw new Error('the seed has no company');
  const lines = [{ toolId: productId, quantity: 200 }];
  const quote = await askByCall<{ _id: string }>(page, 'POST', '/quote', { lines, companyId: company._id });
  await context.close();
  const priceList = await changePrice(from);
  return { productId, unpaid, paid, list, company: company._id, priceList, quote: quote._id };
}

/** What a call of whoever is signed in on the page answers. */
async function askByCall<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) });
  if (!answer.ok()) throw new Error(await answer.text());
  return (await answer.json()) as T;
}

/** A named list of whoever is signed in on the page. */
async function listByCall(page: Page): Promise<string> {
  const tools = (await (await page.request.get('/tool?limit=8')).json()) as { _id: string; minOrderQuantity: number }[];
  const lines = tools.map(({ _id, minOrderQuantity }) => ({ toolId: _id, quantity: minOrderQuantity }));
  return (await askByCall<{ _id: string }>(page, 'POST', '/my-list', { name: 'Van stock', lines }))._id;
}

/** @returns the price list that there is */
async function changePrice(from: Browser): Promise<string> {
  const { page, context } = await visit(from, shop.url);
  await signIn(page, 'ada');
  await page.goto('/dashboard/manageProducts');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const dialog = page.getByRole('dialog');
  // Dearer, since the price breaks stay below it.
  const price = dialog.getByLabel('Price', { exact: true });
  await price.fill((Number(await price.inputValue()) + 0.3).toFixed(2));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [priceList] = await askByCall<{ _id: string }[]>(page, 'GET', '/price-lists');
  await context.close();
  if (!priceList) throw new Error('the seed has no price list');
  return priceList._id;
}

function seenBy({ pattern, forStaff }: Screen): Person {
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
  if (elsewhere) {
    const whole = Math.min(height, LONGEST_WEBP);
    const file = join(folder, `${name}.webp`);
    await picture.extract({ left: 0, top: 0, width, height: whole }).webp({ quality: 80, effort: 2 }).toFile(file);
    return;
  }
  const scale = Math.min(1, KEPT_WIDTH / width);
  await picture
    .extract({ left: 0, top: 0, width, height: Math.min(height, Math.round(KEPT_HEIGHT / scale)) })
    .resize({ width: Math.round(width * scale), kernel: 'lanczos3' })
    .avif({ quality: QUALITY, effort: 4 })
    .toFile(join(folder, `${name}.avif`));
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
