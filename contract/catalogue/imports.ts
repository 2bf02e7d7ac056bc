import { complaint, sentence } from '../sentences.ts';
import { z } from 'zod';
import { Paging } from '../lists.ts';
import { bounded, Id, text } from '../text.ts';
import { Attribute } from './attributes.ts';
import { DOCUMENT_KINDS } from './documents.ts';
import type { Tool } from './tools.ts';

/** The most rows of one import, headings included. */
export const MAX_IMPORT_ROWS = 500_000;
/** How many of its errors, and of the rows that would change, an import shows. */
export const ERRORS_SHOWN = 1_000;
export const ROWS_SHOWN = 100;

/** The fields of a tool that have a column of their own in sheets. */
export const IMPORTED = [
  'sku',
  'name',
  'category',
  'family',
  'price',
  'priceUnit',
  'availableQuantity',
  'minOrderQuantity',
  'quantityStep',
  'priceBreaks',
  'packs',
  'weight',
  'onSale',
  'onSaleFrom',
  'onSaleUntil',
  'image',
  'description',
  'reorderBelow',
  'gtin',
  'hsCode',
  'origin',
  'unspsc',
] as const satisfies readonly (keyof Tool)[];
export type ImportedField = (typeof IMPORTED)[number];

/**
 * The fields that an import writes: those with a column of their own, what a tool is, which has one for each attribute, and its
 * documents, which have one for each kind.
 */
export const WRITTEN = [...IMPORTED, 'attributes', 'documents'] as const;
export type WrittenCell = (typeof WRITTEN)[number];

/** What staff alone keep of a tool: what a piece costs, where it lies, and the name of a picture's file that is still to come. */
export const KEPT = ['cost', 'bin', 'imageFile'] as const;
/** Some of it; null takes it away. */
export interface KeptCells {
  cost?: number | null;
  bin?: string | null;
  imageFile?: string | null;
}
/** The longest bin, and the longest name of a file, in characters. */
export const MAX_BIN = 40;
export const MAX_PICTURE_FILE = 200;

/** Some fields of a tool; null where an optional one is empty. */
export type ToolCells = { [F in WrittenCell]?: NonNullable<Tool[F]> | null };

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

/** How many rows of a group of equal errors are named, and how many groups. */
export const ROWS_NAMED = 10;
export const GROUPS_SHOWN = 100;

/** An attribute that an import makes: what its heading and its values say. */
export const NewAttribute = Attribute.pick({ key: true, name: true, kind: true, unit: true }).extend({
  heading: z.string(),
});
export type NewAttribute = z.infer<typeof NewAttribute>;

const findings = {
  /** Attributes that there are not yet; a commit makes them. */
  attributes: z.array(NewAttribute),
  /** Where the headings stand; 0: the sheet has no rows. */
  headingRow: z.number(),
  /** Headings that are none by themselves, and what they are taken for: null: an error until it is said; '': left out. */
  columns: z.array(z.object({ heading: z.string(), column: z.string().nullable() })),
  /** In how many new tools something plain stands in for what the sheet does not have. */
  missing: z.array(z.object({ column: z.string(), count: z.number() })),
  /** The errors, equal ones as one with their count and the first of their rows. */
  problems: z.array(
    z.object({ column: z.string(), message: z.string(), count: z.number(), rows: z.array(z.number()) }),
  ),
};
export const ImportFindings = z.object(findings);
export type ImportFindings = z.infer<typeof ImportFindings>;

/** What an import would do; nothing is changed yet. */
export const DryRun = z.object({
  _id: z.string(),
  ...counts,
  ...findings,
  errors: z.array(CellProblem),
  rows: z.array(PreviewRow),
});
export type DryRun = z.infer<typeof DryRun>;

/**
 * What a heading can be taken for: a field, which tool it is, the pieces that come or go, the stock that there was when the sheet was
 * exported, how many pieces one pack has, kilograms, a price break's pieces and price, or what staff alone keep; '' leaves the column
 * out.
 */
