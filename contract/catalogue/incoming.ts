import { tell } from '../sentences.ts';
import { z } from 'zod';
import { Day, inOrder, NOT_IN_ORDER } from '../day.ts';
import { MAX_PIECES } from '../limits.ts';
import { Paging, searched } from '../lists.ts';
import { Version, whole } from '../numbers.ts';
import { WrittenAs } from '../sheets.ts';
import { text } from '../text.ts';

const BATCH_STATES = ['announced', 'received', 'cancelled'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** Goods that were ordered or are made, and the day on which they are expected. Quantities are pieces. */
export const Batch = z.object({
  _id: z.string(),
  toolId: z.string(),
  tool: z.string(),
  sku: z.string().nullable(),
  quantity: z.number(),
  /** Of what is still to come, pieces that orders wait for. */
  promised: z.number(),
  received: z.number(),
  day: z.string(),
  note: z.string(),
  state: z.enum(BATCH_STATES),
  createdAt: z.string(),
  version: z.number(),
});
export type Batch = z.infer<typeof Batch>;

const quantity = whole(1, MAX_PIECES, 'Quantity must be a whole number of pieces from 1 to 1,000,000,000');
const note = text(0, 500, 'Note');

export const NewBatch = z.strictObject({ quantity, day: Day, note: note.default('') });
export type NewBatch = z.output<typeof NewBatch>;

const ignored = z.unknown().optional();

/** The whole as GET answers it, or some of it: what is left out stays as it is, what may not be set is ignored. */
export const BatchEdit = z.strictObject({
  quantity: quantity.optional(),
  day: Day.optional(),
  note: note.optional(),
  version: Version.optional(),
  _id: ignored,
  toolId: ignored,
  tool: ignored,
  sku: ignored,
  promised: ignored,
  received: ignored,
  state: ignored,
  createdAt: ignored,
});
export type BatchEdit = z.output<typeof BatchEdit>;

/** Pieces that came and can be sold or sent. */
export const BatchReceipt = z.strictObject({ quantity });
export type BatchReceipt = z.output<typeof BatchReceipt>;

/** What is expected between two days, inclusive; without a state only what is still announced. */
export const BatchQuery = Paging.extend({
  from: Day.optional(),
  to: Day.optional(),
  /** A part of the tool's name or SKU, or of the note. */
  q: searched.optional(),
  state: z
    .enum(
      [...BATCH_STATES, 'all'],
      tell('state must be one of {choices}, or all', { choices: BATCH_STATES.join(', ') }),
    )
    .optional(),
  toolId: text(1, 64, 'toolId').optional(),
}).refine(inOrder, NOT_IN_ORDER);
export type BatchQuery = z.output<typeof BatchQuery>;

/** A tool of which fewer pieces are there and coming than its owner wants, or than orders wait for. Quantities are pieces. */
export const ToReorder = z.object({
  toolId: z.string(),
  tool: z.string(),
  sku: z.string().nullable(),
  /** 0 where it has no level. */
  reorderBelow: z.number(),
  availableQuantity: z.number(),
  /** Announced and not received yet. */
  coming: z.number(),
  /** What orders wait for. */
  promised: z.number(),
  /** Of these, what nothing that is announced brings. */
  unserved: z.number(),
  /** What is missing to `reorderBelow`. */
  missing: z.number(),
  /** Pieces ordered within the last 90 days. */
  sold90: z.number(),
});
export type ToReorder = z.infer<typeof ToReorder>;

export const ToReorderQuery = Paging.extend({ q: searched.optional() });
export type ToReorderQuery = z.output<typeof ToReorderQuery>;

export const ToReorderExportQuery = z.strictObject({ format: WrittenAs });
