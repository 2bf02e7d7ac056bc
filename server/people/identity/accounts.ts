import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { accounts, users } from '#server/people/directory/people.sql.ts';
import { hashPassword } from './passwords.ts';
import { voidPending } from './security-stamp.ts';

/**
 * Makes an account with a password and a verified e-mail, as the seed and the command line do.
 * @returns the user's id
 */
export async function createPasswordAccount(
  database: Database,
  { password, ...person }: Person & { password: string },
): Promise<string> {
  return createAccount(database, person, await hashPassword(password));
}

interface Person {
  email: string;
  name: string;
  role: 'admin' | 'user';
}

/** The same with a password that was hashed before. */
export async function createAccount(
  database: Database,
  { email, name, role }: Person,
  password: string,
): Promise<string> {
  const userId = newId();
  await database.db.transaction(async (tx) => {
    await tx.insert(users).values({ id: userId, email: email.toLowerCase(), name, role, emailVerified: true });
    await tx.insert(accounts).values({ id: newId(), accountId: userId, providerId: 'credential', userId, password });
  });
  return userId;
}

/** Whether the user can sign in with a password. */
export async function hasPassword(database: Database, userId: string): Promise<boolean> {
  const [account] = await database.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'), isNotNull(accounts.password)));
  return account !== undefined;
}

/** Takes a way in from an account that has another. @returns false where it is the last */
export async function unlinkUnlessLast({ db }: Database, userId: string, accountId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    if ((await tx.$count(accounts, eq(accounts.userId, userId))) < 2) return false;
    await tx.delete(accounts).where(and(eq(accounts.userId, userId), eq(accounts.id, accountId)));
    await voidPending(tx, userId);
    return true;
  });
}
