import { z } from 'zod';
import type { IdentityErrorCode } from './identity.ts';
import { isEmailAddress, MAX_EMAIL } from '../email.ts';
import { tell } from '../sentences.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from '../limits.ts';
import { bounded, canBeKept, codePoints } from '../text.ts';
import { isPictureAddress } from '../catalogue/picture-address.ts';

/** A field's schema that fails with a code of its own instead of VALIDATION_ERROR. */
function coded<S extends z.ZodType<string>>(schema: S, code: IdentityErrorCode, valid: (value: string) => boolean) {
  return schema.refine(valid, { error: code, params: { code }, abort: true });
}

function line(max: number, what: string) {
  const filling = { what: { text: what } };
  return bounded(max, tell('{what} is too long', filling), tell('{what} is required', filling)).refine(
    canBeKept,
    tell('{what} has characters that are not allowed', filling),
  );
}

const email = coded(line(MAX_EMAIL, 'Email'), 'INVALID_EMAIL', isEmailAddress);
/** Halves of characters would all be hashed as the same one. */
const notTooLong = coded(
  z.string('Password is required'),
  'PASSWORD_TOO_LONG',
  (value) => value.length <= MAX_PASSWORD,
).refine(canBeKept, { error: 'Password has characters that are not allowed', abort: true });
const newPassword = coded(notTooLong, 'PASSWORD_TOO_SHORT', (value) => value.length >= MIN_PASSWORD);
const name = coded(
  z.string('Name is required'),
  'INVALID_NAME',
  (value) => value.trim() !== '' && codePoints(value) <= 200 && canBeKept(value),
);
const image = coded(z.string('Image must be text'), 'INVALID_IMAGE_URL', isPictureAddress);
const phoneNumber = coded(line(40, 'Phone number'), 'INVALID_PHONE_NUMBER', (value) => /^\+[1-9]\d{6,14}$/.test(value));
const code = line(40, 'Code');
const flag = z.boolean('Must be true or false');
/** Taken, for clients that send it, and always done. */
const alwaysDone = flag.default(true).transform(() => true);
/** Addresses to come back to are checked for the shop's own origin apart from this. */
const address = line(2_000, 'Address');
/** For what goes on elsewhere: where it ends well, and where not. */
const back = { callbackURL: address.optional(), errorCallbackURL: address.optional() };
const password = { password: notTooLong.optional() };

/** A way in beside e-mail links and a number: a password (`credential`) or Google, where `accountId` is the name there. */
const WayIn = z.object({ id: z.string(), providerId: z.string(), accountId: z.string() });

/** Somebody as identity tells them of themselves: all that a page needs to know who is signed in. Times are ISO 8601. */
export const IdentityUser = z.object({
  id: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string(),
  image: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  phoneNumberVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastSignInAt: z.string().nullable(),
  waysIn: z.array(WayIn),
});
export type IdentityUser = z.infer<typeof IdentityUser>;

/** A place where somebody is signed in; `token` names it for /revoke-session. */
const OpenSession = z.object({
  id: z.string(),
  token: z.string(),
  userId: z.string(),
  ipAddress: z.string().nullish(),
  userAgent: z.string().nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
});

const Status = z.object({ status: z.boolean(), message: z.string().optional() });
/** Somebody is in, with the cookie; whoever follows a link sees a page instead. */
const SignedIn = z.object({
  user: IdentityUser,
  token: z.string().nullish(),
  redirect: z.boolean().optional(),
  url: z.string().nullish(),
  status: z.boolean().optional(),
});
/** The first step was right, and the account asks for a second one. */
const SecondStep = z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) });
const Entered = z.union([SecondStep, SignedIn]);
const Elsewhere = z.object({ url: z.string(), redirect: z.boolean(), status: z.boolean().optional() });

/** One call below /api/auth. */
export interface IdentityRoute {
  method: 'GET' | 'POST';
  /** The fields of the body; any other is refused. */
  fields?: z.ZodRawShape;
  /** Of a success; calls that are followed as links lead to a page instead, and then there is none. */
  answer: z.ZodType;
}

/**
 * Every call of identity: what goes in and what comes out. better-auth answers more paths than these; what is not listed
 * here does not exist for the outside. Refusals are those of contract/people/identity.ts.
 */
