import { tell } from '../sentences.ts';
import { z } from 'zod';
import { MAX_PIECES } from '../limits.ts';
import { whole } from '../numbers.ts';

/** What may be ordered beyond the stock: nothing, pieces of announced batches, or these and then what is made to order. */
export const BACKORDER_KINDS = ['no', 'incoming', 'always'] as const;
export type BackorderKind = (typeof BACKORDER_KINDS)[number];

/** The longest that something may take to make, in working days. */
const MAX_DAYS = 365;

export const Backorder = z.object({
  kind: z.enum(BACKORDER_KINDS),
  /** The most pieces that may wait to be made, of all orders together; null: as many as are ordered. */
  limit: z.number().nullable(),
  /** Working days until what is made to order can leave. */
  days: z.number(),
});
export type Backorder = z.infer<typeof Backorder>;

const NO_LIMIT = 'The limit must be a whole number of pieces from 0 to 1,000,000,000, or empty';

/** What is left out is as for a tool that is made without a limit, today. */
export const BackorderInput = z.strictObject({
  kind: z.enum(BACKORDER_KINDS, tell('kind must be one of {choices}', { choices: BACKORDER_KINDS.join(', ') })),
  limit: z
    .union([z.literal('').transform(() => null), whole(0, MAX_PIECES, NO_LIMIT)], NO_LIMIT)
    .nullish()
    .transform((limit) => limit ?? null),
  days: whole(0, MAX_DAYS, `Days must be a whole number of working days from 0 to ${MAX_DAYS}`).default(0),
});

/** So many pieces that are to come on a day, YYYY-MM-DD. */
export const Later = z.array(z.object({ quantity: z.number(), day: z.string() }));
export type Later = z.infer<typeof Later>;

/** From what a quantity is served: `day` null is the stock. */
export const Promises = z.array(z.object({ quantity: z.number(), day: z.string().nullable() }));
export type Promises = z.infer<typeof Promises>;
