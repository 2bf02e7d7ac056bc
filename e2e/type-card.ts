import type { Page } from 'playwright-core';

/** Types a card into the provider's own frame. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const field = page.frameLocator('iframe').first();
  await field.getByLabel('Card number').fill(number);
  await field.getByLabel(/^Expir/).fill('12 / 34');
  await field.getByLabel('CVC').fill('123');
  await field.getByLabel('ZIP').fill('12345');
}
