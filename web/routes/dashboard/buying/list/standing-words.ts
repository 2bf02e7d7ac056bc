import type { StandingOrder } from '#contract/buying/standing-orders.ts';

/** The days of the week by their numbers, from 1. */
export const WEEKDAYS: readonly (readonly [value: string, words: string])[] = [
  ['1', 'Monday'],
  ['2', 'Tuesday'],
  ['3', 'Wednesday'],
  ['4', 'Thursday'],
  ['5', 'Friday'],
  ['6', 'Saturday'],
  ['7', 'Sunday'],
];

export const PAY_WORDS = {
  card: 'By card, once it is ordered',
  transfer: 'By bank transfer',
  account: 'On account',
} as const;

/** Every Monday; every month on day 15. */
export function rhythmWords({ every, day }: Pick<StandingOrder, 'every' | 'day'>): string {
  return every === 'week' ? `Every ${WEEKDAYS[day - 1]?.[1] ?? 'week'}` : `Every month on day ${day}`;
}
