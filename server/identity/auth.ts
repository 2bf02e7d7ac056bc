import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { admin, magicLink, phoneNumber, twoFactor } from 'better-auth/plugins';
import { eq, sql } from 'drizzle-orm';
import { isPictureAddress } from '#contract/tools.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Log } from '#server/log.ts';
import type { Mail } from '#server/mail/mail.ts';
import { requireAnotherAdmin } from '#server/users/users.ts';
import { unlinkUnlessLast } from './accounts.ts';
import { ABSOLUTE_DAYS, cookiePrefix, IDLE_DAYS } from './cookie-session.ts';
import { google, type OpenIdIssuer } from './google.ts';

import { accounts, sessions, twoFactors, users, verifications } from './identity.sql.ts';
import * as letters from './letters.ts';
import type { Limits } from './limits.ts';
import { ownAddress, ownOrigins } from './origin.ts';
import { noteFault, requestFacts } from './request-facts.ts';
import { passwordHashing } from './passwords.ts';
import { secondStepEverywhere } from './second-step.ts';
import { dropUnprovenAccess } from './unproven-access.ts';

/** Carries the client's address to better-auth; whatever a client sends under this name is overwritten. */
export const CLIENT_HEADER = 'x-tradebench-client';

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1_000;
const HOUR_SECONDS = 3_600;

interface AuthParts {
  config: Config;
  database: Database;
  mail: Mail;
  log: Log;
  limits: Limits;
  /** Not given: no 'Continue with Google'. */
  issuer: OpenIdIssuer | undefined;
}

export type Auth = ReturnType<typeof createAuth>;

