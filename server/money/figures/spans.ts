import { type Day, dayPlus, monthPlus, weekday } from '#contract/days.ts';
import type { Figures, SpanUnit } from '#contract/money/figures.ts';
import { centsToMoney } from '#contract/money.ts';

/** What was ordered and paid on one day; money in cents. */
export interface DaySums {
  orders: number;
  cents: number;
}

/** The first day of the span that the day is in; weeks begin on Monday. */
function startOf(by: SpanUnit, day: Day): Day {
  if (by === 'day') return day;
  if (by === 'week') return dayPlus(day, -weekday(day));
  return by === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`;
}

/** The first day of the span so many spans before the one that begins on `start`. */
function spansBefore(by: SpanUnit, start: Day, count: number): Day {
  if (by === 'day') return dayPlus(start, -count);
  if (by === 'week') return dayPlus(start, -7 * count);
  return `${monthPlus(start, by === 'year' ? -12 * count : -count)}-01`;
}

/** How many spans are shown of each unit but days. */
const SHOWN = { week: 26, month: 12, year: 5 } as const;

/** The spans that are shown, and the first day of what they are compared with. */
interface Plan {
  by: SpanUnit;
  today: Day;
  count: number;
}

export function planOf(by: SpanUnit, days: number, today: Day): Plan {
  return { by, today, count: by === 'day' ? days : SHOWN[by] };
}

/** The first day that anything here reads. */
export function firstDay({ by, today, count }: Plan): Day {
  const before = spansBefore(by, startOf(by, today), 2 * count - 1);
  const twoYears = dayPlus(today, 1 - 2 * 365);
  return before < twoYears ? before : twoYears;
}

/**
 * The spans that are shown, oldest first, each beside the one as far before it as all of them reach; the last goes to today,
 * and what it is compared with is whole.
 */
export function spansOf({ by, today, count }: Plan, sums: ReadonlyMap<Day, DaySums>): Figures['spans'] {
  const last = startOf(by, today);
  const startAt = (index: number) => spansBefore(by, last, count - 1 - index);
  return Array.from({ length: count }, (_, index) => {
    const from = startAt(index);
    const end = index === count - 1 ? today : dayPlus(startAt(index + 1), -1);
    const before = sumOf(sums, startAt(index - count), dayPlus(startAt(index - count + 1), -1));
    return { from, to: end, ...sumOf(sums, from, end), before };
  });
}

const PERIODS = { day: 1, week: 7, month: 30, year: 365 } as const;

/** Today, and the last 7, 30 and 365 days with today, each beside as many days before them. */
export function periodsOf(today: Day, sums: ReadonlyMap<Day, DaySums>): Figures['periods'] {
  return (Object.keys(PERIODS) as SpanUnit[]).map((name) => {
    const days = PERIODS[name];
    return {
      name,
      days,
      ...sumOf(sums, dayPlus(today, 1 - days), today),
      before: sumOf(sums, dayPlus(today, 1 - 2 * days), dayPlus(today, -days)),
    };
  });
}

function sumOf(sums: ReadonlyMap<Day, DaySums>, from: Day, to: Day): { orders: number; revenue: number } {
  let [orders, cents] = [0, 0];
  for (let day = from; day <= to; day = dayPlus(day, 1)) {
    const sum = sums.get(day);
    if (!sum) continue;
    orders += sum.orders;
    cents += sum.cents;
  }
  return { orders, revenue: centsToMoney(cents) };
}
