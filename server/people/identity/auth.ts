import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { addOAuthServerContext, APIError, createAuthMiddleware } from 'better-auth/api';
import { admin, magicLink, phoneNumber, twoFactor } from 'better-auth/plugins';
import { eq, type SQL, sql } from 'drizzle-orm';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/limits.ts';
import { isPictureAddress } from '#contract/catalogue/tools.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Log } from '#server/log.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { isFromKnownHost } from '#server/engine/pictures/picture-hosts.ts';
import { recordLeaving } from '#server/people/audit/audit.ts';
import { requireAnotherAdmin } from '#server/people/directory/last-admin.ts';
import { unlinkUnlessLast } from './accounts.ts';
import { ABSOLUTE_DAYS, cookiePrefix, IDLE_DAYS } from './cookie-session.ts';
import { google, type OpenIdIssuer } from './google.ts';

import { accounts, sessions, twoFactors, users, verifications } from '#server/people/directory/people.sql.ts';
import * as letters from './letters.ts';
import type { Limits } from '#server/engine/http/limits.ts';
import { tooManyLetters } from './too-many-letters.ts';
import { ownAddress, ownOrigins } from './origin.ts';
import { noteFault, requestFacts } from './request-facts.ts';
import { type PasswordHash, passwordHashing } from './passwords.ts';
import { refuseStaleLink } from './stale-link.ts';
import type { betterAuthSecrets } from './secrets.ts';
import { secondStepEverywhere } from './second-step.ts';
import { voidPending } from './security-stamp.ts';
import { dropUnprovenAccess } from './unproven-access.ts';

/** Carries the client's address to better-auth; whatever a client sends under this name is overwritten. */
export const CLIENT_HEADER = 'x-tradebench-client';

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1_000;
const HOUR_SECONDS = 3_600;

/** Calls that write the user to say that two-step sign-in is on or off. */
const TWO_STEP_SWITCHES = new Set(['/two-factor/verify-totp', '/two-factor/disable']);

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
  company: () => Promise<letters.Company>;
  /** Not given: full strength. */
  passwords?: PasswordHash | undefined;
}

export type Auth = ReturnType<typeof createAuth>;

/** better-auth over the shop's tables. It is never reached but through the guards of create-identity.ts. */
export function createAuth({ config, database, mail, log, limits, issuer, secrets, company, passwords }: AuthParts) {
  const page = (path: string) => `${config.baseUrl}${path}`;
  const userWith = async (condition: SQL) => {
    const [user] = await database.db.select({ id: users.id }).from(users).where(condition);
    return user?.id;
  };
  const isWayIn = async (phoneNumber: string) =>
    (await database.db.$count(users, eq(users.phoneNumber, phoneNumber))) > 0;
  const passwordChanged = async (user: { id: string; email: string; name: string; emailVerified: boolean }) => {
    await voidPending(database.db, user.id);
    await mail.send(letters.passwordChangedLetter(await company(), user, page('/forgot-password')));
  };
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
      resetPasswordTokenExpiresIn: letters.LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      password: passwordHashing(config.rateLimits, passwords),
      sendResetPassword: async ({ user, token }) =>
        mail.send(letters.resetPasswordLetter(await company(), user, page(`/reset-password?token=${token}`))),
      async onPasswordReset({ user }) {
        // The link in the letter proved the address.
        if (!user.emailVerified) await dropUnprovenAccess(database, user.id);
        await passwordChanged(user);
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: letters.LINK_SECONDS,
      async sendVerificationEmail({ user, url }) {
        if (config.rateLimits && (await tooManyLetters(limits, requestFacts.getStore()?.network))) return;
        await mail.send(letters.verifyEmailLetter(await company(), user, url));
      },
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
        create: {
          async after(account, ctx) {
            await refuseStaleLink(database, account, ctx, page('/dashboard/myProfile'));
          },
        },
        delete: {
          // The action itself, as above: two ways in that are unlinked at once must take turns.
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
            // better-auth writes the user here only to say that an e-mail link has just proved their address.
            if (ctx?.path === '/magic-link/verify') await dropUnprovenAccess(database, user.id);
            // Two-step sign-in was switched on or off: devices that were trusted before are strangers again.
            if (TWO_STEP_SWITCHES.has(ctx?.path ?? '')) await voidPending(database.db, user.id);
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
          async after({ id, userId }, ctx) {
            log.info({ user: userId, call: ctx?.path }, 'signed in');
            await database.db
              .update(users)
              .set({ lastSignInAt: sql`now()` })
              .where(eq(users.id, userId));
            // How old a session is the database's clock says, whichever process made it.
            await database.db
              .update(sessions)
              .set({ createdAt: sql`now()`, expiresAt: sql`now() + (${sessions.expiresAt} - ${sessions.createdAt})` })
              .where(eq(sessions.id, id));
          },
        },
        update: {
          async before(session) {
            if (!session.expiresAt) return;
            const known = requestFacts.getStore()?.session;
            // A session that the guards did not find is none: it must not be kept alive past its end (attacks T62).
            if (!known) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'Unauthorized' });
            const limit = Math.min(Date.now() + IDLE_DAYS * DAY_MS, known.createdAt.getTime() + ABSOLUTE_DAYS * DAY_MS);
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
        expiresIn: letters.SIGN_IN_SECONDS,
        sendMagicLink: async ({ email, url }) =>
          mail.send(
            letters.magicLinkLetter(
              await company(),
              { email, id: await userWith(eq(users.email, email.toLowerCase())) },
              url,
            ),
          ),
      }),
      phoneNumber({
        otpLength: 6,
        expiresIn: letters.SIGN_IN_SECONDS,
        allowedAttempts: 3,
        async sendOTP({ phoneNumber, code }) {
          // A code is sent to a number that is a way in, or to whoever is adding one; else anybody could have it ring at others.
          const userId =
            requestFacts.getStore()?.session?.userId ?? (await userWith(eq(users.phoneNumber, phoneNumber)));
          if (userId !== undefined)
            await mail.send(letters.phoneCodeMessage(await company(), phoneNumber, code, userId));
        },
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
function safePicture(image: string | null | undefined, config: Pick<Config, 'imageHosts'>): string | null {
  return image && isPictureAddress(image) && isFromKnownHost(image, config) ? image : null;
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
