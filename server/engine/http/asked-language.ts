import { parseAccept } from 'hono/utils/accept';
import { type Language, LANGUAGES } from '#contract/languages.ts';

/** What is read of a header: browsers send some forty characters, and each range costs. */
const LONGEST = 500;

/**
 * The language in which a call wants to be told what is wrong, by its Accept-Language (RFC 9110 §12.5.4): of those that the
 * shop's words are there in, the one that it likes best. `de-AT` is German; `*`, nothing and what cannot be read are English.
 */
export function askedLanguage(request: Request | null): Language {
  const header = request?.headers.get('accept-language');
  if (!header || header.length > LONGEST) return 'en';
  for (const { type, q } of parseAccept(header)) {
    const language = LANGUAGES.find((known) => known === type.split('-')[0]?.toLowerCase());
    if (language !== undefined && q > 0) return language;
  }
  return 'en';
}
