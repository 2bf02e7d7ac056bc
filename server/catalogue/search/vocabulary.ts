import type { Language } from '#contract/languages.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Meaning } from './tsquery.ts';

/** What each language finds tools by: the column of its words, PostgreSQL's dictionary of its stems, and words that say nothing. */
const LANGUAGE: Record<Language, { lexemes: string; stems: string | null; passedOver: readonly string[] }> = {
  // English plurals are read without one (letters.ts).
  en: { lexemes: 'lexemes_en', stems: null, passedOver: [] },
  de: {
    lexemes: 'lexemes_de',
    stems: 'german_stem',
    passedOver: 'aus bei das dem den der des die ein eine fur im mit oder ohne und von zum zur'.split(' '),
  },
};

/** The words that a search is read by: the shop's own, and where a language is asked those of it too. */
export interface Vocabulary {
  from: Pick<Reader, 'raw'>;
  language: Language | undefined;
  /** What is read as the table of words, with their kinds. */
  words: string;
  stems: string | null;
  passedOver: readonly string[];
  /** What is part of the name of each statement, since each language has statements of its own. */
  suffix: string;
}

export function vocabularyOf(from: Pick<Reader, 'raw'>, language: Language | undefined): Vocabulary {
  if (language === undefined) return { from, language, words: 'search_words', stems: null, passedOver: [], suffix: '' };
  const translated = `select word, kind from translated_words where language = '${language}'`;
  const { stems, passedOver } = LANGUAGE[language];
  const words = `(select word, kind from search_words union all ${translated})`;
  return { from, language, words, stems, passedOver, suffix: `-${language}` };
}

/** Whether a tool has what a tsquery asks, in the shop's own words or in those of a language. */
export function tellsOf(tsquery: SQL, language: Language | undefined): SQL {
  if (language === undefined) return sql`lexemes @@ ${tsquery}`;
  return sql`(lexemes @@ ${tsquery} or ${sql.raw(LANGUAGE[language].lexemes)} @@ ${tsquery})`;
}

interface Called {
  said: string[];
  own: string[];
  is_fact: boolean;
}

/** What a word means by which categories and choices are called in the language: their names in the shop's own. */
export async function meantByCalled({ from, language, suffix }: Vocabulary): Promise<(word: string) => Meaning[]> {
  if (language === undefined) return () => [];
  const called = await from.raw<Called>(
    `select search_words_of(translations -> $1 ->> 'name') as said, search_words_of(category) as own, false as is_fact
     from category_names where translations -> $1 ? 'name'
     union all
     select search_words_of(choice.value), search_words_of(choice.key), true
     from attributes cross join jsonb_each_text(translations -> $1 -> 'choices') as choice
     where translations -> $1 ? 'choices'`,
    [language],
    `called${suffix}`,
  );
  return (word) =>
    called
      .filter(({ said, own }) => own.length > 0 && said.includes(word))
      .map(({ own, is_fact: isFact }) => ({
        words: own,
        inName: true,
        ...(isFact ? { orInFacts: true as const } : {}),
      }));
}
