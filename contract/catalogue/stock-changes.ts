import { z } from 'zod';
import { MAX_PIECES } from '../limits.ts';
import { whole } from '../numbers.ts';
import { text } from '../text.ts';

/** Pieces that came (`change` above 0) or went, and why. */
export const StockChange = z.strictObject({
  change: whole(-MAX_PIECES, MAX_PIECES, 'Change must be a whole number of pieces, such as 500 or -3').refine(
    (change) => change !== 0,
    'Change must not be 0',
  ),
  reason: text(1, 200, 'Reason'),
});
export type StockChange = z.output<typeof StockChange>;

/** What a stock change left. */
export const StockChanged = z.object({ availableQuantity: z.number(), version: z.number() });
export type StockChanged = z.infer<typeof StockChanged>;

/**
 * One change of a tool's stock, `balance` being what there was after it. `ordered` and `released` are orders that took
 * pieces and gave them back; `opening` is what there was before the shop wrote changes down.
 */
export const StockEntry = z.object({
  _id: z.string(),
  kind: z.enum(['opening', 'created', 'edited', 'counted', 'imported', 'returned', 'received', 'ordered', 'released']),
  change: z.number(),
  balance: z.number(),
  reason: z.string(),
  actor: z.string(),
  order: z.string().optional(),
  createdAt: z.string(),
});
export type StockEntry = z.infer<typeof StockEntry>;
