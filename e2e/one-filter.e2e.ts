import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, listening } from './visit.ts';

const shop = shopInBrowser();

it('on a telephone one fold has all that narrows the list, counts it, and leads to the tools', async () => {
  const page = await shop.open({ width: 360 });
  await page.goto('/products?category=Spanners');
  expect(await page.locator('summary:visible', { hasText: /Filters|Narrow down/ }).allInnerTexts()).toEqual([
    'Filters (1)',
  ]);
  const choice = page.locator('.facet-value input:enabled').last();
  expect(await choice.isVisible()).toBe(false);
  await page.locator('summary', { hasText: 'Filters' }).click();
  await page.getByLabel('Category').waitFor();
  await choice.check();
  await page.locator('summary', { hasText: 'Filters (2)' }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^Show \d+ tools?$/ }).click();
  await expect.poll(() => choice.isVisible()).toBe(false);
  await expect.poll(() => inSight(page.locator('.tool-card').first())).toBe(true);
});

it('what is chosen far down the list leaves its beginning in sight, and the choice too', async () => {
  const page = await shop.open({ width: 1440 });
  await page.goto('/products');
  const choice = page.locator('.facet-value input:enabled').last();
  await choice.hover();
  await listening(choice);
  await page.mouse.move(900, 400);
  await page.mouse.wheel(0, 4_000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_500);
  await choice.check();
  await page.waitForURL(/attr\./);
  await expect.poll(() => inSight(page.locator('.tool-card').first())).toBe(true);
  expect(await inSight(choice)).toBe(true);
});

function inSight(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    return top >= 0 && top < window.innerHeight;
  });
}
