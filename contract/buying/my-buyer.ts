import { z } from 'zod';
import { text } from '../text.ts';

/** For whom somebody buys: a company that they belong to; both null: for themselves. */
export const MyBuyer = z.object({ companyId: z.string().nullable(), company: z.string().nullable() });
export type MyBuyer = z.infer<typeof MyBuyer>;

/** Whom they choose; null is themselves. */
export const BuyerChoice = z.strictObject({
  companyId: z.union([text(1, 64, 'companyId'), z.null()], 'Send the id of a company, or null'),
});
