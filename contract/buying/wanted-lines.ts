import { complaint, sentence, tell } from '../sentences.ts';
import { z } from 'zod';
import { MAX_LINES } from '../limits.ts';
import { Money, whole } from '../numbers.ts';
import { text } from '../text.ts';
import { UnitCode } from './unit-fields.ts';

/** Pieces or packs of one line, at least one. */
export const Quantity = whole(1, Number.MAX_SAFE_INTEGER, 'Quantity must be a whole number of at least 1');

/** So many pieces of one tool, or so many of the pack that `unit` names, as a buyer asks for them. */
export const WantedLine = z.strictObject({ toolId: text(1, 64, 'toolId'), quantity: Quantity, unit: UnitCode });
export type WantedLine = z.output<typeof WantedLine>;

/** Says at which line a tool comes again. */
export function refuseRepeatedTools(lines: readonly { toolId: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { toolId }] of lines.entries()) {
    if (seen.has(toolId))
      context.addIssue({ ...complaint(sentence('This tool is already on another line')), path: [index, 'toolId'] });
    seen.add(toolId);
  }
}

/** A line of an order; staff who order for a customer may say another unit price, and why. */
const OrderedLine = WantedLine.extend({
  unitPrice: Money.optional(),
  reason: text(1, 200, 'Reason').optional(),
});

/** Lines of different tools. */
export const WantedLines = linesOf(WantedLine);
export const OrderedLines = linesOf(OrderedLine);

function linesOf<Line extends z.ZodType<{ toolId: string }>>(line: Line) {
  return z
    .array(line, tell('lines must be a list of {what}', { what: '{ toolId, quantity }' }))
    .min(1, 'Give at least one line')
    .max(MAX_LINES, 'At most 1,000 lines are allowed')
    .superRefine(refuseRepeatedTools);
}
