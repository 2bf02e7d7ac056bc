/**
 * From the working days of a delivery way to the days on which goods leave and arrive (docs/decisions/405). Pure; days are
 * those of the shop's time zone, written YYYY-MM-DD.
 */
import { type Day, dayNumbered, dayOf, hourOf, numberOf } from '../days.ts';

/** Whoever has paid before this hour of a working day sees the goods leave on that day. */
const CUT_OFF_HOUR = 12;

/** When goods leave the house, and between which days they arrive. */
interface DeliveryDates {
  leaves: Day;
  arrives: [from: Day, to: Day];
}

/**
 * The promise of an order.
 * @param paid when it was paid, or would be
 * @param zone the shop's
 * @param days how many working days it travels, from and to
 */
export function deliveryDates(paid: Date, zone: string, [from, to]: readonly [number, number]): DeliveryDates {
  const leaves = leavingDay(paid, zone);
  return {
    leaves: dayNumbered(leaves),
    arrives: [dayNumbered(after(leaves, from)), dayNumbered(after(leaves, to))],
  };
}

/** The day on which an order leaves that was paid then. */
export function leavesOn(paid: Date, zone: string): Day {
  return dayNumbered(leavingDay(paid, zone));
}

function leavingDay(paid: Date, zone: string): number {
  const day = numberOf(dayOf(paid, zone));
  return hourOf(paid, zone) < CUT_OFF_HOUR && isWorkingDay(day) ? day : after(day, 1);
}

/** So many working days after a day, which is counted from 1 January 1970. */
function after(day: number, workingDays: number): number {
  // Whole weeks at once; what is left is less than one.
  let then = day + Math.floor(workingDays / 5) * 7;
  for (let left = workingDays % 5; left > 0;) {
    then++;
    if (isWorkingDay(then)) left--;
  }
  return then;
}

/** Monday to Friday; the first of January 1970 was a Thursday. */
function isWorkingDay(day: number): boolean {
  return (day + 3) % 7 < 5;
}
