import { IntlMessageFormat } from 'intl-messageformat';
import refusals from '#content/de/refusals.json' with { type: 'json' };
import schemas from '#content/de/schemas.json' with { type: 'json' };
import letters from '#content/de/letters.json' with { type: 'json' };
import papers from '#content/de/papers.json' with { type: 'json' };
import { type Language, LOCALES } from '#contract/languages.ts';
import type { Say } from '#contract/messages.ts';
import { type Filling, type Sentence, writtenSum } from '#contract/sentences.ts';
import { dayIn } from './written.ts';

/** What messages are in languages other than that of the sources. */
const SAID: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  de: { ...papers, ...letters, ...schemas, ...refusals },
};

/** To read a message takes as long as to say it twenty times. */
const read = new Map<string, IntlMessageFormat>();

/** Says messages in a language, and knows which that is. */
export type Speaker = Say & { readonly language: Language };

/** Says messages in a language. @throws where a message is not there in it, which a test keeps from happening */
export function sayIn(language: Language): Speaker {
  const say: Say = (text, ...[values]) => formatted(text, values, language);
  return Object.assign(say, { language });
}

/** Says a sentence that was kept, in a language. What schemas say may be nobody's message: that is said as it is. */
export function saySentence({ text, filling }: Sentence, language: Language): string {
  // Most are filled in with nothing.
  if (filling === undefined) return language === 'en' ? text : (wordsIn(language, text) ?? text);
  const values = Object.entries(filling).map(([name, value]) => [name, valueIn(value, language)]);
  return formatted(text, Object.fromEntries(values), language);
}

function valueIn(value: Filling, language: Language): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if ('text' in value) return saySentence(value, language);
  return 'day' in value ? dayIn(value.day, language) : writtenSum(value, LOCALES[language]);
}

function formatted(text: string, values: Record<string, string | number> | undefined, language: Language): string {
  const key = `${language} ${text}`;
  let format = read.get(key);
  if (!format) read.set(key, (format = new IntlMessageFormat(wordsOf(text, language), LOCALES[language])));
  return String(format.format(values ?? {}));
}

function wordsIn(language: Exclude<Language, 'en'>, text: string): string | undefined {
  return Object.hasOwn(SAID[language], text) ? SAID[language][text] : undefined;
}

function wordsOf(text: string, language: Language): string {
  if (language === 'en') return text;
  const words = wordsIn(language, text);
  if (words === undefined) throw new Error(`No words in ${language} for: ${text}`);
  return words;
}
