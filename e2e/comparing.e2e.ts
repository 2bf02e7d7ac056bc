import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shopInBrowser } from './shop-in-browser.ts';
import { expectAccessible, expectNoSidewaysScroll, listening } from './visit.ts';

const shop = shopInBrowser();

async function openTable(page: Page, address = '/products'): Promise<void> {
  await page.goto(address);
  const table = page.getByRole('button', { name: 'Table', exact: true });
  await listening(table);
  await table.click();
}

it('at 1920 × 1080 twenty tools stand in the table at once, with breaks, and their picture comes with pointer or focus', async () => {
  const page = await shop.open({ width: 1920 });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openTable(page);
  const rows = page.locator('.tool-list > .tool-card');
  const whole = () =>
    rows.evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length);
  await expect.poll(whole).toBeGreaterThanOrEqual(20);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const withBreaks = rows.filter({ hasText: /\d: \$/ }).first();
  expect(await withBreaks.locator('.tool-breaks').textContent()).toMatch(/\d+: \$\d/);
  const picture = rows.nth(3).locator('.tool-card-picture');
  expect(await picture.isVisible()).toBe(false);
  await rows.nth(3).hover();
  await picture.waitFor({ state: 'visible' });
  await rows.nth(5).getByRole('heading').getByRole('link').focus();
  await rows.nth(5).locator('.tool-card-picture').waitFor({ state: 'visible' });
});

it('the whole list is sorted by the heads of the table', async () => {
  const page = await shop.open();
  await openTable(page, '/products?category=Spanners');
  const names = () => page.locator('.tool-list > .tool-card h3').allTextContents();
  await page.getByRole('link', { name: 'Sort by price, lowest first' }).click();
  await page.getByRole('link', { name: 'Sort by price, highest first' }).waitFor();
  expect(new URL(page.url()).searchParams.get('sort')).toBe('price');
  const cells = page.locator('.tool-card .tool-card-price dd');
  const prices = (await cells.allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, '')));
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));

  await page.getByRole('link', { name: 'Sort by Size, smallest first' }).click();
  await page.getByRole('link', { name: 'Sort by Size, largest first' }).click();
  await page.getByRole('link', { name: 'Sort by Size, smallest first' }).waitFor();
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-attr.size');
  const answer = await page.request.get('/tool?category=Spanners&sort=-attr.size&limit=100');
  const whole = ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  await expect.poll(names).toEqual(whole.slice(0, (await names()).length));
  expect(await page.locator('select[name=sort] option:checked').textContent()).toBe('Size, largest first');
});

it('without script the form sorts the list by what its tools share', async () => {
  const page = await shop.open({ javaScript: false });
  await page.goto('/products?category=Spanners');
  expect(await page.getByRole('button', { name: 'Table', exact: true }).count()).toBe(0);
  await page.locator('select[name=sort]').selectOption('Size, largest first');
  await page.locator('.filters').getByRole('button', { name: 'Search' }).click();
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-attr.size');
  const answer = await page.request.get('/tool?category=Spanners&sort=-attr.size');
  const whole = ((await answer.json()) as { name: string }[]).map(({ name }) => name);
  expect(await page.locator('.tool-list > .tool-card h3').allTextContents()).toEqual(whole.slice(0, 24));
});

