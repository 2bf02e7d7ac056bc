import { say } from '#web/saying/say.ts';
import { partsIn } from './country-parts.ts';

/** Fewer digits ring nowhere. */
const LEAST_DIGITS = 5;

/** Of a telephone: a number that somebody can call; `isOptional` where none may be given. For `register`. */
export function telephone({ isOptional = false } = {}) {
  return (typed: string): true | string => {
    if (typed.trim() === '') return isOptional || say('Phone is required');
    return typed.replaceAll(/\D/g, '').length >= LEAST_DIGITS || say('Enter a phone number with at least five digits');
  };
}

/**
 * Of an address in one text: whether it has street, town and, where its country has them, a postal code, which stand apart by
 * commas or lines. Empty is right: another rule asks whether it may be.
 */
export function wholeAddress(typed: string, country: string): true | string {
  const parts = typed.split(/[\n,;]/).filter((part) => part.trim() !== '');
  if (parts.length === 0) return true;
  const { needsPostalCode } = partsIn(country);
  const isWhole = parts.length > 1 && (!needsPostalCode || parts.slice(1).some((part) => /\d/.test(part)));
  if (isWhole) return true;
  return needsPostalCode
    ? say('Enter street and number, a comma and the town with its postal code')
    : say('Enter street and number, a comma and the town');
}
