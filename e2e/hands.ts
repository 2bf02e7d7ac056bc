import type { Page } from 'playwright-core';

/** Counts from the next page on what somebody's hands do: presses, and fields of the shop's own pages that were typed into. */
export async function countHands(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Sandboxed frames keep nothing, and are none of the shop's pages.
    if (window !== top) return;
    const kept = (): { presses: string[]; fields: string[] } =>
      JSON.parse(sessionStorage.getItem('hands') ?? '{"presses":[],"fields":[]}');
    addEventListener(
      'pointerdown',
      (event) => {
        // The first press into a field is of its typing.
        if (!event.isTrusted || (event.target instanceof HTMLElement && event.target.closest('input, textarea')))
          return;
        const now = kept();
        const pressed = `${location.pathname} ${(event.target as Element | null)?.textContent?.trim().slice(0, 40)}`;
        sessionStorage.setItem('hands', JSON.stringify({ ...now, presses: [...now.presses, pressed] }));
      },
      true,
    );
    addEventListener(
      'input',
      ({ isTrusted, target }) => {
        if (!isTrusted || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
        const now = kept();
        const field = `${location.pathname} ${target.name || target.id || target.ariaLabel}`;
        if (!now.fields.includes(field))
          sessionStorage.setItem('hands', JSON.stringify({ ...now, fields: [...now.fields, field] }));
      },
      true,
    );
  });
}

/** What was counted so far; the card's own frame counts as none of the shop's fields. */
export async function handsOf(page: Page): Promise<{ presses: string[]; fields: number }> {
  const kept = await page.evaluate(() => sessionStorage.getItem('hands'));
  const { presses, fields } = JSON.parse(kept ?? '{"presses":[],"fields":[]}') as Record<
    'presses' | 'fields',
    string[]
  >;
  return { presses, fields: fields.length };
}
