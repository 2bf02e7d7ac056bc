import { isDeepStrictEqual } from 'node:util';
import type { ToolAttribute } from '#contract/catalogue/attributes.ts';
import { DOCUMENT_KINDS, type ToolDocument } from '#contract/catalogue/documents.ts';
import { KEPT, type PreviewRow } from '#contract/catalogue/imports.ts';
import { attributeText } from './attribute-cells.ts';
import type { ImportRow } from './rows-of-import.ts';
import { fieldsOf } from './same-cell.ts';

/** A row that would change something, as it is kept until it is committed. */
export interface StagedRow extends Omit<ImportRow, 'importId' | 'stockChange' | 'applied'> {
  /** What its tool is called. */
  name: string;
}

/** A staged row as people look at it. */
export function previewOf({ row, toolId, isNew, name, before, after, keptBefore, keptAfter }: StagedRow): PreviewRow {
  return {
    row,
    action: isNew ? 'create' : 'change',
    toolId,
    name,
    cells: [
      ...fieldsOf(after)
        .filter((field) => field !== 'attributes' && field !== 'documents' && (!isNew || after[field] !== null))
        .map((column) => ({ column, from: before[column] ?? null, to: after[column] ?? null })),
      ...attributeCells(before.attributes ?? [], after.attributes ?? []),
      ...documentCells(before.documents ?? [], after.documents ?? []),
      ...KEPT.filter((column) => column in keptAfter).map((column) => ({
        column,
        from: keptBefore[column] ?? null,
        to: keptAfter[column] ?? null,
      })),
    ],
  };
}

/** Each attribute that would be another, by its key. */
function attributeCells(before: readonly ToolAttribute[], after: readonly ToolAttribute[]): PreviewRow['cells'] {
  const [was, will] = [before, after].map((all) => new Map(all.map((each) => [each.key, attributeText(each)])));
  const keys = new Set([...(will ?? []), ...(was ?? [])].map(([key]) => key));
  return [...keys].flatMap((column) => {
    const [from, to] = [was?.get(column) ?? null, will?.get(column) ?? null];
    return from === to ? [] : [{ column, from, to }];
  });
}

/** Each kind of documents that would be others, by its name. */
function documentCells(before: readonly ToolDocument[], after: readonly ToolDocument[]): PreviewRow['cells'] {
  return DOCUMENT_KINDS.flatMap((column) => {
    const [from, to] = [before, after].map((all) => all.filter(({ kind }) => kind === column));
    return isDeepStrictEqual(from, to) ? [] : [{ column, from: wordsOf(from ?? []), to: wordsOf(to ?? []) }];
  });
}

function wordsOf(documents: readonly ToolDocument[]): string | null {
  const said = documents.map(
    ({ name, language, revision }) => `${name} (${language}${revision === undefined ? '' : `, revision ${revision}`})`,
  );
  return said.length === 0 ? null : said.join('; ');
}
