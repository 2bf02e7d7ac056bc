import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addressOf, allScreens, type Screen, settled } from './screens.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { orderByCall } from './order-by-call.ts';
import { againstTheStandard, barriers, otherBarriers, sidewaysScroll, signIn, listening } from './visit.ts';

const shop = shopInBrowser();
/** Screens that a test looks at, and the time for axe on each on a busy machine. */
const PART = 8;
const TIMEOUT_MS = 240_000;
/** The page about the calls is the server's own document. */
const DOCS: Screen = { pattern: '/docs', forStaff: false, forVisitors: true };
const screens = [...allScreens(), DOCS];
const forVisitors = screens.filter((screen) => screen.forVisitors);
/** All others; a page that leads on is never looked at while it does. */
const forTheSignedIn = screens.filter((screen) => !screen.forVisitors);
/** Visitors' own pages have no number in their address. */
const NOBODYS = { productId: '', id: '' };

describe('every screen', () => {
  it('of the specification has an address', () => {
    const named = [
      '/',
      '/about',
      '/products',
      '/products/:productId',
      '/reviews',
      '/blogs',
      '/contactUs',
      '/myPortfolio',
    ];
    const inner = ['', '/addReview', '/myProfile', '/payment/:id', '/users', '/addProduct', '/manageProducts'];
    expect(screens.map(({ pattern }) => pattern)).toEqual(
      expect.arrayContaining([...named, '/login', '/register', ...inner.map((path) => `/dashboard${path}`), '/*']),
    );
  });

  it('is looked at by a checker that finds one wrong text among many like it', async () => {
    const page = await shop.open();
    await page.goto('/products');
    await settled(page);
    // What the checker, or this test, puts into the document before its script has taken it over makes React render it anew.
    await listening(page.getByRole('button', { name: /^Add to order/ }).first());
    expect(await barriers(page)).toEqual([]);
    await page.evaluate(() => {
      const names = document.querySelectorAll<HTMLElement>('main li h2, main li h3, main article h2, main article h3');
      names[Math.floor(names.length / 2)]!.style.color = 'silver';
      // The cards' own pictures are hidden from listeners, whom the name tells the same.
      const silent = document.createElement('img');
      silent.src = document.images[0]!.currentSrc;
      document.querySelector('main')!.append(silent);
    });
    expect(await barriers(page, 'colours')).toEqual([expect.stringMatching(/^color-contrast: [^,]+$/)]);
    expect(await barriers(page)).toEqual(['color-contrast', 'image-alt'].map((rule) => expect.stringContaining(rule)));
    expect(await otherBarriers(page)).toEqual([
      expect.stringMatching(/^text_contrast_sufficient: /),
      expect.stringMatching(/^img_alt_valid: /),
    ]);
  });

  it.each(parts(forVisitors))(
    'for visitors, %s, is accessible, fits, and says what it is in its title and one main heading',
    async (_first, part) => {
      const page = await shop.open();
      expect(await lookAt(page, part, NOBODYS)).toEqual(asItShould(part));
    },
    TIMEOUT_MS,
  );

  it.each(parts(forTheSignedIn))(
    'for the signed in, %s, is accessible, fits, and says what it is in its title and one main heading',
    async (_first, part) => {
      const page = await shop.open();
      await signIn(page, 'ada');
      await writeTerms(page);
      expect(await lookAt(page, part, await orderByCall(page))).toEqual(asItShould(part));
    },
    TIMEOUT_MS,
  );
});

/** Few enough for a test, each part named by what it begins and ends with. */
function parts(screens: Screen[]): [string, Screen[]][] {
  const count = Math.ceil(screens.length / PART);
  return Array.from({ length: count }, (_, index) => {
    const part = screens.slice(index * PART, (index + 1) * PART);
    return [`${part[0]!.pattern} to ${part.at(-1)!.pattern}`, part];
  });
}

/** How each page is looked at, in turn: what does not depend on the theme is looked for once a width. */
const VIEWS = [
  { width: 360, theme: 'light', about: 'all' },
  { width: 360, theme: 'dark', about: 'colours' },
  { width: 768, theme: 'dark', about: 'colours' },
  { width: 1440, theme: 'light', about: 'all' },
] as const;
/** Of wide monitors, where nothing else is looked for. */
const WIDEST = 1920;

/** A page of the owner's own, which is none before it is written. */
async function writeTerms(page: Page): Promise<void> {
  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}` };
  const data = { title: 'Terms', text: '# Paying\n\nWithin *30* days.\n\n|a|b|\n|-|-|\n|1|2|', place: 'footer' };
  expect((await page.request.put('/page/terms', { headers, data })).status()).toBe(200);
}

interface Found {
  pattern: string;
  headings: number;
  wrong: string[];
}

/** Of all parts together, each with the path of the page that has it. */
const titles = new Map<string, string>();

/** Opens each page once and looks at it in every view; a title that another page has already is wrong too. */
async function lookAt(page: Page, seen: Screen[], known: { productId: string; id: string }): Promise<Found[]> {
  const found: Found[] = [];
  for (const screen of seen) {
    const { pattern } = screen;
    const wrong: string[] = [];
    const look = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      const sideways = await sidewaysScroll(page);
      if (sideways > 0) wrong.push(`at ${width} px it sticks out by ${sideways} px`);
    };
    await page.goto(addressOf(screen, known));
    if (screen === DOCS) {
      wrong.push(...(await againstTheStandard(await page.content())));
      await unfoldOneOfEach(page);
    }
    for (const { width, theme, about } of VIEWS) {
      await page.emulateMedia({ colorScheme: theme });
      await look(width);
      wrong.push(...(await barriers(page, about)).map((barrier) => `at ${width} px in ${theme}: ${barrier}`));
    }
    await look(WIDEST);
    // What React makes of a document in a browser is a document too.
    wrong.push(...(await otherBarriers(page)), ...(await againstTheStandard(await page.content())));
    // The page that links of letters lead to goes on to another, whose title it then has.
    const path = new URL(page.url()).pathname;
    const title = await page.title();
    const earlier = titles.get(title);
    if (title === '' || (earlier !== undefined && earlier !== path)) wrong.push(`its title is "${title}"`);
    titles.set(title, path);
    found.push({ pattern, headings: await page.getByRole('heading', { level: 1 }).count(), wrong });
  }
  return found;
}

/**
 * The page about the calls has ten thousand elements, folded away: of each subject's calls, which one function writes,
 * the first is unfolded and the others left out.
 */
function unfoldOneOfEach(page: Page): Promise<void> {
  return page.evaluate(() => {
    const calls = [...document.querySelectorAll<HTMLDetailsElement>('main > details')];
    const isFirst = ({ previousElementSibling }: Element) => !(previousElementSibling instanceof HTMLDetailsElement);
    const [shown, others] = [calls.filter(isFirst), calls.filter((call) => !isFirst(call))];
    for (const call of shown) call.open = true;
    for (const call of others) call.remove();
  });
}

function asItShould(screens: Screen[]): Found[] {
  return screens.map(({ pattern }) => ({ pattern, headings: 1, wrong: [] }));
}
