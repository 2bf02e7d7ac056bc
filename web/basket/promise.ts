import { DAY, day } from '#web/shell/day.ts';

/** A delivery's days: YYYY-MM-DD in UTC. */
interface Days {
  leaves: string | null;
  arrives: [from: string, to: string] | null;
}

/** When goods leave and arrive, as people read it: `leaves 23 Nov 2026, arrives 25–30 Nov 2026`; null where it is not known. */
export function promiseInWords({ leaves, arrives }: Days): string | null {
  if (leaves === null) return null;
  const away = `leaves ${day(leaves)}`;
  if (arrives === null) return away;
  return `${away}, arrives ${DAY.formatRange(new Date(arrives[0]), new Date(arrives[1]))}`;
}
