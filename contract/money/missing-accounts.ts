import { z } from 'zod';
import { Day, inOrder, NOT_IN_ORDER } from '../day.ts';
import { TAX_CATEGORIES } from '../office/tax.ts';

/** Days of the shop, both ends included. */
export const MissingAccountsQuery = z.strictObject({ from: Day, to: Day }).refine(inOrder, NOT_IN_ORDER);

/** An account number that postings lack, by its name in `settings.books`; `debtor`: a company whose number is beyond those of debtors. */
export const MissingAccount = z.object({
  account: z.enum(['bank', 'card', 'discount', 'fees', 'writeOff', 'private', 'debtor', 'revenue']),
  /** How many postings want it. */
  postings: z.number(),
  /** Of revenue: by which tax, and where the goods went. */
  category: z.enum(TAX_CATEGORIES).optional(),
  percent: z.number().optional(),
  country: z.string().optional(),
});
export type MissingAccount = z.infer<typeof MissingAccount>;
