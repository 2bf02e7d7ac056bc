import { readDocumentName } from '#contract/catalogue/document-names.ts';
import { type DocumentKind, MAX_DOCUMENTS, NewDocument, type ToolDocument } from '#contract/catalogue/documents.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { plainFileName, type SentFile } from '#server/catalogue/documents/document-files.ts';
import { armed } from '#server/engine/sheets/armed-text.ts';

/** A document that a sheet speaks of: which file it is, and what is said of it. */
export interface SaidDocument extends NewDocument {
  /** The name of a file that was sent, or that the tool has. */
  token: string;
}

/** A document as imports compare and write it, with where its file is. */
export type WrittenDocument = ToolDocument & { file: string };

/** All documents of one kind are written with fewer signs than this. */
const MAX_CELL = 10_000;
const HOW = 'Enter the names of uploaded files, such as SP-13.pdf | EN 131 | de | C; and so on';

/** What a cell says of documents of a kind: `file | name | language | revision`, all but the file left out as one likes, with `;` between. */
export function readDocumentCell(kind: DocumentKind, cell: string): SaidDocument[] | { problem: string } {
  if (cell.length > MAX_CELL) return { problem: HOW };
  const said: SaidDocument[] = [];
  for (const each of armed(cell).split(/[;\n]/)) {
    if (each.trim() === '') continue;
    const [token = '', name = '', language = '', revision = '', more] = each.split('|').map((part) => part.trim());
    if (token === '' || more !== undefined) return { problem: HOW };
    const known = readDocumentName(token);
    const document = NewDocument.safeParse({
      kind,
      name: name || known.rest || withoutEnding(token),
      language: language || known.language || 'en',
      revision: revision || known.revision || '',
    });
    if (!document.success) return { problem: document.error.issues[0]?.message ?? HOW };
    said.push({ ...document.data, token });
  }
  return said.length > MAX_DOCUMENTS ? { problem: `A tool can have at most ${MAX_DOCUMENTS} documents` } : said;
}

function withoutEnding(fileName: string): string {
  return fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '') || fileName;
}

/**
 * A tool's documents after a row of a sheet: one of the same kind, name and language is that one, with another file perhaps; others stay.
 * @param sent the files that were sent, by their plain names
 */
export function mergeDocuments(
  toolId: string,
  now: readonly WrittenDocument[],
  said: readonly SaidDocument[],
  sent: ReadonlyMap<string, SentFile>,
): WrittenDocument[] | { problem: string; kind: DocumentKind } {
  const all = [...now];
  for (const { token, kind, name, language, revision } of said) {
    const at = all.findIndex(
      (each) => each.kind === kind && plainName(each.name) === plainName(name) && each.language === language,
    );
    const there = all[at];
    const file = sent.get(plainFileName(token)) ?? all.find((each) => each.file === token);
    if (!file)
      return {
        kind,
        problem: `No file ${token} was uploaded. Upload it under Documents by file, then send this sheet again`,
      };
    const _id = there?._id ?? newId();
    const document: WrittenDocument = {
      _id,
      kind,
      name: there?.name ?? name.trim(),
      language,
      ...(revision ? { revision } : {}),
      size: file.size,
      file: file.file,
      url: `/tool/${toolId}/document/${_id}`,
    };
    if (there) all[at] = document;
    else all.push(document);
  }
  const problem = `A tool can have at most ${MAX_DOCUMENTS} documents`;
  return all.length > MAX_DOCUMENTS ? { problem, kind: said[0]?.kind ?? 'datasheet' } : all;
}

/** A name as a cell can have it. */
function plainName(name: string): string {
  return name.replaceAll(/[;|\s]+/g, ' ').trim();
}

/** Documents of a kind as a sheet says them. */
export function documentsText(documents: readonly WrittenDocument[], kind: DocumentKind): string {
  return documents
    .filter((each) => each.kind === kind)
    .map(({ file, name, language, revision }) =>
      [file, plainName(name), language, revision ?? ''].join(' | ').replace(/ \| $/, ''),
    )
    .join('; ');
}
