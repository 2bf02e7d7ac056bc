import { z } from 'zod';
import type { Issue } from '#contract/errors.ts';
import { isPictureAddress } from '#contract/tools.ts';
import type { IdentityErrorCode } from '#contract/identity.ts';
import { codePoints } from '#contract/text.ts';
import type { Limit } from './limits.ts';
import { IdentityRefusal } from './refusal.ts';

/** Who is asking, for the limits. */
interface Asker {
  /** The part of the client's address that one customer has. */
  network: string;
  userId: string | undefined;
  body: Record<string, unknown>;
}

/** One call below /api/auth that may be made at all; every other path is unknown. */
export interface IdentityCall {
  method: 'GET' | 'POST';
  /** The fields of the body; any other is refused. */
  fields?: z.ZodRawShape;
  limits?: (asker: Asker) => Limit[];
  /** Whether it needs a session that began a short while ago, or the password in the body (spec §8, requires recent login). */
  recent?: (body: Record<string, unknown>) => boolean;
}

/** A field's schema that fails with a code of its own instead of VALIDATION_ERROR. */
function coded<S extends z.ZodType<string>>(schema: S, code: IdentityErrorCode, valid: (value: string) => boolean) {
  return schema.refine(valid, { error: code, params: { code } });
}

function line(max: number, what: string) {
  return z
    .string(`${what} is required`)
    .max(max, `${what} is too long`)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), `${what} has characters that cannot be kept`);
}

const EMAIL_SHAPE = z.email();
export function isEmailAddress(value: unknown): value is string {
  return EMAIL_SHAPE.safeParse(value).success;
}
const email = coded(line(254, 'Email'), 'INVALID_EMAIL', isEmailAddress);
const notTooLong = coded(z.string('Password is required'), 'PASSWORD_TOO_LONG', (value) => value.length <= 128);
const newPassword = coded(notTooLong, 'PASSWORD_TOO_SHORT', (value) => value.length >= 6);
const name = coded(
  z.string('Name is required'),
  'INVALID_NAME',
  (value) => value.trim() !== '' && codePoints(value) <= 200 && !value.includes('\0') && value.isWellFormed(),
);
const image = coded(z.string('Image must be text'), 'INVALID_IMAGE_URL', isPictureAddress);
const phoneNumber = coded(line(40, 'Phone number'), 'INVALID_PHONE_NUMBER', (value) => /^\+[1-9]\d{6,14}$/.test(value));
const code = line(40, 'Code');
const flag = z.boolean('Must be true or false');
/** Taken, for clients that send it, and always done. */
const alwaysDone = flag.default(true).transform(() => true);
const always = () => true;
/** Addresses to come back to are checked for the shop's own origin apart from this. */
const address = line(2_000, 'Address');

/** T67: from one address; and one account, from however many addresses. A success forgets the second. */
export const signInLimits = ({ network, body }: Asker): Limit[] => [
  { what: 'sign-in from', whom: network, max: 3, seconds: 10 },
  accountLimit(body),
];
export function accountLimit(body: Record<string, unknown>): Limit {
  return { what: 'sign-in as', whom: String(body['email']).toLowerCase(), max: 10, seconds: 60 };
}

/** T70: what makes a mail or an SMS, per receiver and per sender. */
const messageLimits =
  (what: string, receiver: string) =>
  ({ network, userId, body }: Asker): Limit[] => [
    { what: `${what} to`, whom: String(body[receiver] ?? userId ?? network).toLowerCase(), max: 3, seconds: 60 },
    { what: `${what} from`, whom: network, max: 3, seconds: 60 },
  ];

/** Guesses at a secret, per address and per user; `what` keeps the kinds apart. */
const guessLimits =
  (what: string, max: number, seconds: number) =>
  ({ network, userId }: Asker): Limit[] => [
    { what: `${what} from`, whom: network, max, seconds },
    ...(userId ? [{ what: `${what} as`, whom: userId, max, seconds }] : []),
  ];

const get: IdentityCall = { method: 'GET' };

