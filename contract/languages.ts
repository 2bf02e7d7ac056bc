import { type Day, writtenDay } from './days.ts';

/** The languages that the shop's own words are there in. The first is that of the sources. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How each writes numbers, money and names, by BCP 47. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE' };

/** What each is called by those who speak it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The first of some wishes that the shop speaks, else the shop's own. @param spoken those of its settings, its own first */
export function languageFor(spoken: readonly Language[], ...wishes: (Language | null | undefined)[]): Language {
  return wishes.find((wish) => wish && spoken.includes(wish)) ?? spoken[0] ?? 'en';
}

/** A day as it is written in a language: 23 Nov 2026; in German 23.11.2026. */
export function dayIn(day: Day, language: Language): string {
  if (language === 'de') return `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;
  return writtenDay(day);
}

/** To make one takes as long as to use it a hundred times. */
const countries = new Map<Language, Intl.DisplayNames>();

/** A country's name in a language by its code (ISO 3166-1 alpha-2); the code where nobody has named it. */
export function countryIn(code: string, language: Language): string {
  let known = countries.get(language);
  if (!known) countries.set(language, (known = new Intl.DisplayNames([language], { type: 'region' })));
  return known.of(code) ?? code;
}
