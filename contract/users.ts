import { z } from 'zod';
import { Email, text } from './text.ts';

/** A user as an admin sees him; never with a hash, token or secret. */
export const User = z.object({
  _id: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'customer']),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  createdAt: z.string(),
});
export type User = z.infer<typeof User>;

/**
 * PUT /user/{email} serves two calls of the spec: alone with `email` it trades the session cookie for an access token;
 * with profile fields it updates the profile.
 */
export const UserUpdate = z.strictObject({
  email: Email.optional(),
  name: text(0, 200, 'Name').optional(),
  address: text(0, 500, 'Address').optional(),
  phone: text(0, 40, 'Phone').optional(),
});
export type UserUpdate = z.output<typeof UserUpdate>;

export const UserUpdated = z.object({
  modifiedCount: z.number(),
  token: z.string().optional(),
  expiresAt: z.string().optional(),
});

/** What the signed-in customer sees of himself in the profile form. */
export const Profile = z.object({ name: z.string(), email: z.string(), address: z.string(), phone: z.string() });
export type Profile = z.infer<typeof Profile>;
