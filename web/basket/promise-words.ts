import type { Later, Promises } from '#contract/catalogue/backorders.ts';
import { shortDay } from '#contract/days.ts';
import { pieces } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';

/** From what a quantity is served: `300 from stock, 200 on 14 May`; null where all of it is in stock. */
export function promisesInWords(promises: Promises): string | null {
  if (promises.every(({ day }) => day === null)) return null;
  return promises
    .map(({ quantity, day }) =>
      day === null
        ? say('{count} from stock', { count: pieces(quantity) })
        : say('{count} on {day}', { count: pieces(quantity), day: shortDay(day) }),
    )
    .join(', ');
}

/** What of a line is still to come: `200 expected on 14 May`; null where nothing is. */
export function awaitedInWords(awaited: Later): string | null {
  if (awaited.length === 0) return null;
  return awaited
    .map(({ quantity, day }) => say('{count} expected on {day}', { count: pieces(quantity), day: shortDay(day) }))
    .join(', ');
}
