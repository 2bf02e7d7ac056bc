import { hkdfSync } from 'node:crypto';
import type { Language } from '#contract/languages.ts';
import { and, eq, sql } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { violates } from '#server/engine/db/faults.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import type { CookieSession } from './cookie-session.ts';
import { users, verifications } from '#server/people/directory/people.sql.ts';
import * as letters from './letters.ts';
import type { Limits } from '#server/engine/http/limits.ts';
import { allSecrets } from './secrets.ts';
import { IdentityRefusal } from './refusal.ts';

/** What distinguishes these links from better-auth's, which lead to the same path. */
const KIND = 'tradebench-address-change';
const ALGORITHM = 'HS256';

/** First the present address agrees, where it is proved; then the new one shows that it is theirs. */
const Wish = z.object({
  sub: z.string(),
  to: z.string(),
  step: z.enum(['confirm', 'verify']),
  stamp: z.number(),
});
type Wish = z.infer<typeof Wish>;

interface ChangeParts {
  config: Config;
  database: Database;
  mail: Mail;
  limits: Limits;
  /** Whose letters they are. */
  shop: () => Promise<letters.LetterShop>;
}

/** Changes of an e-mail address (spec §8). A link is bound to the account's security stamp, and lets nobody in. */
export interface AddressChanges {
  /** Sends the first link. @throws IdentityRefusal UNAUTHENTICATED, SAME_EMAIL */
  begin(session: CookieSession | null, newEmail: string, callbackURL: string): Promise<void>;
  /** Whether a token of /verify-email is one of these. */
  isOurs(token: string): boolean;
  /**
   * Follows a link: sends the second one, or changes the address.
   * @throws IdentityRefusal LINK_EXPIRED, INVALID_TOKEN, EMAIL_MISMATCH, USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL
   */
  follow(session: CookieSession | null, token: string, callbackURL: string): Promise<void>;
}

export function createAddressChanges({ config, database, mail, limits, shop }: ChangeParts): AddressChanges {
  const keys = allSecrets(config).map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', KIND, 32)));

  const linkFor = async ({ sub, ...wish }: Wish, callbackURL: string) => {
    const token = await new SignJWT(wish)
      .setProtectedHeader({ alg: ALGORITHM, typ: KIND })
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime(`${letters.LINK_SECONDS}s`)
      .sign(keys[0]!);
    return `${config.baseUrl}/api/auth/verify-email?${new URLSearchParams({ token, callbackURL })}`;
  };

  const read = async (token: string): Promise<Wish> => {
    try {
      const { payload } = await verifiedByAny(token, keys);
      return Wish.parse(payload);
    } catch (error) {
      throw new IdentityRefusal(error instanceof errors.JWTExpired ? 'LINK_EXPIRED' : 'INVALID_TOKEN', {
        cause: error,
      });
    }
  };

  const askNewAddress = async (wish: Wish, language: Language | null, callbackURL: string) => {
    // The link to the present address may be followed again and again (attacks T70).
    const limit = { what: 'verification letter to', whom: wish.to, max: 3, seconds: 60 };
    if (config.rateLimits && (await limits.take(limit)) !== null) return;
    const url = await linkFor({ ...wish, step: 'verify' }, callbackURL);
    const writing = letters.writingTo(await shop(), language);
    await mail.send(letters.newAddressLetter(writing, { id: wish.sub, email: wish.to }, url));
  };

  return {
    async begin(session, given, callbackURL) {
      if (!session) throw new IdentityRefusal('UNAUTHENTICATED');
      const to = given.toLowerCase();
      if (to === session.email) throw new IdentityRefusal('SAME_EMAIL');
      // Whether an address is taken is nobody's business: the answer is the same (attacks T95).
      if ((await database.db.$count(users, eq(users.email, to))) > 0) return;
      const [user] = await database.db.select().from(users).where(eq(users.id, session.userId));
      if (!user) throw new IdentityRefusal('UNAUTHENTICATED');
      // The stamp of when the call's session was looked up: an act that ended the session since voids the link as well.
      const wish: Wish = { sub: user.id, to, step: 'confirm', stamp: session.stamp };
      if (!user.emailVerified) return askNewAddress(wish, user.language, callbackURL);
      const url = await linkFor(wish, callbackURL);
      await mail.send(letters.confirmChangeLetter(letters.writingTo(await shop(), user.language), user, to, url));
    },

    isOurs: (token) => kindOf(token) === KIND,

    async follow(session, token, callbackURL) {
      const wish = await read(token);
      if (session && session.userId !== wish.sub) throw new IdentityRefusal('EMAIL_MISMATCH');
      const [user] = await database.db.select().from(users).where(eq(users.id, wish.sub));
      if (!user || user.banned) throw new IdentityRefusal('INVALID_TOKEN');
      // Followed twice, as mail programs do that look at links before their readers.
      if (user.email === wish.to) return;
      if (user.securityStamp !== wish.stamp) throw new IdentityRefusal('INVALID_TOKEN');
      if (wish.step === 'confirm') return askNewAddress(wish, user.language, callbackURL);
      const writing = letters.writingTo(await shop(), user.language);
      await transaction(database, async (tx) => {
        const [changed] = await tx
          .update(users)
          .set({
            email: wish.to,
            emailVerified: true,
            securityStamp: sql`${users.securityStamp} + 1`,
            updatedAt: sql`now()`,
          })
          .where(and(eq(users.id, wish.sub), eq(users.securityStamp, wish.stamp), eq(users.banned, false)))
          .returning({ id: users.id });
        if (!changed) throw new IdentityRefusal('INVALID_TOKEN');
        await tx.delete(verifications).where(eq(verifications.value, wish.sub));
        await mail.queue(tx, letters.addressChangedLetter(writing, user));
      }).catch((error: unknown) => {
        if (!violates(error, 'users_email_unique')) throw error;
        throw new IdentityRefusal('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', { cause: error });
      });
    },
  };
}

/**
 * Whether a token would have better-auth change an address by itself, as a process of an earlier version wrote them: such
 * a link knows nothing of what happened to the account since.
 */
export function changesAddressUnbound(token: string): boolean {
  try {
    return decodeJwt(token)['updateTo'] !== undefined;
  } catch {
    return false;
  }
}

function kindOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).typ;
  } catch {
    return undefined;
  }
}

/** @throws what the last of the keys says of it */
async function verifiedByAny(token: string, keys: Uint8Array[]) {
  for (const [place, key] of keys.entries()) {
    try {
      return await jwtVerify(token, key, { algorithms: [ALGORITHM], typ: KIND });
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed) || place === keys.length - 1) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}
