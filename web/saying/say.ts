import { IntlMessageFormat } from 'intl-messageformat';
import { type Language, LOCALES } from '#contract/languages.ts';
import type { Say } from '#contract/messages.ts';

/*
 * What every text on a page is said with. This file is that of development and tests, which are English. In a build it is gone:
 * scripts/languages.mjs writes each language's own scripts, with its words in the place of each call.
 */

/** The language that the page is in. */
export const LANGUAGE: Language = 'en';

/** How it writes numbers, money, days and names, by BCP 47. */
export const LOCALE: string = LOCALES.en;

const read = new Map<string, IntlMessageFormat>();

/**
 * Says a message in the page's language. Its first argument is always written out, and its second names each value, so that
 * the build finds both. Words in `<tags>` become elements in `Said` (shell/said.tsx).
 */
export const say: Say = (text, ...[values]) => {
  let format = read.get(text);
  if (!format) read.set(text, (format = new IntlMessageFormat(marked(text), LOCALE, undefined, { ignoreTag: true })));
  return String(format.format(values ?? {}));
};

/** Tags as `Said` finds them: what somebody typed can never be one. */
function marked(text: string): string {
  return text.replaceAll(/<(\w+)>([^<]*)<\/\1>/g, '\uFDD0$1\uFDD1$2\uFDD0');
}
