import type { PreviewRow, ToolCells } from '#contract/catalogue/imports.ts';
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
    cells: fieldsOf(after)
      .filter((field) => !isNew || after[field] !== null)
      .map((column) => ({ column, from: before[column] ?? null, to: after[column] ?? null })),
  };
}
