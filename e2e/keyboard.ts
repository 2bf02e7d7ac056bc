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

/**
 * Gives the focus to everything on the page that can have it, from the first to the last and back.
 * @returns what then has something over a part of it that stays in its place, each with what that is
 */
export function coveredFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inWindow = (at: number, size: number) => Math.min(Math.max(at, 1), size - 2);
    const over = (focused: Element): Element | null => {
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      for (const x of [left + 2, (left + right) / 2, right - 2]) {
        for (const y of [top + 2, (top + bottom) / 2, bottom - 2]) {
          const seen = document.elementFromPoint(inWindow(x, innerWidth), inWindow(y, innerHeight));
          for (let place = seen; place && !place.contains(focused); place = place.parentElement)
            if (['sticky', 'fixed'].includes(getComputedStyle(place).position)) return place;
        }
      }
      return null;
    };
    const all = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
    ];
    const stops = all.filter((one) => one.tabIndex >= 0 && one.checkVisibility());
    const covered: string[] = [];
    for (const stop of [...stops, ...stops.toReversed()]) {
      stop.focus();
      const place = document.activeElement === stop ? over(stop) : null;
      if (place) covered.push(`${stop.outerHTML.slice(0, 120)} under ${place.outerHTML.slice(0, 80)}`);
    }
    return covered;
  });
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
