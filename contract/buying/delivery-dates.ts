/**
 * From the working days of a delivery way to the days on which goods leave and arrive (docs/decisions/405). Pure; days are
 * those of the shop's time zone, written YYYY-MM-DD.
 */
import { type Day, dayOf, hourOf } from '../days.ts';
import { isWorkingDay, type ShopDays, workingDaysAfter } from '../working-days.ts';

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
 * @param shop on which days it works
 * @param days how many working days it travels, from and to
 */
export function deliveryDates(paid: Date, shop: ShopDays, days: readonly [number, number]): DeliveryDates {
  return datesFrom(leavesOn(paid, shop), days, shop);
}

/** The day on which an order leaves that was paid then. */
export function leavesOn(paid: Date, shop: ShopDays): Day {
  const day = dayOf(paid, shop.timeZone);
  return hourOf(paid, shop.timeZone) < CUT_OFF_HOUR && isWorkingDay(day, shop) ? day : workingDaysAfter(day, 1, shop);
}

/** What of an order is to come. */
export interface Awaited {
  /** The days on which its first and its last pieces are expected. */
  first: Day;
  last: Day;
  /** Whether none of what is still to leave is there. */
  isAll: boolean;
}

/**
 * The day on which an order leaves: together once all is there, in parts with the first.
 * @param leaves the day on which it would leave if all were there
 */
export function leavesWith(
  leaves: Day,
  awaited: Awaited | null,
  { parts, wantedDay = null }: { parts: boolean; wantedDay?: Day | null },
  shop: ShopDays,
): Day {
  const there = !awaited ? leaves : !parts ? awaited.last : awaited.isAll ? awaited.first : leaves;
  const working = there <= leaves || isWorkingDay(there, shop) ? there : workingDaysAfter(there, 1, shop);
  const first = working > leaves ? working : leaves;
  return wantedDay !== null && wantedDay > first ? wantedDay : first;
}

/** The same with the days on which it arrives. */
export function datesFrom(leaves: Day, [from, to]: readonly [number, number], shop: ShopDays): DeliveryDates {
  return { leaves, arrives: [workingDaysAfter(leaves, from, shop), workingDaysAfter(leaves, to, shop)] };
}
