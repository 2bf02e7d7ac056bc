import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More presses than any page of the shop has places to stop at. */
const FAR = 120;

/** Goes on with Tab until the element has the focus, and sees that the focus shows. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < FAR; presses++) {
    if (await hasFocus(target)) {
      expect(await target.evaluate(showsFocus), `the focus shows on ${target.toString()}`).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${target.toString()}`);
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === element.ownerDocument.activeElement);
}

/** Types over what is in the field that has the focus. */
export async function typeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

function showsFocus(element: Element): boolean {
  for (let place: Element | null = element; place; place = place.parentElement) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(place);
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return true;
    if (boxShadow !== 'none') return true;
    // A group may show the focus for what is inside it.
    if (!place.matches(':focus-within')) return false;
  }
  return false;
}
