import { z } from 'zod';

/** The most rows that a list answers at once, and how many it answers unasked. */
const LIST_LIMIT = 100;

/** What every list takes: how many rows, and where to go on (the `cursor` of the last answer's Link). */
export const Paging = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'limit must be a whole number from 1 to 100')
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= LIST_LIMIT, 'limit must be a whole number from 1 to 100')
    .default(LIST_LIMIT),
  cursor: z
    .string()
    .max(1000)
    .regex(/^[\w-]+$/, 'cursor must be one that an earlier answer gave')
    .optional(),
});
export type Paging = z.output<typeof Paging>;
