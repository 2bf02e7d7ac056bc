import { type Discounted, type DiscountOffer, paidInTime } from '#contract/money/cash-discount.ts';
import { type Day, writtenDay } from '#contract/days.ts';

/** What is open of an invoice, in cents, with what may be taken off it. */
interface OpenInvoice {
  cents: number;
  offers: readonly DiscountOffer[];
}

/** What of these is paid on a day by a sum that is short by exactly their discounts; null where it is another. */
export function paidLess<Each extends OpenInvoice>(
  left: readonly Each[],
  amountCents: number,
  day: Day,
): Discounted<Each & { rest: number }>[] | null {
  return paidInTime(
    left.map((owed) => ({ ...owed, rest: owed.cents })),
    amountCents,
    day,
  );
}

/** Why such a payment is not taken: the last day of a discount that it takes has passed; null where it takes none. */
export function tooLate(
  { amountCents, date }: { amountCents: number; date: Day },
  left: readonly OpenInvoice[],
): string | null {
  const ends = left.flatMap(({ offers }) => offers.map(({ until }) => until)).toSorted();
  for (const day of new Set(ends))
    if (day < date && paidLess(left, amountCents, day)?.length === left.length)
      return `it takes a cash discount that ended on ${writtenDay(day)}`;
  return null;
}
