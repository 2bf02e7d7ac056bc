import { describe, expect, it } from 'vitest';
import { addressOf, allScreens, type Screen, settled } from './screens.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { orderByCall } from './order-by-call.ts';
import { barriers, sidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();
/** For two dozen pages and axe on each, on a busy machine. */
const TIMEOUT_MS = 240_000;
const screens = allScreens();
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

  it.each([
    { theme: 'light', width: 360 },
    { theme: 'dark', width: 360 },
    { theme: 'light', width: 1440 },
    { theme: 'dark', width: 768 },
  ] as const)(
    'is accessible and fits in $theme at $width px, for visitors and for an admin, who sees the rest',
    async (as) => {
      const page = await shop.open(as);
      const found: string[] = [];
      const look = async (seen: Screen[], known = NOBODYS) => {
        for (const screen of seen) {
          const { pattern } = screen;
          await page.goto(addressOf(screen, known));
          await settled(page);
          const sideways = await sidewaysScroll(page);
          if (sideways > 0) found.push(`${pattern} sticks out by ${sideways} px`);
          found.push(...(await barriers(page)).map((barrier) => `${pattern} ${barrier}`));
        }
      };
      await look(forVisitors);
      await signIn(page, 'ada');
      await look(forTheSignedIn, await orderByCall(page));
      expect(found).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'says what it is in its title, and in one main heading',
    async () => {
      const page = await shop.open();
      const titles = new Map<string, string>();
      const headings: Record<string, number> = {};
      const read = async (seen: Screen[], known = NOBODYS) => {
        for (const screen of seen) {
          await page.goto(addressOf(screen, known));
          await settled(page);
          // The page that links of letters lead to goes on to the first one.
          titles.set(new URL(page.url()).pathname, await page.title());
          headings[screen.pattern] = await page.getByRole('heading', { level: 1 }).count();
        }
      };
      await read(forVisitors);
      await signIn(page, 'ada');
      await read(forTheSignedIn, await orderByCall(page));
      expect(titles.size).toBe(screens.length - 1);
      expect(new Set(titles.values()).size).toBe(titles.size);
      expect(headings).toEqual(Object.fromEntries(screens.map(({ pattern }) => [pattern, 1])));
    },
    TIMEOUT_MS,
  );
});
