import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#server/engine/db/client.ts';
import { accounts, sessions, users } from '#server/people/directory/people.sql.ts';
import { voidPending } from './security-stamp.ts';

/**
 * Takes an account for its owner when they first prove that its e-mail address is theirs: whoever registered it before may
 * have been somebody else, so that their sessions, Google account and phone number go (attacks, takeover). The password is
 * the caller's to set or to take. The second step stays: it lets nobody in by itself, and a mailbox must not switch it off.
 */
export async function dropUnprovenAccess({ db }: Database, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await voidPending(tx, userId);
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await tx.delete(accounts).where(and(eq(accounts.userId, userId), ne(accounts.providerId, 'credential')));
    await tx
      .update(users)
      .set({ phoneNumber: null, phoneNumberVerified: false, emailVerified: true })
      .where(eq(users.id, userId));
  });
}
