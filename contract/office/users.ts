import { tell } from '../sentences.ts';
import { z } from 'zod';
import { LANGUAGES } from '../languages.ts';
import { Paging } from '../lists.ts';
import { ROLES } from '../policy.ts';
import { Email, LanguageCode, NewEmail, text } from '../text.ts';

/** A user as an admin sees them; never with a hash, token or secret. */
export const User = z.object({
  _id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  createdAt: z.string(),
  /** Whether its owner has shown that the address is theirs; nobody else is given rights. */
  emailVerified: z.boolean(),
});
export type User = z.infer<typeof User>;

export const UserQuery = Paging.extend({
  q: text(0, 200, 'q').optional(),
  sort: z.enum(['newest', 'email'], 'sort must be newest or email').optional(),
});
export type UserQuery = z.output<typeof UserQuery>;

/**
 * PUT /user/{email} serves two calls of the spec: alone with `email` it trades the session cookie for an access token;
 * with profile fields it updates the profile.
 */
export const UserUpdate = z.strictObject({
  email: Email.optional(),
  name: text(0, 200, 'Name').optional(),
  address: text(0, 500, 'Address').optional(),
  phone: text(0, 40, 'Phone').optional(),
  /** In which they are written to; null: the shop's own. */
  language: LanguageCode.nullable().optional(),
});
export type UserUpdate = z.output<typeof UserUpdate>;

export const UserUpdated = z.object({
  modifiedCount: z.number(),
  token: z.string().optional(),
  expiresAt: z.string().optional(),
});

/** What the signed-in see of themselves in the profile form, and what their menus are made from (contract/policy.ts). */
export const Profile = z.object({
  name: z.string(),
  email: z.string(),
  address: z.string(),
  phone: z.string(),
  role: z.enum(ROLES),
  /** In which they are written to; null: the shop's own. */
  language: LanguageCode.nullable(),
});
export type Profile = z.infer<typeof Profile>;

/** The role that an admin gives somebody. */
export const RoleChange = z.strictObject({
  role: z.enum(ROLES, tell('role must be one of {choices}', { choices: ROLES.join(', ') })),
});

/** Whether somebody gets in at all. */
export const Disabling = z.strictObject({ disabled: z.boolean('disabled must be true or false') });

const ALREADY_A_CUSTOMER = tell('Everybody is already a customer');
const NO_STAFF_ROLE = tell('role must be one of {choices}', { choices: ROLES.slice(1).join(', ') });

/** Somebody who shall work for the shop. */
export const NewInvitation = z.strictObject({
  email: NewEmail,
  role: z.enum(ROLES, tell('role must be one of {choices}', { choices: ROLES.join(', ') })).exclude(['customer'], {
    error: ({ input }) => (input === 'customer' ? ALREADY_A_CUSTOMER : NO_STAFF_ROLE),
  }),
  /** In which they are written to; left out: the shop's own. */
  language: LanguageCode.optional(),
});
export type NewInvitation = z.output<typeof NewInvitation>;

/** `given`: the address was proved, and has the role now; `invited`: whoever proves it has it. */
export const Invited = z.object({ email: z.string(), role: z.enum(ROLES), state: z.enum(['given', 'invited']) });
export type Invited = z.infer<typeof Invited>;

/** Somebody who was invited and has not come yet. */
export const Invitation = z.object({
  email: z.string(),
  role: z.enum(ROLES),
  language: z.enum(LANGUAGES).nullable(),
  invitedBy: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;
