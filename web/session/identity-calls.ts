import type { IdentityErrorBody } from '#contract/people/identity.ts';
import type { IdentityAnswer, IdentityBody, IdentityPath, IdentityUser } from '#contract/people/identity-calls.ts';
import { ApiError, networkError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { released } from '#web/api/press.ts';
import { LANGUAGE, say } from '#web/saying/say.ts';
import { LONG_TIMEOUT_MS, OFFLINE_TIMEOUT_MS, SHORT_TIMEOUT_MS } from './times.ts';
import type { SessionUser } from './user.ts';

/** What identity refused, with its own code and a sentence for a person. */
class IdentityError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'IdentityError';
    this.status = status;
    this.code = code;
  }
}

/**
 * Makes a call below /api/auth. No answer in time, and one that cannot be read, count as no answer (spec §8).
 * @throws IdentityError, ApiError NETWORK_ERROR
 */
export async function identityCall<P extends IdentityPath>(
  path: P,
  ...[body]: IdentityBody<P> extends undefined ? [] : [body: IdentityBody<P>]
): Promise<IdentityAnswer<P>> {
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`/api/auth${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      // Who signs out and closes the window at once is signed out all the same.
      keepalive: path === '/sign-out',
      signal: AbortSignal.timeout(answerTimeout()),
      headers: { 'accept-language': LANGUAGE, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    answer = await response.json();
  } catch {
    throw networkError();
  } finally {
    await released();
  }
  // The server checks its answers against the same table before they leave.
  if (response.ok) return answer as IdentityAnswer<P>;
  const { code, message } = (answer ?? {}) as Partial<IdentityErrorBody>;
  throw new IdentityError(
    response.status,
    typeof code === 'string' ? code : 'INTERNAL_ERROR',
    typeof message === 'string' && message !== '' ? message : sentenceFor(response.status),
  );
}

/** The access token of whoever the session cookie names, for who has this address. @throws ApiError */
export async function exchange(email: string): Promise<{ token: string }> {
  const signal = AbortSignal.timeout(answerTimeout());
  const { token } = await call('PUT /user/:email', { params: { email }, body: { email }, signal }).catch(
    (error: unknown) => {
      throw error instanceof ApiError ? error : networkError();
    },
  );
  if (token === undefined) {
    throw new ApiError(502, {
      code: 'UNEXPECTED_ANSWER',
      message: say('The shop sent no access token. Please try again.'),
    });
  }
  return { token };
}

function sentenceFor(status: number): string {
  if (status === 429) return say('Too many attempts. Please wait a moment and try again.');
  return say('Something went wrong. Please try again.');
}

/** What signing in leads to where the account asks for a second step. */
export const SECOND_STEP = 'second-step';

/** @throws IdentityError such as INVALID_EMAIL_OR_PASSWORD */
export async function signInWithPassword(email: string, password: string): Promise<SessionUser | typeof SECOND_STEP> {
  return enteredAs(await identityCall('/sign-in/email', { email, password }));
}

/** Signs in with the code that was sent to a phone. @throws IdentityError such as INVALID_OTP */
export async function signInWithPhone(phoneNumber: string, code: string): Promise<SessionUser | typeof SECOND_STEP> {
  return enteredAs(await identityCall('/phone-number/verify', { phoneNumber, code }));
}

/**
 * The letter's link leads to where it is said that the address is verified, or why it is not.
 * @throws IdentityError such as USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL, PASSWORD_TOO_SHORT
 */
export async function signUp(name: string, email: string, password: string): Promise<SessionUser> {
  const callbackURL = '/signed-in?done=email-verified';
  return sessionUser((await identityCall('/sign-up/email', { name, email, password, callbackURL })).user);
}

/** Completes a sign-in that asks for a second step. @throws IdentityError such as INVALID_CODE */
export async function takeSecondStep(
  way: 'totp' | 'backup-code',
  input: IdentityBody<'/two-factor/verify-totp'>,
): Promise<SessionUser> {
  return sessionUser((await identityCall(`/two-factor/verify-${way}`, input)).user);
}

/** The address of Google's sign-in, which leads back to `callbackURL`. @throws IdentityError */
export async function googleAddress(callbackURL: string): Promise<string> {
  return (await identityCall('/sign-in/social', throughGoogle(callbackURL))).url;
}

/** What a call needs that answers an address at Google, from which people come back to `callbackURL`, refused or not. */
export function throughGoogle(callbackURL: string): IdentityBody<'/sign-in/social'> {
  return { provider: 'google', callbackURL, errorCallbackURL: callbackURL, disableRedirect: true };
}

export async function signOutAtServer(): Promise<void> {
  await identityCall('/sign-out', {});
}

/** Whoever the session cookie names; null without a session. */
export async function whoAmI(): Promise<SessionUser | null> {
  const answer = await identityCall('/get-session');
  return answer && sessionUser(answer.user);
}

function enteredAs(
  answer: IdentityAnswer<'/sign-in/email' | '/phone-number/verify'>,
): SessionUser | typeof SECOND_STEP {
  return 'twoFactorRedirect' in answer ? SECOND_STEP : sessionUser(answer.user);
}

/** How long an answer may take in this browser now, in ms. */
function answerTimeout(): number {
  if (!navigator.onLine) return OFFLINE_TIMEOUT_MS;
  return /\bMobi/i.test(navigator.userAgent) ? LONG_TIMEOUT_MS : SHORT_TIMEOUT_MS;
}

/** The signed-in user, from what identity tells of them. */
function sessionUser(user: IdentityUser): SessionUser {
  const { id, email, phoneNumber } = user;
  const providers = user.waysIn.map(({ providerId, accountId }) =>
    providerId === 'credential' ? { providerId: 'password', uid: email } : { providerId, uid: accountId },
  );
  return {
    uid: id,
    email,
    emailVerified: user.emailVerified,
    displayName: user.name,
    // Nobody is let in without saying who they are, and there is one shop.
    isAnonymous: false,
    photoURL: user.image,
    phoneNumber,
    tenantId: null,
    providerData: phoneNumber === null ? providers : [...providers, { providerId: 'phone', uid: phoneNumber }],
    createdAt: user.createdAt,
    lastLoginAt: user.lastSignInAt ?? user.createdAt,
  };
}