/** better-auth over the shop's tables. It is never reached but through the guards of create-identity.ts. */
export function createAuth({ config, database, mail, log, limits, issuer }: AuthParts) {
  const page = (path: string) => `${config.baseUrl}${path}`;
  /** Links to set a password, second steps and trusted devices of before must not outlive a change of address or password (attacks T61). */
  const forgetPending = async (userId: string) => {
    await database.db.delete(verifications).where(eq(verifications.value, userId));
  };
  const isWayIn = async (phoneNumber: string) =>
    (await database.db.$count(users, eq(users.phoneNumber, phoneNumber))) > 0;
  const passwordChanged = async (user: { id: string; email: string; name: string }) => {
    await forgetPending(user.id);
    await mail.send(letters.passwordChangedLetter(user, page('/forgot-password')));
  };
  return betterAuth({
    appName: 'Tradebench',
    baseURL: ownAddress(config),
    secret: config.authSecret,
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
      minPasswordLength: 6,
      maxPasswordLength: 128,
      autoSignIn: true,
      resetPasswordTokenExpiresIn: HOUR_SECONDS,
      revokeSessionsOnPasswordReset: true,
      password: passwordHashing(config.rateLimits),
      sendResetPassword: ({ user, token }) =>
        mail.send(letters.resetPasswordLetter(user, page(`/reset-password?token=${token}`))),
      async onPasswordReset({ user }) {
        // The link in the letter proved the address.
        if (!user.emailVerified) await dropUnprovenAccess(database, user.id);
        await passwordChanged(user);
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: HOUR_SECONDS,
      async sendVerificationEmail({ user, url }) {
        // The link that confirms a change of address sends one of these each time that it is followed (attacks T70).
        const limit = { what: 'verification letter to', whom: user.email.toLowerCase(), max: 3, seconds: 60 };
        if (config.rateLimits && (await limits.take(limit)) !== null) return;
        await mail.send(letters.verifyEmailLetter(user, url));
      },
      afterEmailVerification: ({ id }) => forgetPending(id),
    },
    user: {
      additionalFields: {
        address: { type: 'string', input: false, required: false, returned: false },
        phone: { type: 'string', input: false, required: false, returned: false },
        lastSignInAt: { type: 'date', input: false, required: false },
      },
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: ({ user, newEmail, url }) =>
          mail.send(letters.confirmChangeLetter(user, newEmail, url)),
      },
      deleteUser: {
        enabled: true,
        // The deed itself, not only the question: two admins who leave at once must take turns until one is gone (attacks T92).
        beforeDelete: ({ id }) =>
          transaction(database, async (tx) => {
            await requireAnotherAdmin(tx, id);
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
    databaseHooks: {
      account: {
        delete: {
          // The deed itself, as above: two ways in that are unlinked at once must take turns.
          async before({ id, userId }, ctx) {
            if (ctx?.path !== '/unlink-account' || (await unlinkUnlessLast(database, userId, id))) return;
            throw new APIError('BAD_REQUEST', { code: 'FAILED_TO_UNLINK_LAST_ACCOUNT' });
          },
        },
        update: {
          async after(_account, ctx) {
            const user = ctx?.path === '/change-password' ? ctx.context.session?.user : undefined;
            if (user) await passwordChanged(user);
          },
        },
      },
      user: {
        update: {
          async after(user, ctx) {
            // better-auth writes the user here only to say that an e-mail link has just proved his address.
            if (ctx?.path === '/magic-link/verify') await dropUnprovenAccess(database, user.id);
          },
        },
        create: {
          async before(user) {
            const name = user.name.trim().slice(0, 200) || (user.email.split('@')[0] ?? '');
            return {
              data: { ...user, name: name.replaceAll('\0', '').toWellFormed(), image: safePicture(user.image, config) },
            };
          },
        },
      },
      session: {
        create: {
          async before(session) {
            const idle = new Date(Date.now() + IDLE_DAYS * DAY_MS);
            return { data: { ...session, expiresAt: session.expiresAt < idle ? session.expiresAt : idle } };
          },
          async after({ userId }, ctx) {
            log.info({ user: userId, call: ctx?.path }, 'signed in');
            await database.db
              .update(users)
              .set({ lastSignInAt: sql`now()` })
              .where(eq(users.id, userId));
          },
        },
        update: {
          async before(session) {
            if (!session.expiresAt) return;
            const began = requestFacts.getStore()?.session?.createdAt.getTime() ?? Date.now();
            const limit = Math.min(Date.now() + IDLE_DAYS * DAY_MS, began + ABSOLUTE_DAYS * DAY_MS);
            return { data: { ...session, expiresAt: new Date(limit) } };
          },
        },
      },
    },
    plugins: [
      admin(),
      twoFactor({ issuer: 'Tradebench', allowPasswordless: true }),
      magicLink({
        storeToken: 'hashed',
        expiresIn: 300,
        sendMagicLink: ({ email, url }) => mail.send(letters.magicLinkLetter(email, url)),
      }),
      phoneNumber({
        otpLength: 6,
        expiresIn: 300,
        allowedAttempts: 3,
        async sendOTP({ phoneNumber, code }) {
          // A code is sent to a number that is a way in, or to whoever is adding one; else anybody could have it ring at others.
          if (!(await isWayIn(phoneNumber)) && !requestFacts.getStore()?.session) return;
          await mail.send(letters.phoneCodeMessage(phoneNumber, code));
        },
      }),
      ...(issuer ? [google(issuer)] : []),
      secondStepEverywhere(limits),
    ],
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
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
    logger: {
      level: 'error',
      // Its messages name e-mail addresses; only what went wrong inside is passed on.
      log: (_level, _message, ...details) => {
        const error = details.find((detail) => detail instanceof Error);
        if (error) log.warn({ error }, 'identity failed inside');
      },
    },
  });
}

/** A picture that the shop's pages may show; other addresses, such as a hostile claim of a provider, are dropped (attacks T77). */
function safePicture(image: string | null | undefined, { imageHosts }: Pick<Config, 'imageHosts'>): string | null {
  if (!image || !isPictureAddress(image)) return null;
  if (image.startsWith('/') || imageHosts.length === 0) return image;
  return imageHosts.includes(new URL(image).hostname) ? image : null;
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
