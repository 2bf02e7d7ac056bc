import { dayOf } from '#contract/days.ts';
import { type Language, LOCALES } from '#contract/languages.ts';
import { formatMoney } from '#contract/money.ts';
import { sayIn, type Speaker } from './say.ts';
import { countryIn, dayIn, timeIn } from './written.ts';

/** Says what a paper or a letter says in its language, and writes money, numbers and days as that does. */
export type Words = Speaker & {
  money(amount: number): string;
  pieces(quantity: number): string;
  /** A percentage, with the decimals that it has. */
  percent(percent: number): string;
  /** The day on which a moment falls. @param moment ISO 8601 */
  day(moment: string): string;
  /** A moment to the minute. @param moment ISO 8601 */
  time(moment: string): string;
  /** @param day YYYY-MM-DD */
  written(day: string): string;
  /** @param code ISO 3166-1 alpha-2 */
  country(code: string): string;
};

/** How a paper or a letter is written. */
export interface WritingStyle {
  language: Language;
  /** As ISO 4217 has it. */
  currency: string;
  /** Whose days count: the shop's when it was written. */
  zone: string;
}

/** The words of a shop's letters in a language. */
export function wordsOf({ currency, timeZone }: { currency: string; timeZone: string }, language: Language): Words {
  return wordsIn({ language, currency, zone: timeZone });
}

export function wordsIn({ language, currency, zone }: WritingStyle): Words {
  return Object.assign(sayIn(language), {
    money: (amount: number) => formatMoney(amount, currency, LOCALES[language]),
    pieces: (quantity: number) => quantity.toLocaleString(LOCALES[language]),
    percent: (percent: number) => percent.toLocaleString(LOCALES[language], { maximumFractionDigits: 4 }),
    day: (moment: string) => dayIn(dayOf(moment, zone), language),
    time: (moment: string) => timeIn(moment, zone, language),
    written: (day: string) => dayIn(day, language),
    country: (code: string) => countryIn(code, language),
  });
}
