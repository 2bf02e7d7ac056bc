import type { DocumentKind, ToolDocument } from '#contract/catalogue/documents.ts';
import { LANGUAGE, say } from '#web/saying/say.ts';

/** What each kind of document is called. */
export const DOCUMENT_WORDS: Readonly<Record<DocumentKind, string>> = {
  datasheet: say('Data sheet'),
  certificate: say('Certificate'),
  declaration: say('Declaration'),
  drawing: say('Drawing'),
  cad: 'CAD model',
  manual: say('Manual'),
};

const KB = 1_000;
const MB = 1_000_000;

/** A document in a line, such as `Certificate · German · revision C · 1.2 MB`. */
export function describeDocument({
  kind,
  language,
  revision,
  size,
}: Omit<ToolDocument, '_id' | 'url' | 'name'>): string {
  const revised = revision === undefined ? [] : [say('revision {revision}', { revision })];
  return [DOCUMENT_WORDS[kind], languageName(language), ...revised, sizeOf(size)].join(' · ');
}

function sizeOf(bytes: number): string {
  return bytes < MB ? `${Math.max(1, Math.round(bytes / KB))} kB` : `${(bytes / MB).toFixed(1)} MB`;
}

/** A code that names no language is said as it is. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([LANGUAGE], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
