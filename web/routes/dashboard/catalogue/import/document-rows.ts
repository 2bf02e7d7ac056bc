import { readDocumentName } from '#contract/catalogue/document-names.ts';
import type { DocumentKind } from '#contract/catalogue/documents.ts';
import { DOCUMENT_WORDS } from '#web/routes/product/document-words.ts';
import { csvOf } from './csv.ts';

/** What a document is whose file's name does not say it. */
interface Otherwise {
  kind: DocumentKind;
  language: string;
}

/** A file that was sent, and the tool whose stock number its name begins with. */
export interface FileOfTool {
  toolId: string;
  file: string;
}

const KINDS = Object.keys(DOCUMENT_WORDS) as DocumentKind[];

/** The sheet that gives each tool its files, as the import of tools takes it. */
export function documentSheet(files: readonly FileOfTool[], otherwise: Otherwise): string {
  const said = files.map(({ toolId, file }) => ({ toolId, ...describe(file, otherwise) }));
  const kinds = KINDS.filter((each) => said.some(({ kind }) => kind === each));
  const rows = [...new Set(said.map(({ toolId }) => toolId))].map((toolId) => [
    toolId,
    ...kinds.map((each) =>
      said
        .filter((one) => one.toolId === toolId && one.kind === each)
        .map(({ cell }) => cell)
        .join('; '),
    ),
  ]);
  return csvOf([['_id', ...kinds], ...rows]);
}

function describe(file: string, otherwise: Otherwise): { kind: DocumentKind; cell: string } {
  const { kind = otherwise.kind, language = otherwise.language, revision = '', rest } = readDocumentName(file);
  return { kind, cell: [file, rest || DOCUMENT_WORDS[kind], language, revision].join(' | ') };
}

/** Why a file's name cannot stand in a cell; null where it can. */
export function badName(file: string): string | null {
  return /[;|\n]/.test(file) ? 'Its name contains a separator: ; or |' : null;
}
