import { IntlMessageFormat } from 'intl-messageformat';
import papers from '#content/de/papers.json' with { type: 'json' };
import { type Language, LOCALES } from '#contract/languages.ts';
import type { Say } from '#contract/messages.ts';

/** What messages are in languages other than that of the sources. */
const SAID: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = { de: papers };

/** To read a message takes as long as to say it twenty times. */
const read = new Map<string, IntlMessageFormat>();

/** Says messages in a language. @throws where a message is not there in it, which a test keeps from happening */
export function sayIn(language: Language): Say {
  return (text, ...[values]) => {
    const key = `${language} ${text}`;
    let format = read.get(key);
    if (!format) read.set(key, (format = new IntlMessageFormat(wordsOf(text, language), LOCALES[language])));
    return String(format.format(values ?? {}));
  };
}

function wordsOf(text: string, language: Language): string {
  if (language === 'en') return text;
  const words = SAID[language][text];
  if (words === undefined) throw new Error(`No words in ${language} for: ${text}`);
  return words;
}
