import type { Complaint } from '#server/engine/http/app-error.ts';
import { complaintOf, sentence } from '#contract/sentences.ts';
import { z } from 'zod';
import type { IdentityErrorCode } from '#contract/people/identity.ts';
import { type IdentityPath, type IdentityRoute, identityRoutes } from '#contract/people/identity-calls.ts';
import type { Limit } from '#server/engine/http/limits.ts';
import { IdentityRefusal } from './refusal.ts';

/** Who is asking, for the limits. */
export interface Asker {
  /** The part of the client's address that one customer has. */
  network: string;
  userId: string | undefined;
  /** Set where they ask on a device where they were signed in before. */
  device: string | undefined;
  body: Record<string, unknown>;
}

/** What stands around a call beside the contract's table. */
interface CallGuards {
  limits?: (asker: Asker) => Limit[];
  /** Whether it needs a session that began a short while ago, or the password in the body (spec §8, requires recent login). */
  recent?: (body: Record<string, unknown>) => boolean;
}

/** One call below /api/auth that may be made at all; every other path is unknown. */
export type IdentityCall = IdentityRoute & CallGuards;

const always = () => true;

/** From one address; and one account, from however many addresses (attacks T67). A success forgets all but the first. */
const signInLimits = (asker: Asker): Limit[] => [
  { what: 'sign-in from', whom: asker.network, max: 3, seconds: 10 },
  ...accountLimits(asker),
];

/**
 * One network uses up half of what all of them may try together, so that it alone keeps nobody out, and not for longer than
 * some minutes of an hour, so that it takes dozens to do so all day; and a device where they were signed in before is counted
 * by itself, so that nobody elsewhere keeps them out (decision 020).
 */
export function accountLimits({ network, body, device }: Pick<Asker, 'network' | 'body' | 'device'>): Limit[] {
  const email = String(body['email']).toLowerCase();
  if (device !== undefined)
    return [{ what: 'sign-in on a known device as', whom: `${device} ${email}`, max: 10, seconds: 60 }];
  return [
    { what: 'sign-in from a network as', whom: `${network} ${email}`, max: 5, seconds: 60 },
    { what: 'sign-in within an hour from a network as', whom: `${network} ${email}`, max: 20, seconds: 3_600 },
    { what: 'sign-in as', whom: email, max: 10, seconds: 60 },
  ];
}

const DAY = 86_400;

/** What makes a mail or an SMS, per receiver and per sender (attacks T70). */
const messageLimits =
  (what: string, receiver: string) =>
  ({ network, userId, body }: Asker): Limit[] => [
    { what: `${what} to`, whom: String(body[receiver] ?? userId ?? network).toLowerCase(), max: 3, seconds: 60 },
    { what: `${what} from`, whom: network, max: 3, seconds: 60 },
    // However slowly: nobody writes to all the world by us.
    { what: `${what} letters in a day from`, whom: network, max: 300, seconds: DAY },
    ...(userId ? [{ what: `${what} letters in a day as`, whom: userId, max: 60, seconds: DAY }] : []),
    // So that one stranger cannot use up what an address may be sent in a day (decision 404).
    {
      what: `${what} in a day`,
      whom: `${network} ${String(body[receiver] ?? userId ?? '').toLowerCase()}`,
      max: 20,
      seconds: DAY,
    },
  ];

/** A text message costs money and rings at somebody's: a cap for the day too, by number and by sender. */
const phoneLimits = (asker: Asker): Limit[] => [
  ...messageLimits('phone code', 'phoneNumber')(asker),
  { what: 'phone codes in a day to', whom: String(asker.body['phoneNumber']), max: 20, seconds: DAY },
  { what: 'phone codes in a day from', whom: asker.network, max: 60, seconds: DAY },
  ...(asker.userId ? [{ what: 'phone codes in a day as', whom: asker.userId, max: 20, seconds: DAY }] : []),
];

/** Guesses at a secret, per address and per user; `what` keeps the kinds apart. */
const guessLimits =
  (what: string, max: number, seconds: number) =>
  ({ network, userId }: Asker): Limit[] => [
    { what: `${what} from`, whom: network, max, seconds },
    ...(userId ? [{ what: `${what} as`, whom: userId, max, seconds }] : []),
  ];

const password = guessLimits('password', 5, 60);
const secondStep = guessLimits('second step', 3, 10);

/** The guards of each call; one that is not named here has none. */
const guards: { [Path in IdentityPath]?: CallGuards } = {
  // Each makes a hash.
  '/sign-up/email': { limits: ({ network }) => [{ what: 'sign-up from', whom: network, max: 60, seconds: 60 }] },
  '/sign-in/email': { limits: signInLimits },
  '/sign-in/social': { limits: guessLimits('social sign-in', 20, 10) },
  '/sign-in/magic-link': { limits: messageLimits('magic link', 'email') },
  '/phone-number/send-otp': { limits: phoneLimits },
  '/phone-number/verify': {
    limits: guessLimits('phone code', 5, 10),
    // Adding a number adds a way in.
    recent: ({ updatePhoneNumber }) => updatePhoneNumber === true,
  },
  '/update-user': { recent: (body) => 'phoneNumber' in body },
  '/change-email': { limits: messageLimits('change of e-mail', 'newEmail'), recent: always },
  '/change-password': { limits: password },
  '/request-password-reset': { limits: messageLimits('password reset', 'email') },
  '/reset-password': { limits: guessLimits('reset token', 10, 60) },
  '/send-verification-email': { limits: messageLimits('verification', 'email') },
  '/delete-user': { limits: password, recent: always },
  '/link-social': { recent: always },
  '/unlink-account': { recent: always },
  '/two-factor/enable': { limits: password, recent: always },
  '/two-factor/disable': { limits: password, recent: always },
  '/two-factor/get-totp-uri': { limits: password, recent: always },
  '/two-factor/generate-backup-codes': { limits: password, recent: always },
  '/two-factor/verify-totp': { limits: secondStep },
  '/two-factor/verify-backup-code': { limits: secondStep },
};

/** The call at a path below /api/auth. */
export function callAt(path: string): IdentityCall | undefined {
  return isPath(path) ? { ...identityRoutes[path], ...guards[path] } : undefined;
}

function isPath(path: string): path is IdentityPath {
  return Object.hasOwn(identityRoutes, path);
}

/** Checks a body against the fields of its call. @throws IdentityRefusal FIELD_NOT_ALLOWED, VALIDATION_ERROR or the field's own code */
export function checkBody(fields: z.ZodRawShape, body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new IdentityRefusal('VALIDATION_ERROR', {
      issues: [{ path: 'body', message: sentence('The body must be an object') }],
    });
  }
  const unknown = Object.keys(body).filter((key) => !Object.hasOwn(fields, key));
  if (unknown.length > 0) {
    const issues = unknown
      .slice(0, 20)
      .map((path) => ({ path, message: sentence('{path} is not a field of this call', { path: path.slice(0, 100) }) }));
    throw new IdentityRefusal('FIELD_NOT_ALLOWED', { issues });
  }
  const parsed = z.object(fields).safeParse(body);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const own = first?.code === 'custom' ? first.params?.['code'] : undefined;
  if (typeof own === 'string') throw new IdentityRefusal(own as IdentityErrorCode);
  const issues: Complaint[] = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: complaintOf(issue),
  }));
  throw new IdentityRefusal('VALIDATION_ERROR', { issues });
}
