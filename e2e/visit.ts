import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

/** How a test's visitor sees the shop. */
export interface Visit {
  width?: number;
  theme?: 'light' | 'dark';
  javaScript?: boolean;
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** What went wrong in the browser so far: page errors, refused scripts, console errors but those of refused calls. */
  troubles: string[];
}

/** Opens a fresh browser profile on the shop; `expectNoTrouble` at the end says whether the browser complained. */
export async function visit(
  browser: Browser,
  baseURL: string,
  { width = 1440, theme = 'light', javaScript = true }: Visit = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 900 },
    colorScheme: theme,
    javaScriptEnabled: javaScript,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is written to the console by the browser itself; the test looks at what the page makes of it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, context, troubles };
}

type Somebody = 'ada' | 'alice' | 'bob';

/** Sessions that forms of this shop's pages began, by its address and who it is: a password is hashed once, not in each test. */
const begun = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

/**
 * Signs one of the demo's people in.
 * @param from the page with the form to do it through; without one a session that an earlier test of the shop began goes
 *   on, if it still holds, and the page is nowhere yet
 */
export async function signIn(page: Page, name: Somebody, from?: string): Promise<void> {
  if (from === undefined && (await goOn(page, name))) return;
  await page.goto(from ?? '/login');
  await page.getByLabel('Email').fill(`${name}@tradebench.test`);
  await page.getByLabel('Password', { exact: true }).fill('tradebench');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: 'Sign Out' }).first().waitFor({ state: 'attached' });
  begun.set(keyOf(page, name), await page.context().storageState());
}

async function goOn(page: Page, name: Somebody): Promise<boolean> {
  await page.goto('/robots.txt');
  const earlier = begun.get(keyOf(page, name));
  if (!earlier) return false;
  await page.context().addCookies(earlier.cookies);
  const session = await page.request.get('/api/auth/get-session');
  if (!session.ok() || (await session.json()) === null) {
    await page.context().clearCookies();
    return false;
  }
  await page.evaluate((items) => {
    for (const { name: key, value } of items) window.localStorage.setItem(key, value);
  }, earlier.origins[0]?.localStorage ?? []);
  return true;
}

function keyOf(page: Page, name: Somebody): string {
  return `${new URL(page.url()).origin} ${name}`;
}

/** What of a page depends on its colours alone, and so differs between the themes. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds against WCAG 2.2 A and AA on the page as it stands; of its colours alone where that is asked. */
export async function barriers(page: Page, about: 'all' | 'colours' = 'all'): Promise<string[]> {
  // The card field is another origin's document; axe would break that one's policy. It is looked at in its own tests.
  // Otherwise it opens one more page for each look.
  const axe = new AxeBuilder({ page })
    .exclude('iframe')
    .setLegacyMode(true)
    // What is well is not described part by part, which would take longer than to look.
    .options({ resultTypes: ['violations'], preload: false, iframes: false });
  const { violations } = await (
    about === 'all'
      ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      : axe.withRules(ABOUT_COLOURS)
  ).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** No finding of axe for WCAG 2.2 A and AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await barriers(page)).toEqual([]);
}

/** How far the page sticks out to the right, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Nothing sticks out to the right. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
}
