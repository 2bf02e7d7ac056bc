import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { addOAuthServerContext, APIError, createAuthMiddleware } from 'better-auth/api';
import { admin, magicLink, phoneNumber, twoFactor } from 'better-auth/plugins';
import { eq } from 'drizzle-orm';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/limits.ts';
import type { Config } from '#server/config.ts';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Log } from '#server/log.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { recordLeaving } from '#server/people/audit/audit.ts';
import { requireAnotherAdmin } from '#server/people/directory/last-admin.ts';
import { ABSOLUTE_DAYS, cookiePrefix, IDLE_DAYS } from './cookie-session.ts';
import { google, type OpenIdIssuer } from './google.ts';

import { accounts, sessions, twoFactors, users, verifications } from '#server/people/directory/people.sql.ts';
import { databaseHooks } from './database-hooks.ts';
import { identityLetters } from './identity-letters.ts';
import { type LetterShop, LINK_SECONDS, SIGN_IN_SECONDS } from './letters.ts';
import type { Limits } from '#server/engine/http/limits.ts';
import { ownAddress, ownOrigins } from './origin.ts';
import { noteFault, requestFacts } from './request-facts.ts';
import { type PasswordHash, passwordHashing } from './passwords.ts';
import type { betterAuthSecrets } from './secrets.ts';
import { secondStepEverywhere } from './second-step.ts';
import { voidPending } from './security-stamp.ts';
import { dropUnprovenAccess } from './unproven-access.ts';

/** Carries the client's address to better-auth; whatever a client sends under this name is overwritten. */
export const CLIENT_HEADER = 'x-tradebench-client';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

interface AuthParts {
  config: Config;
  database: Database;
  mail: Mail;
  log: Log;
  limits: Limits;
  /** Not given: no 'Continue with Google'. */
  issuer: OpenIdIssuer | undefined;
  secrets: Awaited<ReturnType<typeof betterAuthSecrets>>;
  /** Whose letters they are. */
  shop: () => Promise<LetterShop>;
  /** What is done in the transaction that removes an account, before it goes. */
  beforeLeaving: (tx: Tx, userId: string) => Promise<void>;
  /** Not given: full strength. */
  passwords?: PasswordHash | undefined;
}

export type Auth = ReturnType<typeof createAuth>;

/** better-auth over the shop's tables. It is never reached but through the guards of create-identity.ts. */
export function createAuth(parts: AuthParts) {
  const { config, database, mail, log, limits, issuer, secrets, shop, beforeLeaving, passwords } = parts;
  const page = (path: string) => `${config.baseUrl}${path}`;
  const isWayIn = async (phoneNumber: string) =>
    (await database.db.$count(users, eq(users.phoneNumber, phoneNumber))) > 0;
  const letters = identityLetters({ config, database, mail, limits, shop });
  return betterAuth({
    appName: 'Tradebench',
    baseURL: ownAddress(config),
    ...secrets,
    trustedOrigins: [...ownOrigins(config)],
    database: observed(
      drizzleAdapter(database.db, {
        provider: 'pg',
        schema: {
          user: users,
          session: sessions,
          account: accounts,
          verification: verifications,
          twoFactor: twoFactors,
        },
        // A transaction around sign-up would hold a connection, and in the process the only one, while it hashes and mails.
        transaction: false,
      }),
    ),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      autoSignIn: true,
      resetPasswordTokenExpiresIn: LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      password: passwordHashing(config.rateLimits, passwords),
      sendResetPassword: letters.resetPassword,
      async onPasswordReset({ user }) {
        // The link in the letter proved the address.
        if (!user.emailVerified) await dropUnprovenAccess(database, user.id);
        await letters.passwordChanged(user);
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: LINK_SECONDS,
      sendVerificationEmail: letters.verifyEmail,
      afterEmailVerification: ({ id }) => voidPending(database.db, id),
    },
    user: {
      additionalFields: {
        address: { type: 'string', input: false, required: false, returned: false },
        phone: { type: 'string', input: false, required: false, returned: false },
        lastSignInAt: { type: 'date', input: false, required: false },
      },
      deleteUser: {
        enabled: true,
        // The action itself, not only the question: two admins who leave at once must take turns until one is gone (attacks T92).
        beforeDelete: ({ id }) =>
          transaction(database, async (tx) => {
            await requireAnotherAdmin(tx, id);
            await recordLeaving(tx, id);
            await beforeLeaving(tx, id);
            await tx.delete(users).where(eq(users.id, id));
          }),
      },
    },
    session: {
      // The cookie lives as long as a session may at most; the row in the database decides when it ends.
      expiresIn: ABSOLUTE_DAYS * DAY_SECONDS,
      // Counted back from expiresIn: a session with 7 idle days is moved once an hour of them has passed.
      updateAge: (ABSOLUTE_DAYS - IDLE_DAYS) * DAY_SECONDS + HOUR_SECONDS,
      // How recent a sign-in must be is the guards' own question.
      freshAge: 0,
    },
    account: {
      encryptOAuthTokens: true,
      accountLinking: { enabled: true, allowDifferentEmails: true },
    },
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: databaseHooks({ config, database, log, passwordChanged: letters.passwordChanged }),
    plugins: [
      admin(),
      twoFactor({ issuer: 'Tradebench', allowPasswordless: true }),
      magicLink({
        storeToken: 'hashed',
        expiresIn: SIGN_IN_SECONDS,
        sendMagicLink: letters.magicLink,
      }),
      phoneNumber({
        otpLength: 6,
        expiresIn: SIGN_IN_SECONDS,
        allowedAttempts: 3,
        sendOTP: letters.phoneCode,
      }),
      ...(issuer ? [google(issuer)] : []),
      secondStepEverywhere(limits),
    ],
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        if (path === '/link-social') await addOAuthServerContext({ stamp: requestFacts.getStore()?.session?.stamp });
        // The code that was sent to add a number is no way in; better-auth would look for its user and fail.
        if (path !== '/phone-number/verify' || body.updatePhoneNumber || (await isWayIn(body.phoneNumber))) return;
        throw new APIError('BAD_REQUEST', { code: 'INVALID_OTP', message: 'Invalid OTP' });
      }),
    },
    // What is no refusal of better-auth's own comes out as it is thrown.
    onAPIError: { errorURL: page('/login'), throw: true },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: cookiePrefix(config.baseUrl),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: config.baseUrl.startsWith('https:') },
      ipAddress: { ipAddressHeaders: [CLIENT_HEADER] },
      database: { generateId: () => newId() },
      // Said outright, because better-auth switches both off when it takes a process for a test.
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    telemetry: { enabled: false },
    logger: withoutAddresses(log),
  });
}

/** better-auth's messages name e-mail addresses; only what went wrong inside is passed on. */
function withoutAddresses(log: Log): BetterAuthOptions['logger'] {
  return {
    level: 'error',
    log: (_level, _message, ...details) => {
      const error = details.find((detail) => detail instanceof Error);
      if (error) log.warn({ error }, 'identity failed internally');
    },
  };
}

type Adapter = ReturnType<typeof drizzleAdapter>;

/** The same adapter, which remembers the failures of the database that better-auth is about to swallow. */
function observed(adapter: Adapter): Adapter {
  return (options) =>
    new Proxy(adapter(options), {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          const answer: unknown = Reflect.apply(member, target, args);
          if (answer instanceof Promise) answer.catch(noteFault);
          return answer;
        };
      },
    });
}
