import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Page } from 'playwright-core';
import routes from '#web/routes.ts';

/** Every address pattern of the shop, read from its own list, so that a new page cannot be forgotten. */
export function addressPatterns(entries = routes as RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent;
    const inside = entry.children ? addressPatterns(entry.children, path) : [];
    const isPage = !entry.children?.some((child) => child.index);
    return [...(isPage ? [path || '/'] : []), ...inside];
  });
}

/** Fills a pattern's parameters: `:productId` and `:id`, and an address that is not there for the rest. */
export function addressOf(pattern: string, known: { productId: string; id: string }): string {
  return pattern
    .replace('*', 'no-such-page')
    .replace(/:(\w+)\??/g, (_, name: string) => (name === 'productId' ? known.productId : known.id));
}

/** Until the page has its heading and nothing on it still loads. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main :is(h1, h2)').first().waitFor();
  await page.waitForFunction(() => {
    const open = document.querySelector('.skeleton, [aria-busy="true"], .loading');
    const pictures = [...document.images].filter((image) => image.loading !== 'lazy');
    return !open && document.fonts.status === 'loaded' && pictures.every((image) => image.complete);
  });
}
