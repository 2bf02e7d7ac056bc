/**
 * From the working days of a delivery way to the days on which goods leave and arrive (docs/decisions/405). Pure; days are
 * those of UTC, written YYYY-MM-DD.
 */

/** Whoever has paid before this hour (UTC) of a working day sees the goods leave on that day. */
const CUT_OFF_HOUR = 12;

const DAY_MS = 86_400_000;

/** When goods leave the house, and between which days they arrive. */
export interface DeliveryDates {
  leaves: string;
  arrives: [from: string, to: string];
}

/**
 * The promise of an order.
 * @param paid when it was paid, or would be
 * @param days how many working days it travels, from and to
 */
export function deliveryDates(paid: Date, [from, to]: readonly [number, number]): DeliveryDates {
  const leaves = leavingDay(paid);
  return { leaves: written(leaves), arrives: [written(after(leaves, from)), written(after(leaves, to))] };
}

/** The day on which an order leaves that was paid then. */
export function leavesOn(paid: Date): string {
  return written(leavingDay(paid));
}

function leavingDay(paid: Date): number {
  const day = Math.floor(paid.getTime() / DAY_MS);
  return paid.getUTCHours() < CUT_OFF_HOUR && isWorkingDay(day) ? day : after(day, 1);
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

function written(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
