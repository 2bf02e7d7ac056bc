import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { accounts, sessions, twoFactors, users, verifications } from './identity.sql.ts';

/**
 * Takes an account for its owner when he first proves that its e-mail address is his: whoever registered it before may
 * have been somebody else, so that his sessions, Google account, phone number and authenticator app go (attacks, takeover).
 * The password is the caller's to set or to take.
 */
export async function dropUnprovenAccess({ db }: Database, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await tx.delete(accounts).where(and(eq(accounts.userId, userId), ne(accounts.providerId, 'credential')));
    await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
    await tx.delete(verifications).where(eq(verifications.value, userId));
    const without = { phoneNumber: null, phoneNumberVerified: false, twoFactorEnabled: false };
    await tx
      .update(users)
      .set({ ...without, emailVerified: true })
      .where(eq(users.id, userId));
  });
}