it.each([360, 768, 1440])('at %i px a range is typed in either unit, and what is no size is said', async (width) => {
  const page = await shop.open({ width });
  await page.goto('/products?category=Spanners');
  const fold = page.locator(width === 360 ? '.filters-fold > summary' : '.facets > summary');
  if (await fold.isVisible()) await fold.click();
  const from = page.getByLabel('Size from');
  await from.hover();
  await listening(from);
  await from.fill('large');
  await from.press('Enter');
  expect(await from.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain('Enter a number');
  await from.fill('2 kg');
  await from.press('Enter');
  expect(await from.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain('a number in mm');
  expect(new URL(page.url()).searchParams.has('attr.size')).toBe(false);
  await from.fill('½ in');
  await page.getByLabel('Size to').fill('19,5');
  await page.getByLabel('Size to').press('Enter');
  await page.waitForURL(/attr\.size=/);
  expect(new URL(page.url()).searchParams.get('attr.size')).toBe('½ in..19.5');
  const answer = await page.request.get('/tool?category=Spanners&attr.size=12.7..19.5');
  const fit = answer.headers()['x-total-count'];
  expect(Number(fit)).toBeGreaterThan(0);
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${fit} tools?$`) })
    .waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has('attr.size'));
});

it.each([390, 1440])('tools are chosen in the list of %i px and stand side by side under an address', async (width) => {
  const page = await shop.open({ width });
  await page.goto('/products');
  const choices = page.getByRole('checkbox', { name: /^Compare / });
  await listening(choices.first());
  for (const at of [0, 1, 2, 3]) await choices.nth(at).check();
  expect(await choices.nth(4).isDisabled()).toBe(true);
  await choices.nth(1).uncheck();
  expect(await choices.nth(4).isDisabled()).toBe(false);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await page.getByRole('heading', { name: 'Compare', level: 1 }).waitFor();
  const columns = page.getByRole('columnheader');
  await expect.poll(() => columns.count()).toBe(3);
  expect(new URL(page.url()).searchParams.get('tools')?.split(',')).toHaveLength(3);
  await page.getByRole('rowheader', { name: 'Minimum order' }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.reload();
  await expect.poll(() => columns.count()).toBe(3);
  const away = page.getByRole('link', { name: /^Remove / }).first();
  await listening(away);
  await away.click();
  await expect.poll(() => columns.count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('tools')?.split(',')).toHaveLength(2);
});

it('by keyboard the comparison is one stop after what was chosen', async () => {
  const page = await shop.open();
  await page.goto('/products');
  const choices = page.getByRole('checkbox', { name: /^Compare / });
  await listening(choices.first());
  for (const at of [0, 3]) {
    await choices.nth(at).focus();
    await page.keyboard.press('Space');
  }
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Compare 2 tools');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Compare', level: 1 }).waitFor();
});

it('an address that names tools that are gone shows those that are there, and says where to choose others', async () => {
  const page = await shop.open();
  const [tool] = (await (await page.request.get('/tool?limit=1')).json()) as { _id: string; name: string }[];
  await page.goto(`/compare?tools=gone,${tool!._id}`);
  expect(await page.getByRole('columnheader').count()).toBe(1);
  await page.goto('/compare');
  await page.getByRole('link', { name: 'Choose up to four tools' }).click();
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
});

it('on a wide screen what narrows the list stands open beside the cards, and gives its room to the table', async () => {
  const page = await shop.open({ width: 1440 });
  await page.goto('/products?category=Spanners');
  const size = page.getByRole('checkbox', { name: /^13 mm/ });
  await size.check();
  await page.getByText('1 tool', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('attr.size')).toBe('13');
  expect(await page.locator('summary', { hasText: 'Narrow down' }).isVisible()).toBe(false);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.locator('summary', { hasText: 'Narrow down (1)' }).waitFor();
  expect(await size.isVisible()).toBe(false);
});

it('what narrows the list fetches its script when somebody turns to it, and keeps what is chosen in the address', async () => {
  const page = await shop.open({ width: 1024 });
  await page.goto('/products?category=Spanners');
  const summary = page.locator('summary', { hasText: 'Narrow down' });
  await listening(summary);
  const scripts = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length);
  const before = await scripts();
  await summary.click();
  const choice = page.locator('.facet-value input:enabled').first();
  await listening(choice);
  expect(await scripts()).toBeGreaterThan(before);
  await choice.check();
  await page.getByText('Narrow down (1)').waitFor();
  expect([...new URL(page.url()).searchParams.keys()].some((name) => name.startsWith('attr.'))).toBe(true);
  expect(await page.locator('.facets').evaluate((panel: HTMLDetailsElement) => panel.open)).toBe(true);
  await expectAccessible(page);
  await page.goBack();
  await page.locator('summary', { hasText: /^Narrow down$/ }).waitFor();
});

it('bounds of a range in two units are sent the right way round, and what no tool is leads back to all of them', async () => {
  const page = await shop.open();
  await page.goto('/products?category=Spanners');
  const summary = page.locator('.facets > summary');
  if (await summary.isVisible()) await summary.click();
  const from = page.getByLabel('Size from');
  await from.hover();
  await listening(from);
  await from.fill('1 in');
  await page.getByLabel('Size to').fill('10');
  await page.getByLabel('Size to').press('Enter');
  await page.waitForURL((url) => url.searchParams.get('attr.size') === '10..1 in');
  await page.locator('.tool-list > .tool-card').first().waitFor();

  await page.goto('/products?attr.material=Cheese');
  await page.getByRole('alert').getByText('Material cannot be Cheese').waitFor();
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.waitForURL((url) => url.pathname === '/products' && url.search === '');
  await page.locator('.tool-list > .tool-card').first().waitFor();
});
