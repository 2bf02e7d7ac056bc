import { HtmlValidate } from 'html-validate';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** How a test's visitor sees the shop. */
export interface Visit {
  width?: number;
  theme?: 'light' | 'dark';
  javaScript?: boolean;
  /** A telephone, pressed by finger. */
  isTouched?: boolean;
}

/** How long a step of a journey may hang before the test says what it waited for. */
const WAITS_MS = 90_000;

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
  { width = 1440, theme = 'light', javaScript = true, isTouched = false }: Visit = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 900 },
    colorScheme: theme,
    javaScriptEnabled: javaScript,
    hasTouch: isTouched,
    isMobile: isTouched,
    reducedMotion: 'reduce',
  });
  // A machine that stands still for half a minute ends what waits then, though nothing is wrong: timers come first.
  context.setDefaultTimeout(WAITS_MS);
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

type Somebody = 'ada' | 'alice' | 'bob' | 'carol';

/** Sessions that forms of this shop's pages began, by its address and who it is: a password is hashed once, not in each test. */
const begun = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

/**
 * Signs one of the demo's people in, who buys for themselves until the test says otherwise.
 * @param from the page with the form to do it through; without one a session that an earlier test of the shop began goes
 *   on, if it still holds, and the page is nowhere yet
 */
export async function signIn(page: Page, name: Somebody, from?: string): Promise<void> {
  if (from === undefined && (await goOn(page, name))) return buyForOneself(page);
  await page.goto(from ?? '/login');
  await page.getByLabel('Email').fill(`${name}@tradebench.test`);
  await page.getByLabel('Password', { exact: true }).fill('tradebench');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: 'Sign Out' }).first().waitFor({ state: 'attached' });
  await buyForOneself(page);
  begun.set(keyOf(page, name), await page.context().storageState());
}

/** Chooses that whoever is signed in buys for themselves: the demo's buyers are of one company each, and begin as it. */
async function buyForOneself(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const kept = await page.request.put('/my-buyer', { headers, data: { companyId: null } });
  expect(kept.ok()).toBe(true);
  await page.evaluate(() => {
    const key = 'tradebench.buying-for';
    localStorage.removeItem(key);
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
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

/** Until the page's script listens to a part that its document showed before: React leaves its mark on what it has taken over. */
export async function listening(part: Locator): Promise<void> {
  await expect
    .poll(() => part.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))))
    .toBe(true);
}

