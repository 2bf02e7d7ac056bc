import { and, count, eq, ilike, or, sql } from 'drizzle-orm';
import type { UserQuery } from '#contract/admin.ts';
import type { Profile, User, UserUpdate } from '#contract/users.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { AppError } from '#server/http/app-error.ts';
import { containing } from '#server/db/containing.ts';
import { decodeCursor, type Page, pageOf, timestampOf } from '#server/http/paging.ts';
import { sessions, users } from '#server/identity/identity.sql.ts';

type Row = typeof users.$inferSelect;

/** The user as the contract shows him to admins and to himself. */
export function presentUser(row: Row): User {
  return {
    _id: row.id,
    email: row.email,
    role: row.role === 'admin' ? 'admin' : 'customer',
    name: row.name,
    address: row.address,
    phone: row.phone,
    createdAt: row.createdAt.toISOString(),
  };
}

export function userNotFound(): AppError {
  return new AppError('USER_NOT_FOUND', 'There is no such user.');
}

/** Everybody, newest first or by e-mail address, as far as name or address fit the search. */
export async function listUsers(db: Db, { limit, cursor, q, sort }: UserQuery): Promise<Page<User>> {
  const pattern = q?.trim() ? containing(q.trim()) : null;
  const found = pattern ? or(ilike(users.email, pattern), ilike(users.name, pattern)) : undefined;
  const byEmail = sort === 'email';
  const position = cursor === undefined ? null : decodeCursor(cursor, byEmail ? ['string'] : ['string', 'string']);
  const rows = await db
    .select({ row: users, micros: sql<string>`${users.createdAt}::text` })
    .from(users)
    .where(
      and(
        found,
        position === null
          ? undefined
          : byEmail
            ? sql`${users.email} > ${position[0]}`
            : sql`(${users.createdAt}, ${users.id}) < (${timestampOf(position[0])}::timestamptz, ${position[1]})`,
      ),
    )
    .orderBy(...(byEmail ? [users.email] : [sql`${users.createdAt} desc`, sql`${users.id} desc`]))
    .limit(limit + 1);
  const [counted] = await db.select({ total: count() }).from(users).where(found);
  const page = pageOf(rows, limit, counted?.total ?? 0, ({ row, micros }) =>
    byEmail ? [row.email] : [micros, row.id],
  );
  return { ...page, rows: page.rows.map(({ row }) => presentUser(row)) };
}

/** The profile that the forms start from. @throws AppError USER_NOT_FOUND */
export async function getProfile(db: Db, userId: string): Promise<Profile> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw userNotFound();
  return { name: row.name, email: row.email, address: row.address, phone: row.phone };
}

/** Changes the given fields of the profile. @returns 1 where something is different now, else 0 */
export async function updateProfile(tx: Tx, userId: string, { name, address, phone }: UserUpdate): Promise<number> {
  const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!before) throw userNotFound();
  const after = { name: name ?? before.name, address: address ?? before.address, phone: phone ?? before.phone };
  if (after.name === before.name && after.address === before.address && after.phone === before.phone) return 0;
  await tx
    .update(users)
    .set({ ...after, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
  return 1;
}

/** Makes a user an admin. @returns the user's id, and whether that changed anything. @throws AppError USER_NOT_FOUND */
export async function makeAdmin(tx: Tx, email: string): Promise<{ userId: string; changed: boolean }> {
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update');
  if (!user) throw userNotFound();
  if (user.role === 'admin') return { userId: user.id, changed: false };
  await tx
    .update(users)
    .set({ role: 'admin', updatedAt: sql`now()` })
    .where(eq(users.id, user.id));
  return { userId: user.id, changed: true };
}

/**
 * Disables an account, which ends its sessions, or enables it again (spec §8, user disabled).
 * @returns the user's id, and whether that changed anything
 * @throws AppError USER_NOT_FOUND, LAST_ADMIN
 */
export async function setDisabled(
  tx: Tx,
  email: string,
  disabled: boolean,
): Promise<{ userId: string; changed: boolean }> {
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update');
  if (!user) throw userNotFound();
  if (user.banned === disabled) return { userId: user.id, changed: false };
  if (disabled) await requireAnotherAdmin(tx, user.id);
  await tx
    .update(users)
    .set({ banned: disabled, banExpires: null, updatedAt: sql`now()` })
    .where(eq(users.id, user.id));
  if (disabled) await tx.delete(sessions).where(eq(sessions.userId, user.id));
  return { userId: user.id, changed: true };
}

/**
 * Removes a user with sessions and ways in; his orders and reviews stay, without the link to him.
 * @returns the removed user's e-mail
 * @throws AppError CANNOT_REMOVE_SELF, USER_NOT_FOUND, LAST_ADMIN
 */
export async function removeUser(tx: Tx, actorId: string, userId: string): Promise<string> {
  if (actorId === userId)
    throw new AppError('CANNOT_REMOVE_SELF', 'You cannot remove yourself. Ask another admin to do it.');
  await requireAnotherAdmin(tx, userId);
  const [removed] = await tx.delete(users).where(eq(users.id, userId)).returning();
  if (!removed) throw userNotFound();
  return removed.email;
}

/**
 * Makes sure that an admin is left when `userId` stops being one. The lock on the whole set of admins makes two who
 * remove each other take turns, so that the second finds himself the last (attacks T92).
 * @throws AppError LAST_ADMIN
 */
export async function requireAnotherAdmin(tx: Tx, userId: string): Promise<void> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.banned, false)))
    .orderBy(users.id)
    .for('update');
  if (admins.some((admin) => admin.id === userId) && admins.length === 1) {
    throw new AppError('LAST_ADMIN', 'This is the last admin. Make somebody else an admin first.');
  }
}