export const identityRoutes = {
  '/sign-up/email': {
    method: 'POST',
    fields: {
      name,
      email,
      password: newPassword,
      image: image.nullish(),
      callbackURL: address.optional(),
      rememberMe: flag.optional(),
    },
    answer: SignedIn,
  },
  '/sign-in/email': {
    method: 'POST',
    fields: { email, password: notTooLong, callbackURL: address.optional(), rememberMe: flag.optional() },
    answer: Entered,
  },
  '/sign-in/social': {
    method: 'POST',
    fields: {
      provider: line(40, 'Provider'),
      ...back,
      newUserCallbackURL: address.optional(),
      disableRedirect: flag.optional(),
    },
    answer: Elsewhere,
  },
  '/callback/google': { method: 'GET', answer: z.null() },
  '/sign-in/magic-link': {
    method: 'POST',
    fields: {
      email,
      name: name.optional(),
      ...back,
      newUserCallbackURL: address.optional(),
    },
    answer: Status,
  },
  '/magic-link/verify': { method: 'GET', answer: Entered },
  '/phone-number/send-otp': {
    method: 'POST',
    fields: { phoneNumber },
    answer: z.object({ message: z.string() }),
  },
  '/phone-number/verify': {
    method: 'POST',
    fields: { phoneNumber, code, disableSession: z.literal(false).optional(), updatePhoneNumber: flag.optional() },
    answer: Entered,
  },
  '/get-session': {
    method: 'GET',
    answer: z.object({ session: OpenSession, user: IdentityUser }).nullable(),
  },
  '/sign-out': { method: 'POST', fields: {}, answer: z.object({ success: z.boolean() }) },
  '/list-sessions': { method: 'GET', answer: z.array(OpenSession) },
  '/revoke-session': { method: 'POST', fields: { token: line(200, 'Token') }, answer: Status },
  '/revoke-sessions': { method: 'POST', fields: {}, answer: Status },
  '/revoke-other-sessions': { method: 'POST', fields: {}, answer: Status },
  '/update-user': {
    method: 'POST',
    fields: { name: name.optional(), image: image.nullish(), phoneNumber: z.null('Must be null').optional() },
    answer: Status,
  },
  '/change-email': { method: 'POST', fields: { newEmail: email, callbackURL: address.optional() }, answer: Status },
  '/change-password': {
    method: 'POST',
    fields: { newPassword, currentPassword: notTooLong, revokeOtherSessions: alwaysDone },
    answer: SignedIn,
  },
  '/request-password-reset': {
    method: 'POST',
    fields: { email, redirectTo: address.optional() },
    answer: Status,
  },
  '/reset-password': {
    method: 'POST',
    fields: { newPassword, token: line(200, 'Token').optional() },
    answer: Status,
  },
  '/send-verification-email': { method: 'POST', fields: { email, callbackURL: address.optional() }, answer: Status },
  '/verify-email': { method: 'GET', answer: Status },
  '/delete-user': {
    method: 'POST',
    fields: { ...password, callbackURL: address.optional() },
    answer: z.object({ success: z.boolean(), message: z.string() }),
  },
  '/link-social': {
    method: 'POST',
    fields: {
      provider: line(40, 'Provider'),
      ...back,
      disableRedirect: flag.optional(),
    },
    answer: Elsewhere,
  },
  '/list-accounts': {
    method: 'GET',
    answer: z.array(
      WayIn.extend({ createdAt: z.string(), updatedAt: z.string(), scopes: z.array(z.string()).optional() }),
    ),
  },
  '/unlink-account': { method: 'POST', fields: { accountId: line(200, 'Account') }, answer: Status },
  '/two-factor/enable': {
    method: 'POST',
    fields: { ...password, issuer: line(100, 'Issuer').optional(), method: z.literal('totp').optional() },
    answer: z.object({ method: z.string(), totpURI: z.string(), backupCodes: z.array(z.string()) }),
  },
  '/two-factor/disable': { method: 'POST', fields: password, answer: Status },
  '/two-factor/get-totp-uri': { method: 'POST', fields: password, answer: z.object({ totpURI: z.string() }) },
  '/two-factor/generate-backup-codes': {
    method: 'POST',
    fields: password,
    answer: z.object({ status: z.boolean(), backupCodes: z.array(z.string()) }),
  },
  '/two-factor/verify-totp': {
    method: 'POST',
    fields: { code, trustDevice: flag.optional() },
    answer: SignedIn,
  },
  '/two-factor/verify-backup-code': {
    method: 'POST',
    fields: { code, trustDevice: flag.optional() },
    answer: SignedIn,
  },
} as const satisfies Record<string, IdentityRoute>;

type IdentityRoutes = typeof identityRoutes;
export type IdentityPath = keyof IdentityRoutes;
/** What a call answers when it succeeds. */
export type IdentityAnswer<P extends IdentityPath> = z.output<IdentityRoutes[P]['answer']>;
/** What a call takes as its body; nothing where it takes none. */
export type IdentityBody<P extends IdentityPath> = IdentityRoutes[P] extends {
  fields: infer Fields extends z.ZodRawShape;
}
  ? z.input<z.ZodObject<Fields>>
  : undefined;
