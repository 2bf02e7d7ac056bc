/** On which days a standing order is due, and when it is announced and placed (contract, standing orders). Pure; days are the shop's. */
import { type Day, dayPlus, monthPlus, weekday } from '../days.ts';
import { isWorkingDay, type WorkingDays, workingDaysAfter } from '../working-days.ts';

/** Every week on a day from 1 on Monday to 7, or every month on a day from 1 to 31. */
export interface Rhythm {
  every: 'week' | 'month';
  day: number;
}

/** So many working days before it is placed, it is announced. */
export const DAYS_BEFORE = 2;

/** The first day of the rhythm after a day. A month that has no such day is due on its last. */
export function dueAfter({ every, day }: Rhythm, after: Day): Day {
  if (every === 'week') {
    const days = (day - 1 - weekday(after) + 7) % 7;
    return dayPlus(after, days === 0 ? 7 : days);
  }
  const inThis = dayInMonth(after.slice(0, 7), day);
  return inThis > after ? inThis : dayInMonth(monthPlus(after, 1), day);
}

function dayInMonth(month: string, day: number): Day {
  const last = dayPlus(`${monthPlus(month, 1)}-01`, -1);
  const wanted = `${month}-${String(day).padStart(2, '0')}`;
  return wanted < last ? wanted : last;
}

/** The day on which what is due is placed: the same, or the next on which somebody works. */
export function placedOn(due: Day, days: WorkingDays): Day {
  return isWorkingDay(due, days) ? due : workingDaysAfter(due, 1, days);
}

/** The last day for which what is placed is announced today. */
export function announcedUntil(today: Day, days: WorkingDays): Day {
  return workingDaysAfter(today, DAYS_BEFORE, days);
}

/** The first due day for which there is still time to announce it. */
export function firstDue(rhythm: Rhythm, today: Day, days: WorkingDays): Day {
  const soonest = announcedUntil(today, days);
  let due = dueAfter(rhythm, today);
  while (placedOn(due, days) < soonest) due = dueAfter(rhythm, due);
  return due;
}
