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
