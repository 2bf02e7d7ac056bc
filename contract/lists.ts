import { z } from 'zod';
import { bounded, text } from './text.ts';

/** The most rows that a list answers at once, and how many it answers unasked. */
const LIST_LIMIT = 100;

/** The most characters of a cursor: the longest name that a list can go on behind, as base64, is most of one. */
const MOST_OF_CURSOR = 2_000;

/** What every list takes: how many rows, and where to go on (the `cursor` of the last answer's Link). */
export const Paging = z.strictObject({
  limit: bounded(20, 'limit must be a whole number from 1 to 100')
    .regex(/^\d{1,3}$/, 'limit must be a whole number from 1 to 100')
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= LIST_LIMIT, 'limit must be a whole number from 1 to 100')
    .default(LIST_LIMIT),
  cursor: bounded(MOST_OF_CURSOR, 'cursor must come from an earlier answer')
    .regex(/^[\w-]+$/, 'cursor must come from an earlier answer')
    .optional(),
});
export type Paging = z.output<typeof Paging>;

/** The words that are looked for in a list, without blanks around them. */
export const searched = text(0, 200, 'q').transform((words) => words.trim());
