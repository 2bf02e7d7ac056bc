import { eq, sql } from 'drizzle-orm';
import type { Database, Db, Tx } from '#server/engine/db/client.ts';
import { users, verifications } from '#server/people/directory/people.sql.ts';

/**
 * Voids what was begun for an account, by whomever: links to set a password, second steps, trusted devices, changes of
 * address and links with Google. Called with every act by which somebody takes hold of their account: proving its address,
 * a new password or address, two-step sign-in on or off, signing out everywhere, being disabled (docs/decisions/020).
 */
export async function voidPending(db: Db | Tx, userId: string): Promise<void> {
  // First the user's row: whoever asks isCurrentStamp meanwhile waits for the rest.
  await db
    .update(users)
    .set({ securityStamp: sql`${users.securityStamp} + 1` })
    .where(eq(users.id, userId));
  await db.delete(verifications).where(eq(verifications.value, userId));
}

/** Whether nothing has happened to the account since it had this stamp. Waits for an act that is just being done. */
export async function isCurrentStamp({ db }: Database, userId: string, stamp: unknown): Promise<boolean> {
  const [user] = await db.select({ stamp: users.securityStamp }).from(users).where(eq(users.id, userId)).for('share');
  return user !== undefined && user.stamp === stamp;
}