export const SHEET_COLUMNS = [
  '_id',
  'stockChange',
  'stockThen',
  'packSize',
  'weightKg',
  'breakFrom1',
  'breakPrice1',
  'breakFrom2',
  'breakPrice2',
  'breakFrom3',
  'breakPrice3',
  ...KEPT,
  ...IMPORTED,
  ...DOCUMENT_KINDS,
] as const;
const UNKNOWN_COLUMN =
  'A column must be left out, or matched to a field of tools or an attribute such as attr.material';
/** An attribute by its key; one that there is not is made, of the kind that its values have, or of the one that is said. */
const AttributeColumn = bounded(60, UNKNOWN_COLUMN)
  .regex(/^attr\.(?=.{1,40}(?::|$))[a-z0-9]+(?:-[a-z0-9]+)*(?::(?:choice|number|flag))?$/, UNKNOWN_COLUMN)
  // The pattern has said so.
  .transform((column) => column as `attr.${string}`);
const TakenFor = z.union([z.enum(['', ...SHEET_COLUMNS]), AttributeColumn], UNKNOWN_COLUMN);
export const TakenColumns = z.record(bounded(100, 'A heading may have at most 100 characters'), TakenFor);
export type TakenColumns = z.infer<typeof TakenColumns>;

/** A heading that the shop was taught, without case, blanks and signs; an empty column is left out. */
export const TaughtHeading = z.object({ heading: z.string(), column: TakenFor, taughtAt: z.string() });
export type TaughtHeading = z.infer<typeof TaughtHeading>;
export const TaughtHeadingParams = z.object({ heading: bounded(100, 'A heading may have at most 100 characters') });

/** `columns` is JSON: what to take headings for, such as {"cost": "price", "colour": ""}; remembered for the shop where that is said. */
export const ImportQuery = z.strictObject({
  /** The name of the file, which the list of imports shows. */
  name: text(0, 200, 'name').optional(),
  columns: text(0, 4_000, 'columns')
    .transform((json, context): unknown => {
      try {
        return JSON.parse(json);
      } catch {
        context.addIssue(
          complaint(sentence('columns must be JSON such as {example}', { example: '{"cost": "price"}' })),
        );
        return z.NEVER;
      }
    })
    .pipe(TakenColumns)
    .optional(),
  remember: z
    .enum(['true', 'false'], 'remember must be true or false')
    .transform((value) => value === 'true')
    .optional(),
});

export type ImportQuery = z.output<typeof ImportQuery>;

/** `list`: the id of the price list that the prices are for. */
export const PriceImportQuery = ImportQuery.extend({ list: Id });

/** How far an import is: `rows` are those that it writes, `done` those of them that the step has done. */
export const ImportProgress = z.object({
  _id: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  step: z.enum(['checking', 'checked', 'committing', 'committed', 'reverting', 'undoing', 'undone']),
  done: z.number(),
  rows: z.number(),
  ...counts,
  fileName: z.string(),
  /** The id of the price list that it is of; null: it is of tools. */
  priceList: z.string().nullable(),
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
export const Import = ImportProgress.extend({
  ...findings,
  errors: z.array(CellProblem),
  preview: z.array(PreviewRow),
});
export type Import = z.infer<typeof Import>;

/** `leaveOut` passes over the rows in error. */
export const ImportCommit = z.strictObject({ leaveOut: z.boolean().default(false) });

/** `file`: only those that wait for this one, whatever its case. */
export const AwaitedPicturesQuery = Paging.extend({ file: text(1, MAX_PICTURE_FILE, 'file').optional() });

/** A tool that waits for the file of its picture. */
export const AwaitedPicture = z.object({ toolId: z.string(), name: z.string(), file: z.string() });
export type AwaitedPicture = z.infer<typeof AwaitedPicture>;
