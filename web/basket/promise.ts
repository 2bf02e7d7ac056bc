import { type Day, shortDay, writtenDay } from '#contract/days.ts';
import { say } from '#web/saying/say.ts';

/** A delivery's days. */
interface Days {
  leaves: Day | null;
  arrives: [from: Day, to: Day] | null;
}

/** When goods leave and arrive, as people read it: `leaves 23 Nov 2026, arrives 25–30 Nov 2026`; null where it is not known. */
export function promiseInWords({ leaves, arrives }: Days): string | null {
  if (leaves === null) return null;
  return arrives === null
    ? say('leaves {day}', { day: writtenDay(leaves) })
    : say('leaves {day}, arrives {between}', { day: writtenDay(leaves), between: between(...arrives) });
}

/** Two days, with what they share said once. */
function between(from: Day, to: Day): string {
  if (from === to) return writtenDay(to);
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))}–${writtenDay(to)}`;
  return `${from.slice(0, 4) === to.slice(0, 4) ? shortDay(from) : writtenDay(from)} – ${writtenDay(to)}`;
}