/** axe as the script that it is in a page, in the version that its own package for Playwright has. */
const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What of a page depends on its colours alone, and so differs between the themes. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds against WCAG 2.2 A and AA on the page as it stands; of its colours alone where that is asked. */
export async function barriers(page: Page, about: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Half a megabyte of script, that a page which was looked at before has already.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE}; 0`);
  const asked = about === 'all' ? STANDARDS : ABOUT_COLOURS;
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: Axe };
    const texts = differentTexts();
    for (const text of texts) text.toggleAttribute('data-contrast', true);
    axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-contrast]' }] });
    // The card field is another origin's document; axe would break that one's policy. It is looked at in its own tests.
    // What is well is not described part by part, which would take longer than to look.
    const { violations } = await axe.run(
      { include: [document.documentElement], exclude: ['iframe'] },
      { runOnly, resultTypes: ['violations'], preload: false, iframes: false },
    );
    for (const text of texts) text.removeAttribute('data-contrast');
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);

    interface Axe {
      configure(spec: object): void;
      run(context: object, options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>;
    }

    /**
     * Contrast takes most of axe's time. Texts in the same colours and sizes, inside parts with the same grounds all the
     * way up, have the same contrast: of each kind the first and the last that can be seen are looked at.
     */
    function differentTexts(): Element[] {
      const looks = new Map<Element, string>();
      const lookOf = (element: Element): string => {
        const known = looks.get(element);
        if (known !== undefined) return known;
        const style = getComputedStyle(element);
        const own = [
          element.tagName,
          element.getAttribute('aria-disabled') ?? element.matches(':disabled'),
          style.color,
          style.backgroundColor,
          style.backgroundImage === 'none' ? '' : 'picture',
          style.opacity,
          style.filter,
          style.mixBlendMode,
          style.textShadow,
          style.position,
          style.zIndex,
          style.fontSize,
          style.fontWeight,
        ].join('|');
        const look = element.parentElement ? `${lookOf(element.parentElement)}\n${own}` : own;
        looks.set(element, look);
        return look;
      };
      const isSeen = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      };
      const kinds = new Map<string, Set<Element>>();
      for (const element of document.querySelectorAll('body *')) {
        const hasText =
          element.matches('input, select, textarea') ||
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
        if (!hasText || !isSeen(element)) continue;
        const look = lookOf(element);
        const [first = element] = kinds.get(look) ?? [];
        kinds.set(look, new Set([first, element]));
      }
      return [...kinds.values()].flatMap((both) => [...both]);
    }
  }, asked);
}

/** IBM's engine, as the script that it is in a page. */
const ACE = readFileSync(fileURLToPath(import.meta.resolve('accessibility-checker-engine/ace.js')), 'utf8');
/**
 * Two fifths of its rules only ever ask people to look, and a third of its work is theirs: what none of a rule's words and no
 * line of it calls a failure cannot be among what is taken from it. A rule that another waits for stays.
 */
const ABLE_TO_FAIL = `
  const able = new ace.Checker();
  const rules = able.engine.ruleMap;
  const asked = [...new Set(able.rulesetRules['WCAG_2_2'])];
  const awaited = new Set(asked.flatMap((id) => rules[id].dependencies));
  able.rulesetRules['WCAG_2_2'] = asked.filter((id) => awaited.has(id) || rules[id].run.toString().includes('RuleFail')
    || Object.keys(rules[id].messages['en-US']).some((reason) => /fail/i.test(reason)));
`;
/** What that engine says and the standards do not. */
const NOT_SO = [
  // HTML has it for addresses that people sign in with: managers of passwords look for it.
  { rule: 'input_autocomplete_valid', where: 'autocomplete="username"' },
  // What scrolls must be reached by keyboard, and is no control for it: axe asks for the stop.
  { rule: 'element_tabbable_role_valid', where: '<pre ' },
];

/** What a second engine, IBM's, finds to be wrong against WCAG 2.2; what it asks people to look at is not among it. */
export async function otherBarriers(page: Page): Promise<string[]> {
  const found = await page.evaluate(
    `${ACE}; ${ABLE_TO_FAIL}; able.check(document, ['WCAG_2_2']).then(({ results }) => results
      .filter(({ value }) => value[1] === 'FAIL')
      .map(({ ruleId, message, snippet }) => ({ rule: ruleId, message, snippet })))`,
  );
  return (found as { rule: string; message: string; snippet: string }[])
    .filter(({ rule, snippet }) => !NOT_SO.some((each) => each.rule === rule && snippet.includes(each.where)))
    .map(({ rule, message, snippet }) => `${rule}: ${message} ${snippet}`);
}

/** The rules of the HTML standard; matters of taste are the formatter's. */
const html = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });

/** What the HTML standard has against a document: as it was sent, or as it became in a browser. */
export async function againstTheStandard(document: string): Promise<string[]> {
  const { results } = await html.validateString(document);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, selector }) => `${line} ${ruleId}: ${message} ${selector ?? ''}`.trim()),
  );
}

/**
 * No finding of axe for WCAG 2.2 A and AA on the page as it stands, from its top: axe takes a link that the bar covers in part,
 * further down, for a small target.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  expect(await barriers(page)).toEqual([]);
}

/** How far the page, or what a dialog on it holds, sticks out to the right, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('dialog[open] .dialog-body')];
    return Math.max(...parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}

/** Nothing sticks out to the right. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
}
