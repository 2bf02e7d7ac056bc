/**
 * The days on which the shop works, and what is counted in them: promises of a day, reminders and holds (docs/decisions/615). Pure;
 * days are those of the shop's time zone, written YYYY-MM-DD.
 */
import { type Day, dayNumbered, dayOf, numberOf, weekday } from './days.ts';

/** On which days somebody works. */
export interface WorkingDays {
  /** Days of the week, from 1 on Monday to 7 on Sunday; at least one. */
  workdays: readonly number[];
  /** Days on which nobody does, in any order. */
  holidays: readonly Day[];
}

/** The same, and where its days begin, by its IANA name. */
export interface ShopDays extends WorkingDays {
  timeZone: string;
}

/** What a new shop begins with. */
export const MONDAY_TO_FRIDAY: WorkingDays = { workdays: [1, 2, 3, 4, 5], holidays: [] };

const DAY_MS = 86_400_000;

export function isWorkingDay(day: Day, { workdays, holidays }: WorkingDays): boolean {
  return workdays.includes(weekday(day) + 1) && !holidays.includes(day);
}

/** The n-th working day after a day; the day itself where n is 0. */
export function workingDaysAfter(day: Day, n: number, { workdays, holidays }: WorkingDays): Day {
  const isWorked = (number: number) => workdays.includes(weekday(dayNumbered(number)) + 1);
  let then = numberOf(day);
  const step = (days: number) => {
    // Whole weeks at once; what is left is a week at most, and ends on a day that is worked.
    const weeks = Math.floor((days - 1) / workdays.length);
    then += weeks * 7;
    for (let left = days - weeks * workdays.length; left > 0;) if (isWorked(++then)) left--;
  };
  if (n <= 0) return day;
  step(n);
  // Each holiday on the way takes a day more, which may reach another.
  for (const holiday of holidays.filter((each) => each > day).toSorted()) {
    const number = numberOf(holiday);
    if (number > then) break;
    if (isWorked(number)) step(1);
  }
  return dayNumbered(then);
}

/** When somebody has had a working day's time since a moment: the same time on the first day after a working day on which they could. */
export function workingDaySince(moment: Date, days: ShopDays): Date {
  const asked = dayOf(moment, days.timeZone);
  const first = isWorkingDay(asked, days) ? asked : workingDaysAfter(asked, 1, days);
  const next = workingDaysAfter(first, 1, days);
  return new Date(moment.getTime() + (numberOf(next) - numberOf(asked)) * DAY_MS);
}

/**
 * Until when a hold of so many ms lasts: holidays are not counted, which would have been working days. Weekends are, as an owner counts
 * who writes "seven days".
 */
export function heldUntil(from: Date, ms: number, { timeZone, workdays, holidays }: ShopDays): Date {
  let until = from.getTime() + ms;
  const first = dayOf(from, timeZone);
  for (const holiday of holidays.filter((each) => each >= first).toSorted()) {
    if (holiday > dayOf(new Date(until), timeZone)) break;
    if (workdays.includes(weekday(holiday) + 1)) until += DAY_MS;
  }
  return new Date(until);
}
