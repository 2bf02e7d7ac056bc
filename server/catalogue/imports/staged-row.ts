import type { ToolAttribute } from '#contract/catalogue/attributes.ts';
import type { PreviewRow, ToolCells } from '#contract/catalogue/imports.ts';
import { attributeText } from './attribute-cells.ts';
import { fieldsOf } from './same-cell.ts';

/** A row that would change something, as it is kept until it is committed. */
export interface StagedRow {
  row: number;
  toolId: string;
  isNew: boolean;
  name: string;
  before: ToolCells;
  after: ToolCells;
  stockSeen: number | null;
}

/** A staged row as people look at it. */
export function previewOf({ row, toolId, isNew, name, before, after }: StagedRow): PreviewRow {
  return {
    row,
    action: isNew ? 'create' : 'change',
    toolId,
    name,
    cells: [
      ...fieldsOf(after)
        .filter((field) => field !== 'attributes' && (!isNew || after[field] !== null))
        .map((column) => ({ column, from: before[column] ?? null, to: after[column] ?? null })),
      ...attributeCells(before.attributes ?? [], after.attributes ?? []),
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
