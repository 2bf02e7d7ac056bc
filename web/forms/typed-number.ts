import { readNumber } from '#contract/typed-number.ts';

/** A whole number as people type it: 1000, 1,000, 1.000, 1 000. Null where it is none, or below 0. */
export function typedWhole(text: string): number | null {
  const read = readNumber(text);
  const value = read && ('value' in read ? read.value : read.either.find(Number.isInteger));
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
