import { complaint, sentence } from '../sentences.ts';
import { z } from 'zod';
import { MAX_COUNTED, MAX_PIECES } from '../limits.ts';
import { whole } from '../numbers.ts';
import { CountedIn } from '../buying/unit-fields.ts';
import { text } from '../text.ts';

/** A stock number however it is written, or the number under a bar code. */
export const ShelfQuery = z.strictObject({ code: text(1, 64, 'code') });

/** What should lie on the shelf of a tool, in pieces: what can be sold and what is sold and still to leave the house. */
export const Shelf = z.object({
  toolId: z.string(),
  tool: z.string(),
  sku: z.string().nullable(),
  /** The pack whose bar code was asked for. */
  pack: CountedIn.nullable(),
  availableQuantity: z.number(),
  toShip: z.number(),
  onShelf: z.number(),
});
export type Shelf = z.infer<typeof Shelf>;

const pieces = (what: string) => whole(0, 2 * MAX_PIECES, `${what} must be a whole number of pieces, 0 or more`);

const CountedLine = z
  .strictObject({
    toolId: text(1, 64, 'toolId'),
    /** What should have lain there, as the counter was told. */
    expected: pieces('expected'),
    counted: pieces('counted'),
    reason: text(0, 200, 'Reason').optional(),
  })
  .refine(({ expected, counted, reason = '' }) => expected === counted || reason.trim() !== '', {
    error: 'Give a reason for the difference',
    path: ['reason'],
  });

/** What was counted of several tools. */
export const StockCount = z.strictObject({
  lines: z
    .array(CountedLine, 'lines must be a list')
    .min(1, 'Count at least one tool')
    .max(MAX_COUNTED, `Count at most ${MAX_COUNTED} tools at once`)
    .superRefine((lines, context) => {
      const seen = new Set<string>();
      lines.forEach(({ toolId }, index) => {
        if (seen.has(toolId))
          context.addIssue({ ...complaint(sentence('Count each tool only once')), path: [index, 'toolId'] });
        seen.add(toolId);
      });
    }),
});
export type StockCount = z.output<typeof StockCount>;

/** What came of it, line by line: the difference, and what can be sold now. */
export const StockCounted = z.array(
  z.object({ toolId: z.string(), change: z.number(), availableQuantity: z.number() }),
);
export type StockCounted = z.infer<typeof StockCounted>;
