import type { DocumentKind } from './documents.ts';

/** What a file's name says of the document in it: `SP-13_certificate_de_revC.pdf`. */
interface DocumentName {
  /** What stands before the first `_` or blank, where a stock number is. */
  first: string;
  kind?: DocumentKind;
  language?: string;
  revision?: string;
  /** What is left: how the document is called. Empty where nothing is. */
  rest: string;
}

/** What else each kind is called in names of files. */
const ALSO_CALLED: Record<DocumentKind, string> = {
  datasheet: 'ds tds datenblatt',
  certificate: 'cert coc zertifikat',
  declaration: 'dop erklärung',
  drawing: 'zeichnung dwg',
  cad: 'step 3d',
  manual: 'anleitung instructions',
};
const KINDS = new Map(
  (Object.entries(ALSO_CALLED) as [DocumentKind, string][]).flatMap(([kind, words]) =>
    [kind, ...words.split(' ')].map((word) => [word, kind] as const),
  ),
);
const LANGUAGES = new Set(
  'bg cs da de el en es et fi fr hr hu it ja ko lt lv nl no pl pt ro ru sk sl sv tr uk zh'.split(' '),
);
const REVISION = /^(?:rev|r|v)\.?([0-9a-z]{1,10})$/i;

/** No file name is longer on the disks that people have. */
const MAX_NAME = 255;

/** Reads the parts of a file's name between `_` and blanks; the first is never taken for more than it is. */
export function readDocumentName(fileName: string): DocumentName {
  const bare = fileName.slice(0, MAX_NAME).replace(/\.[A-Za-z0-9]{1,5}$/, '');
  const [first = '', ...parts] = bare.split(/[_\s]/).filter((part) => part !== '');
  const found: DocumentName = { first, rest: '' };
  const rest: string[] = [];
  for (const [at, part] of parts.entries()) {
    // EN 131 is a standard.
    const isStandard = /^\d/.test(parts[at + 1] ?? '');
    const kind = KINDS.get(part.toLowerCase());
    const revision = REVISION.exec(part)?.[1];
    if (kind && !found.kind) found.kind = kind;
    else if (LANGUAGES.has(part.toLowerCase()) && !found.language && !isStandard) found.language = part.toLowerCase();
    else if (revision !== undefined && !found.revision) found.revision = revision;
    else rest.push(part);
  }
  return { ...found, rest: rest.join(' ') };
}
