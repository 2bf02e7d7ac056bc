import { z } from 'zod';
import { ROLES } from '../policy.ts';
import { text } from '../text.ts';
import { Company, MyCompany } from './companies.ts';

/** What staff note of somebody for each other. */
export const CustomerNote = z.strictObject({ note: text(0, 4000, 'Note') });

/** A company that a customer belongs to, and what they are in it; limits are sums, null for none. */
const CustomerCompany = MyCompany.omit({ monthSum: true }).extend({ termsDays: Company.shape.termsDays });

/** Somebody who has an account, as staff see them beside their orders. Moments are ISO 8601, sums money. */
export const CustomerFacts = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  role: z.enum(ROLES),
  /** Whether they have shown that the address is theirs. */
  emailVerified: z.boolean(),
  /** Nobody gets in as them, and their sessions have ended. */
  isBlocked: z.boolean(),
  createdAt: z.string(),
  lastSignInAt: z.string().nullable(),
  /** By name. */
  firms: z.array(CustomerCompany),
  orders: z.object({
    /** In whatever state. */
    count: z.number(),
    firstAt: z.string().nullable(),
    lastAt: z.string().nullable(),
    /** How many wait, are unpaid or owed on account, and what of them is still to be paid. */
    openCount: z.number(),
    open: z.number(),
  }),
  note: z.string(),
});
export type CustomerFacts = z.infer<typeof CustomerFacts>;