/** better-auth answers more paths than these; what is not listed here does not exist for the outside. */
export const identityCalls: Record<string, IdentityCall> = {
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
    // Each makes a hash and a letter.
    limits: ({ network }) => [{ what: 'sign-up from', whom: network, max: 60, seconds: 60 }],
  },
  '/sign-in/email': {
    method: 'POST',
    fields: { email, password: notTooLong, callbackURL: address.optional(), rememberMe: flag.optional() },
    limits: signInLimits,
  },
  '/sign-in/social': {
    method: 'POST',
    fields: {
      provider: line(40, 'Provider'),
      callbackURL: address.optional(),
      newUserCallbackURL: address.optional(),
      errorCallbackURL: address.optional(),
      disableRedirect: flag.optional(),
    },
    limits: guessLimits('social sign-in', 20, 10),
  },
  '/callback/google': get,
  '/sign-in/magic-link': {
    method: 'POST',
    fields: {
      email,
      name: name.optional(),
      callbackURL: address.optional(),
      newUserCallbackURL: address.optional(),
      errorCallbackURL: address.optional(),
    },
    limits: messageLimits('magic link', 'email'),
  },
  '/magic-link/verify': get,
  '/phone-number/send-otp': {
    method: 'POST',
    fields: { phoneNumber },
    limits: messageLimits('phone code', 'phoneNumber'),
  },
  '/phone-number/verify': {
    method: 'POST',
    fields: { phoneNumber, code, disableSession: z.literal(false).optional(), updatePhoneNumber: flag.optional() },
    limits: guessLimits('phone code', 5, 10),
    // Adding a number adds a way in.
    recent: ({ updatePhoneNumber }) => updatePhoneNumber === true,
  },
  '/get-session': get,
  '/sign-out': { method: 'POST', fields: {} },
  '/list-sessions': get,
  '/revoke-session': { method: 'POST', fields: { token: line(200, 'Token') } },
  '/revoke-sessions': { method: 'POST', fields: {} },
  '/revoke-other-sessions': { method: 'POST', fields: {} },
  '/update-user': {
    method: 'POST',
    fields: { name: name.optional(), image: image.nullish(), phoneNumber: z.null().optional() },
    recent: (body) => 'phoneNumber' in body,
  },
  '/change-email': {
    method: 'POST',
    fields: { newEmail: email, callbackURL: address.optional() },
    limits: messageLimits('change of e-mail', 'newEmail'),
    recent: always,
  },
  '/change-password': {
    method: 'POST',
    fields: { newPassword, currentPassword: notTooLong, revokeOtherSessions: alwaysDone },
    limits: guessLimits('password', 5, 60),
  },
  '/request-password-reset': {
    method: 'POST',
    fields: { email, redirectTo: address.optional() },
    limits: messageLimits('password reset', 'email'),
  },
  '/reset-password': {
    method: 'POST',
    fields: { newPassword, token: line(200, 'Token').optional() },
    limits: guessLimits('reset token', 10, 60),
  },
  '/send-verification-email': {
    method: 'POST',
    fields: { email, callbackURL: address.optional() },
    limits: messageLimits('verification', 'email'),
  },
  '/verify-email': get,
  '/delete-user': {
    method: 'POST',
    fields: { password: notTooLong.optional(), callbackURL: address.optional() },
    limits: guessLimits('password', 5, 60),
    recent: always,
  },
  '/link-social': {
    method: 'POST',
    fields: {
      provider: line(40, 'Provider'),
      callbackURL: address.optional(),
      errorCallbackURL: address.optional(),
      disableRedirect: flag.optional(),
    },
    recent: always,
  },
  '/list-accounts': get,
  '/unlink-account': { method: 'POST', fields: { accountId: line(200, 'Account') }, recent: always },
  '/two-factor/enable': {
    method: 'POST',
    fields: {
      password: notTooLong.optional(),
      issuer: line(100, 'Issuer').optional(),
      method: z.literal('totp').optional(),
    },
    limits: guessLimits('password', 5, 60),
    recent: always,
  },
  '/two-factor/disable': {
    method: 'POST',
    fields: { password: notTooLong.optional() },
    limits: guessLimits('password', 5, 60),
    recent: always,
  },
  '/two-factor/get-totp-uri': {
    method: 'POST',
    fields: { password: notTooLong.optional() },
    limits: guessLimits('password', 5, 60),
    recent: always,
  },
  '/two-factor/generate-backup-codes': {
    method: 'POST',
    fields: { password: notTooLong.optional() },
    limits: guessLimits('password', 5, 60),
    recent: always,
  },
  '/two-factor/verify-totp': {
    method: 'POST',
    fields: { code, trustDevice: flag.optional() },
    limits: guessLimits('second step', 3, 10),
  },
  '/two-factor/verify-backup-code': {
    method: 'POST',
    fields: { code, trustDevice: flag.optional() },
    limits: guessLimits('second step', 3, 10),
  },
};

/** The call at a path below /api/auth. */
export function callAt(path: string): IdentityCall | undefined {
  return Object.hasOwn(identityCalls, path) ? identityCalls[path] : undefined;
}

/** Checks a body against the fields of its call. @throws IdentityRefusal FIELD_NOT_ALLOWED, VALIDATION_ERROR or the field's own code */
export function checkBody(fields: z.ZodRawShape, body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new IdentityRefusal('VALIDATION_ERROR', {
      issues: [{ path: 'body', message: 'The body must be an object' }],
    });
  }
  const unknown = Object.keys(body).filter((key) => !Object.hasOwn(fields, key));
  if (unknown.length > 0) {
    const issues = unknown
      .slice(0, 20)
      .map((path) => ({ path, message: `${path.slice(0, 100)} is not a field of this call` }));
    throw new IdentityRefusal('FIELD_NOT_ALLOWED', { issues });
  }
  const parsed = z.object(fields).safeParse(body);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const own = first?.code === 'custom' ? first.params?.['code'] : undefined;
  if (typeof own === 'string') throw new IdentityRefusal(own as IdentityErrorCode);
  const issues: Issue[] = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new IdentityRefusal('VALIDATION_ERROR', { issues });
}
