import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from './chromium.ts';
import { openShopOnPostgres, type RunningShop } from './shop.ts';
import { visit, type Visit, type Visitor } from './visit.ts';

/**
 * One shop and one browser for a file of journeys. Every visitor has a browser profile of their own, which ends with the
 * test; a test during which a browser complained or the shop logged an error fails.
 */
export function shopInBrowser(environment: Record<string, string> = {}): { open(as?: Visit): Promise<Page> } {
  let shop: RunningShop;
  let browser: Browser;
  const visitors: Visitor[] = [];
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShopOnPostgres(environment), launchChromium()]);
  });
  afterEach(async () => {
    const gone = visitors.splice(0);
    await Promise.all(gone.map(({ context }) => context.close()));
    expect([...gone.flatMap(({ troubles }) => troubles), ...shop.errors.splice(0)]).toEqual([]);
  });
  afterAll(() => Promise.all([browser?.close(), shop?.stop()]));
  return {
    async open(as) {
      const visitor = await visit(browser, shop.url, as);
      visitors.push(visitor);
      return visitor.page;
    },
  };
}
