import { type Day, dayOf, timeOf, writtenDay } from '#contract/days.ts';
import type { Language } from '#contract/languages.ts';

/** A day as it is written in a language: 23 Nov 2026; in German 23.11.2026. */
export function dayIn(day: Day, language: Language): string {
  if (language === 'de') return `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;
  return writtenDay(day);
}

/** A moment to the minute as it is written in a language: 23 Nov 2026, 08:41; in German 23.11.2026, 08:41 Uhr. @param moment ISO 8601 */
export function timeIn(moment: string, zone: string, language: Language): string {
  const said = `${dayIn(dayOf(moment, zone), language)}, ${timeOf(new Date(moment), zone).slice(11, 16)}`;
  return language === 'de' ? `${said} Uhr` : said;
}

/** To make one takes as long as to use it a hundred times. */
const countries = new Map<Language, Intl.DisplayNames>();

/** A country's name in a language by its code (ISO 3166-1 alpha-2); the code where nobody has named it. */
export function countryIn(code: string, language: Language): string {
  let known = countries.get(language);
  if (!known) countries.set(language, (known = new Intl.DisplayNames([language], { type: 'region' })));
  return known.of(code) ?? code;
}
