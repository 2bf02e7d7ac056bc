/** No press holds anything back for longer, in ms: a pointer can be let go where no page hears of it. */
const LONGEST_MS = 2_000;
/** So long after a finger was lifted its click comes at the latest, in ms. */
const CLICK_AFTER_MS = 300;

let over: Promise<void> | null = null;
let end = () => {};
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Until no pointer is down. What answers, checks and fields that are left bring to a page waits for it: shown at once, it
 * would move the button that is being pressed, and the click would fall beside it.
 */
export async function released(): Promise<void> {
  if (over) await over;
}

function endIn(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(end, ms);
}

function begin(): void {
  over ??= new Promise((resolve) => {
    end = () => {
      over = null;
      resolve();
    };
  });
  endIn(LONGEST_MS);
}

if (typeof window !== 'undefined') {
  const inTime = { capture: true, passive: true };
  addEventListener('pointerdown', begin, inTime);
  addEventListener('pointerup', () => over && endIn(CLICK_AFTER_MS), inTime);
  // Once everybody has heard of the click.
  for (const last of ['click', 'pointercancel']) addEventListener(last, () => over && endIn(0), inTime);
}
