/**
 * Days of the shop: the one place that finds and names them. A day is `YYYY-MM-DD`, a zone a name of the IANA list such as
 * Europe/Berlin. Moments are kept and sent in UTC; which day one falls on is for the zone to say.
 */

/** What a new shop counts its days by. */
export const DEFAULT_ZONE = 'UTC';

/** `YYYY-MM-DD`. */
export type Day = string;

const DAY_MS = 86_400_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** To make one takes as long as to use it a hundred times, and a sheet asks for each of its rows. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(zone, clock);
  return clock;
}

/** A moment as the clocks of a zone show it. @param moment a Date, or ISO 8601 */
function shown(moment: Date | string, zone: string): { day: Day; time: string } {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(typeof moment === 'string' ? new Date(moment) : moment)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    day: `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`,
    time: `${of('hour')}:${of('minute')}:${of('second')}`,
  };
}

/** The day on which a moment falls. @param moment a Date, or ISO 8601 */
export function dayOf(moment: Date | string, zone: string): Day {
  return shown(moment, zone).day;
}

/** The full hour of a moment, 0 to 23. */
export function hourOf(moment: Date, zone: string): number {
  return Number(shown(moment, zone).time.slice(0, 2));
}

/** A moment to the second, as sheets have it: 2026-11-23 08:41:00. */
export function timeOf(moment: Date, zone: string): string {
  const { day, time } = shown(moment, zone);
  return `${day} ${time}`;
}

/** The day so many days later, or earlier where it is below 0. */
export function dayPlus(day: Day, days: number): Day {
  return dayNumbered(numberOf(day) + days);
}

/** The month so many months later, or earlier where it is below 0: YYYY-MM. @param day any of it, or YYYY-MM */
export function monthPlus(day: string, months: number): string {
  const counted = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(counted / 12)).padStart(4, '0')}-${String((counted % 12) + 1).padStart(2, '0')}`;
}

/** Days counted from 1 January 1970. */
export function numberOf(day: Day): number {
  return Date.parse(day) / DAY_MS;
}

export function dayNumbered(number: number): Day {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** 0 on Monday to 6 on Sunday; the first of January 1970 was a Thursday. */
export function weekday(day: Day): number {
  return (((numberOf(day) + 3) % 7) + 7) % 7;
}

/** A day as people read it: 23 Nov 2026. */
export function writtenDay(day: Day): string {
  return `${shortDay(day)} ${day.slice(0, 4)}`;
}

/** The same of the day on which a moment falls. @param moment a Date, or ISO 8601 */
export function writtenDayOf(moment: Date | string, zone: string): string {
  return writtenDay(dayOf(moment, zone));
}

/** A day where the year is plain: 23 Nov. */
export function shortDay(day: Day): string {
  return `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}

/** A month as people read it: Nov 2026. @param day any of it, or YYYY-MM */
export function writtenMonth(day: string): string {
  return `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

/** A moment as people read it: 23 Nov 2026, 08:41. */
export function writtenTimeOf(moment: Date | string, zone: string): string {
  const { day, time } = shown(moment, zone);
  return `${writtenDay(day)}, ${time.slice(0, 5)}`;
}
