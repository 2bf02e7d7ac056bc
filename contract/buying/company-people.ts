import { tell } from '../sentences.ts';
import { z } from 'zod';
import { COMPANY_ROLES } from '../company-policy.ts';
import { LANGUAGES } from '../languages.ts';
import { Day } from '../day.ts';
import { bounded, Id, LanguageCode, NewEmail, text } from '../text.ts';
import { MoneyLimit } from './companies.ts';

/** How long the link of an invitation is good. */
export const COMPANY_INVITATION_DAYS = 30;
/** The most people of one company. */
export const MAX_MEMBERS = 1_000;

const role = z.enum(COMPANY_ROLES, tell('role must be one of {choices}', { choices: COMPANY_ROLES.join(', ') }));
const limits = { orderLimit: MoneyLimit.default(null), monthLimit: MoneyLimit.default(null) };

/** One person of a company. Limits are sums, null for none. */
export const Member = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  orderLimit: z.number().nullable(),
  monthLimit: z.number().nullable(),
  /** The id of who approves in their place while they are away; null for nobody. */
  deputy: z.string().nullable(),
  /** The last day on which they are away, as YYYY-MM-DD. */
  awayUntil: z.string().nullable(),
});
export type Member = z.infer<typeof Member>;

const ignored = z.unknown().optional();

/** What a manager sends: a member as GET answers them or part of it. A limit left out is none; who stands in stays as it is. */
export const MemberEdit = z.strictObject({
  role,
  ...limits,
  deputy: z.union([z.null(), Id], 'Send the id of a member, or null').optional(),
  awayUntil: z.union([z.null(), Day], 'Enter a date as YYYY-MM-DD, or null').optional(),
  userId: ignored,
  name: ignored,
  email: ignored,
});
export type MemberEdit = z.output<typeof MemberEdit>;

export const NewCompanyInvitation = z.strictObject({
  email: NewEmail,
  role,
  ...limits,
  /** In which they are written to; left out: that of the company. */
  language: LanguageCode.optional(),
});
export type NewCompanyInvitation = z.output<typeof NewCompanyInvitation>;

/** An invitation that nobody has accepted yet; never with what its link holds. */
export const CompanyInvitation = z.object({
  _id: z.string(),
  email: z.string(),
  role,
  language: z.enum(LANGUAGES),
  orderLimit: z.number().nullable(),
  monthLimit: z.number().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type CompanyInvitation = z.infer<typeof CompanyInvitation>;

/** What stands in the link of the letter. */
export const InvitationToken = z.strictObject({
  token: bounded(200, 'Send the token from the link', 'Send the token from the link').min(
    1,
    'Send the token from the link',
  ),
});

export const Joined = z.object({ companyId: z.string(), role });

/** Somebody who orders on the telephone and never registered. */
export const NewCustomer = z
  .strictObject({
    email: NewEmail,
    name: text(1, 200, 'Name'),
    phone: text(0, 40, 'Phone').default(''),
    /** The company that they belong to from now on. */
    companyId: Id.optional(),
    role: role.optional(),
  })
  .refine(({ companyId, role: given }) => companyId !== undefined || given === undefined, {
    error: 'A role needs a company: name the company, too',
    path: ['role'],
  });
export type NewCustomer = z.output<typeof NewCustomer>;

export const Customer = z.object({ _id: z.string(), email: z.string(), name: z.string(), phone: z.string() });
export type Customer = z.infer<typeof Customer>;
