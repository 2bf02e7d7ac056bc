import { z } from 'zod';
import { Day } from '../day.ts';
import { Version, whole } from '../numbers.ts';
import { text } from '../text.ts';

/** A list that is ordered by the shop again and again, on the same day of each week or month. */
export const StandingOrderInput = z
  .strictObject({
    every: z.enum(['week', 'month'], 'every must be week or month'),
    /** Of the week, from 1 on Monday to 7; of the month, from 1 to 31, where a shorter one has its last day. */
    day: whole(1, 31, 'Enter a whole number from 1 to 31'),
    /** The last day on which it can be due. */
    until: Day.nullish(),
    /** The company that it is for; without it, it is for whoever sets it. */
    companyId: text(1, 64, 'companyId').nullish(),
    pay: z.enum(['card', 'transfer', 'account'], 'pay must be card, transfer or account').nullish(),
    /** On each of its orders, where the company asks for them. */
    purchaseOrder: text(0, 64, 'Purchase order number').optional(),
    costCentre: text(0, 40, 'Cost centre').optional(),
    version: Version.optional(),
  })
  .refine(({ every, day }) => every === 'month' || day <= 7, {
    error: 'Enter a day of the week, from 1 on Monday to 7 on Sunday',
    path: ['day'],
  });
export type StandingOrderInput = z.output<typeof StandingOrderInput>;

/** As it is set, with what comes next. */
export const StandingOrder = z.object({
  every: z.enum(['week', 'month']),
  day: z.number(),
  until: z.string().nullable(),
  companyId: z.string().nullable(),
  company: z.string().nullable(),
  pay: z.enum(['card', 'transfer', 'account']).nullable(),
  purchaseOrder: z.string(),
  costCentre: z.string(),
  state: z.enum(['active', 'paused']),
  /** Why it is paused; null where it is not. */
  reason: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The next day on which it is placed; null while it is paused. */
  next: z.string().nullable(),
  /** Whether the letter about that day was written. */
  announced: z.boolean(),
  /** Who set it: as them it is placed. */
  orderedBy: z.object({ name: z.string(), email: z.string() }),
  /** Where it goes: the default address of the company's book, else of theirs; null: there is none yet. */
  address: z.string().nullable(),
  /** What was placed last. */
  last: z.object({ orderId: z.string(), number: z.string(), day: z.string() }).nullable(),
  version: z.number(),
});
export type StandingOrder = z.infer<typeof StandingOrder>;

/** What is to be skipped, where somebody else may have skipped it already. */
export const StandingSkip = z.strictObject({ next: Day.optional() });
