import { eq } from 'drizzle-orm';
import type { Language } from '#contract/languages.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { Limits } from '#server/engine/http/limits.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { users } from '#server/people/directory/people.sql.ts';
import * as letters from './letters.ts';
import { requestFacts } from './request-facts.ts';
import { voidPending } from './security-stamp.ts';

/** A user as better-auth hands them over. */
export interface Addressee {
  id: string;
  email: string;
  name: string;
}

interface Parts {
  config: Config;
  database: Database;
  mail: Mail;
  limits: Limits;
  /** Whose letters they are. */
  shop: () => Promise<letters.LetterShop>;
}

const HOUR = 3_600;

/**
 * Counts one more letter that a registration sends. The account is made all the same; its owner can ask for the letter
 * later, in My Profile. @returns whether this network has sent too many to strangers
 */
async function tooManyLetters(limits: Limits, network: string | undefined): Promise<boolean> {
  if (network === undefined) return false;
  const kinds = [
    { what: 'letters in a minute from', whom: network, max: 5, seconds: 60 },
    { what: 'letters in an hour from', whom: network, max: 30, seconds: HOUR },
    { what: 'letters in a day from', whom: network, max: 150, seconds: 24 * HOUR },
  ];
  for (const limit of kinds) if ((await limits.take(limit)) !== null) return true;
  return false;
}

/** What identity sends: links and codes that let somebody in, and word of what was changed. */
export function identityLetters({ config, database, mail, limits, shop }: Parts) {
  const page = (path: string) => `${config.baseUrl}${path}`;
  const userWith = async (condition: ReturnType<typeof eq>) => {
    const [user] = await database.db.select({ id: users.id, language: users.language }).from(users).where(condition);
    return user;
  };
  const writing = async (user: { language: Language | null } | undefined) =>
    letters.writingTo(await shop(), user?.language);
  const writingToUser = async ({ id }: { id: string }) => writing(await userWith(eq(users.id, id)));
  return {
    async resetPassword({ user, token }: { user: Addressee; token: string }): Promise<void> {
      const url = page(`/reset-password?token=${token}`);
      await mail.send(letters.resetPasswordLetter(await writingToUser(user), user, url));
    },
    async passwordChanged(user: Addressee): Promise<void> {
      await voidPending(database.db, user.id);
      await mail.send(letters.passwordChangedLetter(await writingToUser(user), user, page('/forgot-password')));
    },
    async verifyEmail({ user, url }: { user: Addressee; url: string }): Promise<void> {
      if (config.rateLimits && (await tooManyLetters(limits, requestFacts.getStore()?.network))) return;
      await mail.send(letters.verifyEmailLetter(await writingToUser(user), user, url));
    },
    async magicLink({ email, url }: { email: string; url: string }): Promise<void> {
      const user = await userWith(eq(users.email, email.toLowerCase()));
      await mail.send(letters.magicLinkLetter(await writing(user), { email, id: user?.id }, url));
    },
    /** A code is sent to a number that is a way in, or to whoever is adding one; else anybody could have it ring at others. */
    async phoneCode({ phoneNumber, code }: { phoneNumber: string; code: string }): Promise<void> {
      const adding = requestFacts.getStore()?.session?.userId;
      const user = await userWith(adding === undefined ? eq(users.phoneNumber, phoneNumber) : eq(users.id, adding));
      if (user) await mail.send(letters.phoneCodeMessage(await writing(user), phoneNumber, code, user.id));
    },
  };
}
