import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Log } from '#server/log.ts';
import type { Mail } from '#server/mail/mail.ts';
import { createAccessTokens } from './access-token.ts';
import { findCaller } from './find-caller.ts';
import type { Identity } from './identity.ts';
import { accounts, rateLimits, sessions, twoFactors, users, verifications } from './identity.sql.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

/** Carries the client's address to better-auth; whatever a client sends under this name is overwritten. */
const CLIENT_HEADER = 'x-tradebench-client';

const DAY_SECONDS = 86_400;

export interface IdentityParts {
  config: Config;
  database: Database;
  mail: Mail;
  log: Log;
  now?: () => Date;
}

/** Identity on better-auth, behind the shop's own guards. */
export async function createIdentity({ config, database, now }: IdentityParts): Promise<Identity> {
  const tokens = await createAccessTokens(database, config.authSecret, config.baseUrl, now);
  const auth = betterAuth({
    appName: 'Tradebench',
    baseURL: config.baseUrl,
    secret: config.authSecret,
    trustedOrigins: trustedOrigins(config),
    database: drizzleAdapter(database.db, {
      provider: 'pg',
      schema: {
        user: users,
        session: sessions,
        account: accounts,
        verification: verifications,
        twoFactor: twoFactors,
        rateLimit: rateLimits,
      },
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      autoSignIn: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: { expiresIn: 7 * DAY_SECONDS, updateAge: DAY_SECONDS },
    user: {
      additionalFields: {
        role: { type: 'string', input: false, required: false },
        banned: { type: 'boolean', input: false, required: false },
      },
    },
    rateLimit: {
      enabled: config.rateLimits,
      storage: 'database',
      customRules: { '/sign-in/email': { window: 10, max: 3 }, '/sign-up/email': { window: 10, max: 20 } },
    },
    advanced: {
      useSecureCookies: config.baseUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [CLIENT_HEADER] },
      database: { generateId: () => newId() },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });

  return {
    async handle(request, clientAddress) {
      const headers = new Headers(request.headers);
      headers.set(CLIENT_HEADER, clientAddress);
      return auth.handler(new Request(request, { headers }));
    },

    async authenticate(authorization) {
      const token = bearerOf(authorization);
      const { userId, sessionId } = await tokens.check(token);
      const caller = await findCaller(database, userId, sessionId);
      if (!caller) throw new AppError('INVALID_TOKEN', 'This session has ended. Please sign in again.');
      return caller;
    },

    async exchange(request, email) {
      const session = await auth.api.getSession({ headers: request.headers });
      if (!session) throw new AppError('UNAUTHENTICATED', 'Please sign in first.');
      if (session.user.email.toLowerCase() !== email) {
        throw new AppError('USER_MISMATCH', 'That is not the e-mail address that you are signed in with.');
      }
      const caller = await findCaller(database, session.user.id, session.session.id);
      if (!caller) throw new AppError('UNAUTHENTICATED', 'This session has ended. Please sign in again.');
      const { token, expiresAt } = await tokens.issue(caller);
      return { token, expiresAt: expiresAt.toISOString(), caller };
    },
  };
}

/** The demo is opened as localhost or 127.0.0.1 alike. */
function trustedOrigins({ baseUrl, production, port }: Config): string[] {
  return production ? [baseUrl] : [baseUrl, `http://localhost:${port}`, `http://127.0.0.1:${port}`];
}

function bearerOf(authorization: string | undefined): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (token === undefined || token === 'null' || token === 'undefined')
    throw new AppError('UNAUTHENTICATED', 'Please sign in first.');
  return token;
}
