import { z } from 'zod';
import { LanguageCode, text } from '../text.ts';
import { CountedIn, unitFields } from './unit-fields.ts';

/** The most rows that one paste may have; blank ones do not count. */
export const MAX_ROWS = 1_000;

/** The longest row, in UTF-16 units; what stands in a longer one is not read. */
export const MAX_ROW_LENGTH = 1_000;

/** The largest body with pasted text, in bytes. */
export const MAX_PASTE_BYTES = 1024 * 1024;

/** What was pasted: cells, CSV, an e-mail or typed rows. */
export const PastedText = z.strictObject({
  text: text(1, MAX_PASTE_BYTES, 'Text'),
  /** The company whose own part numbers are understood, too; for its members. */
  companyId: text(1, 64, 'companyId').optional(),
  /** In which language its words are, beside the shop's own. */
  language: LanguageCode.optional(),
});

/** A tool that a row may mean. */
export const LineCandidate = z.object({ toolId: z.string(), tool: z.string(), sku: z.string().nullable() });
export type LineCandidate = z.infer<typeof LineCandidate>;

/**
 * A row as it was understood. `row` counts the pasted lines from 1, `text` is what stood there, `quantity` is pieces; `unit` is the pack
 * that they were counted in. The problem, where there is one: nothing found (`candidates` then come near), several tools fit, no
 * quantity, a quantity in a unit that cannot be placed (`unit` is how it was written, `unitQuantity` how many of it, `units` what it may
 * mean), one that cannot be ordered (`suggestion` is the nearest that can), or a row longer than MAX_ROW_LENGTH (`text` is its
 * beginning). `taken` says that it has neither number nor whole name of the tool, which is the only one that has all of its words and sizes.
 * `lookedUp` is false where the list asked about so much that this row was not looked up, or nothing that comes near it.
 */
export const PastedLine = z.object({
  row: z.number(),
  text: z.string(),
  toolId: z.string().nullable(),
  tool: z.string().nullable(),
  sku: z.string().nullable(),
  quantity: z.number().nullable(),
  candidates: z.array(LineCandidate),
  problem: z
    .enum([
      'NOT_FOUND',
      'AMBIGUOUS',
      'NO_QUANTITY',
      'UNKNOWN_UNIT',
      'TOO_LONG',
      'TOOL_NOT_FOUND',
      'BELOW_MINIMUM',
      'NOT_A_MULTIPLE',
      'OUT_OF_STOCK',
    ])
    .nullable(),
  suggestion: z.number().nullable(),
  ...unitFields,
  /** Of the tool's prices; null where there is none. */
  priceUnit: z.number().nullable(),
  units: z.array(CountedIn),
  lookedUp: z.boolean(),
  taken: z.boolean(),
});
export type PastedLine = z.infer<typeof PastedLine>;

/** The longest note that a list may have for its order, in UTF-16 units. */
export const MAX_LIST_NOTE = 1_000;

/** `note`: the lines that name neither tool nor amount and read as sentences, for whoever reads the order; empty where there is none. */
export const PastedLines = z.object({ rows: z.array(PastedLine), note: z.string() });
export type PastedLines = z.infer<typeof PastedLines>;
