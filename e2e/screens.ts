import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Page } from 'playwright-core';
import routes from '#web/routes.ts';

/** A page of the shop: its address with parameters, and whether it, or what it is in, is for the staff alone. */
export interface Screen {
  pattern: string;
  forStaff: boolean;
  /** Whether whoever is signed in is led on from it. */
  forVisitors: boolean;
}

/** Every page of the shop, read from its own list, so that a new one cannot be forgotten. */
export function allScreens(
  entries = routes as RouteConfigEntry[],
  parent: Screen = { pattern: '', forStaff: false, forVisitors: false },
): Screen[] {
  return entries.flatMap((entry) => {
    const pattern = entry.path ? `${parent.pattern}/${entry.path}` : parent.pattern;
    const source = readFileSync(join(import.meta.dirname, '../web', entry.file), 'utf8');
    const here = {
      pattern: pattern || '/',
      forStaff: parent.forStaff || source.includes('<RequirePermission'),
      forVisitors: source.includes('<BackFromLogin'),
    };
    const inside = entry.children ? allScreens(entry.children, { ...here, pattern }) : [];
    return inside.some((screen) => screen.pattern === here.pattern) ? inside : [here, ...inside];
  });
}

/** Fills a pattern's parameters: `:productId` and `:id`, and an address that is not there for the rest. */
export function addressOf({ pattern }: Screen, known: { productId: string; id: string }): string {
  return pattern.replace('*', 'no-such-page').replace(/:(\w+)\??/g, (_, name: string) => {
    if (name === 'slug') return 'terms';
    return name === 'productId' ? known.productId : known.id;
  });
}

/** Until the page has its heading and nothing on it still loads. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main :is(h1, h2)').first().waitFor();
  await page.waitForFunction(() => {
    const open = document.querySelector('.skeleton, [aria-busy="true"], .loading');
    const pictures = [...document.images].filter((image) => image.loading !== 'lazy');
    // The colours of another theme fade in.
    const fading = document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running');
    return !open && !fading && document.fonts.status === 'loaded' && pictures.every((image) => image.complete);
  });
}
