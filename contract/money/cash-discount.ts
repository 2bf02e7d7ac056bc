import { complaint, sentence } from '../sentences.ts';
import { z } from 'zod';
import type { Day } from '../days.ts';
import { numberOrText, whole } from '../numbers.ts';

/** The most that a company may take off for paying early, in percent, and the longest time for it, in days after the invoice. */
const MAX_PERCENT = 50;
const MAX_DAYS = 120;
const MAX_TERMS = 2;

/** So much off an invoice that is paid within so many days of it. */
const CashDiscount = z.strictObject({
  percent: numberOrText('Enter a percentage', (percent) => percent <= MAX_PERCENT).refine(
    (percent) => percent > 0 && percent <= MAX_PERCENT && Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6,
    `Enter a percentage over 0 and at most ${MAX_PERCENT}, with no more than two decimals`,
  ),
  days: whole(0, MAX_DAYS, `Enter a whole number of days from 0 to ${MAX_DAYS}`),
});
export type CashDiscount = z.output<typeof CashDiscount>;

/** What a company may take off; whoever pays later takes less, or nothing. */
export const CashDiscounts = z
  .array(CashDiscount, 'cashDiscount must be a list')
  .max(MAX_TERMS, `At most ${MAX_TERMS} cash discounts`)
  .superRefine((terms, context) => {
    terms.forEach(({ days, percent }, index) => {
      const earlier = terms[index - 1];
      if (!earlier) return;
      if (days <= earlier.days)
        context.addIssue({ ...complaint(sentence('Enter more days than before')), path: [index, 'days'] });
      if (percent >= earlier.percent)
        context.addIssue({ ...complaint(sentence('Enter a lower percentage than before')), path: [index, 'percent'] });
    });
  });

/** What an invoice was issued with: so much off where it is paid on that day or before. */
export interface DiscountOffer {
  percent: number;
  until: Day;
}

/** What is taken off a sum of cents, half a cent being one more. */
export function discountOf(cents: number, percent: number): number {
  return Math.floor((cents * Math.round(percent * 100) + 5_000) / 10_000);
}

/** So much of cents as a part is of a whole that is not 0, half a cent being one more. */
export function shareOf(cents: number, part: number, whole: number): number {
  return Number((2n * BigInt(cents) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}

/** What is open of an invoice, in cents, with what may be taken off it while nothing was paid of it. */
interface Discountable {
  rest: number;
  offers: readonly DiscountOffer[];
}

/** What a payment settles with its discount, in cents. */
export interface Discounted<Debit> {
  debit: Debit;
  paid: number;
  discount: number;
}

/**
 * What is settled by a payment that is in time and short by exactly its discounts: the first so many of what is open, each whole.
 * @param cents what came @param day on which the bank had it
 * @returns null where it is another sum, or what is open without any discount
 */
export function paidInTime<Debit extends Discountable>(
  open: readonly Debit[],
  cents: number,
  day: Day,
): Discounted<Debit>[] | null {
  let whole = 0;
  if (open.some(({ rest }) => (whole += rest) === cents)) return null;
  for (let level = 0; level < MAX_TERMS; level++) {
    const found: Discounted<Debit>[] = [];
    let sum = 0;
    for (const debit of open) {
      const inTime = debit.offers.filter(({ until }) => day <= until);
      const offer = inTime[Math.min(level, inTime.length - 1)];
      const discount = offer ? discountOf(debit.rest, offer.percent) : 0;
      found.push({ debit, paid: debit.rest - discount, discount });
      sum += debit.rest - discount;
      if (sum >= cents) break;
    }
    if (sum === cents) return found;
  }
  return null;
}
