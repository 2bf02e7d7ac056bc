/** What a shop is called until its owner says otherwise; every page has it, and nothing else of the company. */
export const NAME = 'Tradebench Tools';
/** As the mark in the bar says it. */
const BRAND = 'Tradebench';
export const CITY = 'Dhaka';

/** What a shop is called where there is room for a word: our own name has a short one. */
export function shortName(name: string): string {
  return name === NAME ? BRAND : name;
}
