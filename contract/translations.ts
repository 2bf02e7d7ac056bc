import { z } from 'zod';
import { LANGUAGES, type Language } from './languages.ts';
import { LanguageCode } from './text.ts';

/** In which language something is answered, as far as it was translated; left out: the shop's own, with `translations` beside. */
export const InLanguage = z.strictObject({ language: LanguageCode.optional() });

type Fields = Record<string, z.ZodType>;
type ByLanguage<Texts extends z.ZodType> = { [L in Language]: z.ZodOptional<Texts> };

function byLanguage<Texts extends z.ZodType>(texts: Texts): ByLanguage<Texts> {
  // The table has each language once.
  return Object.fromEntries(LANGUAGES.map((language) => [language, texts.optional()])) as ByLanguage<Texts>;
}

/** What some texts of a thing are in other languages, as it is answered: only what was said. */
export function translated<Texts extends Fields>(fields: Texts) {
  return z.object(byLanguage(z.object(fields).partial()));
}

/** The same as it is sent, in the bounds of the texts themselves: an empty text is none, and one that is left out neither. */
export function translations<Texts extends Fields>(fields: Texts) {
  const sent = z.strictObject(byLanguage(z.strictObject(fields).partial()), 'translations must be by language');
  return sent.transform((said) => withoutEmpty(said));
}

/** Without texts that say nothing, and without languages of which nothing is left: what is the same is kept the same. */
function withoutEmpty<Said extends object>(said: Said): Said {
  const kept = Object.entries(said).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'string') return value.trim() === '' ? [] : [[name, value]];
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return value === undefined ? [] : [[name, value]];
    const rest = withoutEmpty(value as object);
    return Object.keys(rest).length === 0 ? [] : [[name, rest]];
  });
  return Object.fromEntries(kept) as Said;
}

/** A thing in a language: its texts as they were translated, and where they were not, the shop's own; without the other languages. */
export function inLanguage<Said extends object, Texts extends object>(
  { translations: all, ...own }: Said & { translations?: { [L in Language]?: Texts | undefined } | undefined },
  language: Language,
): Omit<Said, 'translations'> {
  return { ...own, ...all?.[language] } as Omit<Said, 'translations'>;
}
