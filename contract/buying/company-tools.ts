import { z } from 'zod';
import { text } from '../text.ts';
import { MAX_PASTE_BYTES } from './order-lines.ts';

/** What a company calls a tool in its own books. */
export const PartNumber = z.object({
  toolId: z.string(),
  tool: z.string(),
  sku: z.string().nullable(),
  number: z.string(),
});
export type PartNumber = z.infer<typeof PartNumber>;

export const PartNumberEdit = z.strictObject({
  number: text(1, 64, 'Number'),
});

/** `q`: part of the company's number, or of the tool's name or stock number. */
export const PartNumbersQuery = z.strictObject({ q: text(0, 200, 'q').optional() });

/** Rows of two cells: the shop's stock number and the company's own, in either order. */
export const PastedPartNumbers = z.strictObject({ text: text(1, MAX_PASTE_BYTES, 'Text') });

/**
 * A row as it was understood; without a problem, the number is kept. `REPLACED`: a later row of the same paste gives its tool
 * another number, and that one is kept.
 */
export const PastedPartNumber = z.object({
  row: z.number(),
  text: z.string(),
  toolId: z.string().nullable(),
  tool: z.string().nullable(),
  sku: z.string().nullable(),
  number: z.string().nullable(),
  problem: z.enum(['NOT_FOUND', 'AMBIGUOUS', 'NO_NUMBER', 'TOO_LONG', 'PART_NUMBER_TAKEN', 'REPLACED']).nullable(),
});
export type PastedPartNumber = z.infer<typeof PastedPartNumber>;
