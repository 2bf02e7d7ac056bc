import { z } from 'zod';
import { complaint, type Sentence, sentence } from './sentences.ts';
import { moneyToCents, MAX_CENTS } from './money.ts';
import { PERCENT_DECIMALS } from './buying/pricing.ts';
import { bounded } from './text.ts';
import { readNumber } from './typed-number.ts';

/**
 * A number, or the text of one as a form sends what was typed into it: "12", "6,90", "1.234,56". "12abc" is nothing.
 * @param isPossible of two readings of a text, one that the field can never take is not meant
 */
export function numberOrText(message: string, isPossible: (value: number) => boolean = () => true) {
  return z
    .union([z.number(), bounded(40, message)], message)
    .transform((given, context) => {
      if (typeof given === 'number') return given;
      const read = readNumber(given);
      if (read && 'value' in read) return read.value;
      const meant = read?.either.filter(isPossible) ?? [];
      if (meant.length === 1) return meant[0]!;
      context.addIssue(
        read && meant.length > 1 ? complaint(askWhich(given, read.either)) : { code: 'custom', message },
      );
      return z.NEVER;
    })
    .pipe(z.number())
    .refine(Number.isFinite, message);
}

/** Asks which of two readings was meant, with how to write each so that it can only be that. */
export function askWhich(typed: string, [decimal, thousands]: [number, number]): Sentence {
  return sentence(
    '{typed} could be {thousands} or {decimal}. Enter {thousands} for the first, {exact} for the second.',
    {
      typed: typed.trim(),
      thousands: String(thousands),
      decimal: String(decimal),
      exact: decimal.toFixed(4),
    },
  );
}

/** A whole number from `min` to `max`. */
export function whole(min: number, max: number, message: string) {
  return numberOrText(message, Number.isInteger).refine(
    (value) => Number.isSafeInteger(value) && value >= min && value <= max,
    message,
  );
}

/** The version that GET answered. One that never was is as stale as an old one, so that less than the first is one, too. */
export const Version = whole(-2_147_483_648, 2_147_483_647, 'version must be the one that GET answered');

/** A tool's price: over 0, to 999,999.99, at most two decimals. */
export const Price = numberOrText('Enter an amount').refine((amount) => {
  const cents = moneyToCents(amount);
  return cents !== null && cents > 0 && cents <= MAX_CENTS;
}, 'Price must be over 0 and at most 999,999.99, with no more than two decimals');

/** More than any order comes to, and still whole cents; and more than any lines come to. */
const TOO_MUCH = 1e13;
const BEYOND_ALL = 1e25;

/**
 * A sum that a client computed; the server compares it with its own. POST /price may have told one so large
 * that a number has no cents of it: then it stands for more than any order comes to.
 */
export const ClaimedSum = numberOrText('Enter an amount')
  .overwrite((amount) => (amount > TOO_MUCH && amount <= BEYOND_ALL ? TOO_MUCH : amount))
  .refine((amount) => moneyToCents(amount) !== null, 'Price must be a number with no more than two decimals');

/** A sum that may be nothing: 0 to 999,999.99, at most two decimals. */
export const Money = numberOrText('Enter an amount').refine((amount) => {
  const cents = moneyToCents(amount);
  return cents !== null && cents >= 0 && cents <= MAX_CENTS;
}, 'Enter an amount from 0 to 999,999.99, with no more than two decimals');

/** The most that a limit or an account can say: a thousand million, in cents. */
export const LARGEST_SUM_CENTS = 100_000_000_000;

/** A sum that may be larger than any one order's: 0 to 1,000,000,000, at most two decimals. */
export const LargeSum = numberOrText('Enter an amount of money').refine((money) => {
  const cents = moneyToCents(money);
  return cents !== null && cents >= 0 && cents <= LARGEST_SUM_CENTS;
}, 'Enter an amount from 0 to 1,000,000,000, with no more than two decimals');

/** A percentage from 0 to 100, such as 8.875. */
export const Percent = numberOrText('Enter a percentage', (percent) => percent <= 100).refine((percent) => {
  const scaled = percent * 10 ** PERCENT_DECIMALS;
  return percent >= 0 && percent <= 100 && Math.abs(scaled - Math.round(scaled)) < 1e-6;
}, 'Enter a percentage from 0 to 100, with no more than four decimals');

/** What a price list takes off each price, in percent. */
export const PercentOff = numberOrText('percentOff must be a number from 0 to 90', (percent) => percent <= 90).refine(
  (percent) => percent >= 0 && percent <= 90 && Number(percent.toFixed(2)) === percent,
  'percentOff must be from 0 to 90, with no more than two decimals',
);
