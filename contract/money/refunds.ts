import { complaint, sentence, tell } from '../sentences.ts';
import { z } from 'zod';
import { MAX_LINES } from '../limits.ts';
import { Price, whole } from '../numbers.ts';
import { text } from '../text.ts';
import { Quantity, refuseRepeatedTools, WantedLines } from '../buying/wanted-lines.ts';

/** A refund that a buyer asked for: of these pieces, or of all. `answer` is why it was refused. */
export const RefundRequest = z.object({
  _id: z.string(),
  reason: z.string(),
  lines: z.array(z.object({ toolId: z.string(), quantity: z.number() })),
  state: z.enum(['open', 'granted', 'refused']),
  answer: z.string().optional(),
  createdAt: z.string(),
  answeredAt: z.string().optional(),
});
export type RefundRequest = z.infer<typeof RefundRequest>;

/** So many pieces of one line, of which so many had left the house: without `shipped`, as many as can be. */
export const RefundLine = z
  .strictObject({
    toolId: text(1, 64, 'toolId'),
    quantity: Quantity,
    shipped: whole(0, Number.MAX_SAFE_INTEGER, 'Enter a whole number of pieces').optional(),
  })
  .refine(({ quantity, shipped = 0 }) => shipped <= quantity, {
    error: 'At most the refunded quantity can have been shipped',
    path: ['shipped'],
  });
export type RefundLine = z.output<typeof RefundLine>;

/** Lines of different tools whose money goes back. */
const RefundLines = z
  .array(RefundLine, tell('lines must be a list of {what}', { what: '{ toolId, quantity }' }))
  .min(1, 'Give at least one line')
  .max(MAX_LINES, 'At most 1,000 lines are allowed')
  .superRefine(refuseRepeatedTools);

/** Which pieces of a refund go back into stock. */
const BACK_TO_STOCK = ['none', 'unshipped', 'all'] as const;
export type BackToStock = (typeof BACK_TO_STOCK)[number];

/**
 * What staff give back of a paid order: the price of `lines`, an `amount`, or `all` that is left. Pieces given
 * back that had not left the house never will. The customer sees the reason.
 */
export const NewRefund = z
  .strictObject({
    amount: Price.optional(),
    lines: RefundLines.optional(),
    all: z.literal(true, 'all must be true or left out').optional(),
    /** `true` is all of them. */
    backToStock: z
      .union(
        [z.boolean().transform((all): BackToStock => (all ? 'all' : 'none')), z.enum(BACK_TO_STOCK)],
        'backToStock must be none, unshipped or all',
      )
      .optional(),
    // Papers and the letter say one, and a client may know nothing but what is to go back.
    reason: text(1, 500, 'Reason').default('Refunded by the shop'),
  })
  .superRefine(({ amount, lines, all }, context) => {
    const said = [amount, lines, all].filter((each) => each !== undefined).length;
    // Nothing said gave back all once: one forgotten field is not to be as dear as that.
    if (said === 0) context.addIssue({ ...complaint(sentence('Send lines, an amount, or all: true')), path: ['all'] });
    if (said > 1)
      context.addIssue({ ...complaint(sentence('Send only one of lines, amount and all')), path: ['amount'] });
  });
export type NewRefund = z.output<typeof NewRefund>;

/** What a buyer asks for: the money of these pieces, or of all. */
export const NewRefundRequest = z.strictObject({
  reason: text(1, 1000, 'Reason'),
  lines: WantedLines.optional(),
});
export type NewRefundRequest = z.output<typeof NewRefundRequest>;

/** Why staff refuse it; the buyer reads it. */
export const RefundRefusal = z.strictObject({ reason: text(1, 1000, 'Reason') });
export type RefundRefusal = z.output<typeof RefundRefusal>;

/** Money on its way back (`due`), given back (`sent`), or not accepted by the card's bank (`failed`). */
export const Refund = z.object({
  _id: z.string(),
  amount: z.number(),
  /** The tax in it; null where it is not known yet. */
  tax: z.number().nullable(),
  reason: z.string(),
  /** The pieces that it is for; none where it is a sum alone. `price` is without tax. */
  lines: z.array(
    z.object({
      toolId: z.string(),
      tool: z.string(),
      sku: z.string().nullable(),
      quantity: z.number(),
      price: z.number(),
      /** Pieces of them that went back into stock. */
      backToStock: z.number(),
    }),
  ),
  state: z.enum(['due', 'sent', 'failed']),
  /** The number of its credit note, from when it was sent; of several the first. */
  creditNote: z.string().optional(),
  /** The numbers of all: one for each invoice that it corrects. */
  creditNotes: z.array(z.string()),
  /** Of the amount, what had not been invoiced and never is: it has no credit note. Only there where there is some. */
  uninvoiced: z.number().optional(),
  createdAt: z.string(),
});
export type Refund = z.infer<typeof Refund>;
