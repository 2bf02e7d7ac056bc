import { z } from 'zod';
import { text } from '../text.ts';
import type { Tool } from './tools.ts';

/** How large a sheet may be once it is unpacked, in bytes. */
export const MAX_UNPACKED_BYTES = 500 * 1024 * 1024;
/** The most rows of one import, headings included. */
export const MAX_IMPORT_ROWS = 500_000;
/** How many of its errors, and of the rows that would change, an import shows. */
export const ERRORS_SHOWN = 1_000;
export const ROWS_SHOWN = 100;

/** The fields that an import writes. */
export const IMPORTED = [
  'sku',
  'name',
  'category',
  'family',
  'price',
  'availableQuantity',
  'minOrderQuantity',
  'quantityStep',
  'priceBreaks',
  'weight',
  'onSale',
  'onSaleFrom',
  'onSaleUntil',
  'image',
  'description',
] as const satisfies readonly (keyof Tool)[];
export type ImportedField = (typeof IMPORTED)[number];

/** Some fields of a tool; null where an optional one is empty. */
export type ToolCells = { [F in ImportedField]?: NonNullable<Tool[F]> | null };

/** What is wrong in a cell, or of a whole row where `column` is empty. Rows are numbered as the spreadsheet does. */
export const CellProblem = z.object({ row: z.number(), column: z.string(), message: z.string() });
export type CellProblem = z.infer<typeof CellProblem>;

/** A row that would change something, cell by cell; cells of a new tool come from nothing. */
export const PreviewRow = z.object({
  row: z.number(),
  action: z.enum(['create', 'change']),
  toolId: z.string(),
  name: z.string(),
  cells: z.array(z.object({ column: z.string(), from: z.unknown(), to: z.unknown() })),
});
export type PreviewRow = z.infer<typeof PreviewRow>;

/** Why a commit came to nothing. */
export const ImportProblem = z.object({
  code: z.string(),
  message: z.string(),
  issues: z.array(CellProblem),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

const counts = {
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** How many there are; `errors` are the first 1,000 of them. */
  errorCount: z.number(),
};

/** What an import would do; nothing is changed yet. */
export const DryRun = z.object({
  _id: z.string(),
  ...counts,
  errors: z.array(CellProblem),
  rows: z.array(PreviewRow),
});
export type DryRun = z.infer<typeof DryRun>;

/** The name of the file, which the list of imports shows. */
export const ImportQuery = z.strictObject({ name: text(0, 200, 'name').optional() });

/** How far an import is: `rows` are those that it writes, `done` those of them that the step has done. */
export const ImportProgress = z.object({
  _id: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  step: z.enum(['checking', 'checked', 'committing', 'committed', 'reverting', 'undoing', 'undone']),
  done: z.number(),
  rows: z.number(),
  ...counts,
  fileName: z.string(),
  actor: z.string(),
  createdAt: z.string(),
  committedAt: z.string().optional(),
  undoneAt: z.string().optional(),
  problem: ImportProblem.optional(),
  /** What an undo left as it was. */
  kept: z.array(CellProblem),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

/** One import with what its dry run found. */
export const Import = ImportProgress.extend({ errors: z.array(CellProblem), preview: z.array(PreviewRow) });
export type Import = z.infer<typeof Import>;
