import { sentence } from '#contract/sentences.ts';
import { and, eq, ilike, or, sql } from 'drizzle-orm';
import { ADMIN, type Role, roleOf } from '#contract/policy.ts';
import type { Profile, User, UserQuery, UserUpdate } from '#contract/office/users.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { containing } from '#server/engine/db/containing.ts';
import { type Keyset, newestFirst } from '#server/engine/http/by-time.ts';
import { decodeCursor, type Page, pageOf } from '#server/engine/http/paging.ts';
import { sessions, users } from '#server/people/directory/people.sql.ts';
import { requireAnotherAdmin } from '#server/people/directory/last-admin.ts';
import { voidPending } from '#server/people/identity/security-stamp.ts';

type Row = typeof users.$inferSelect;

/** The user as the contract shows them to admins and to themselves. */
export function presentUser(row: Row): User {
  return {
    _id: row.id,
    email: row.email,
    role: roleOf(row.role),
    name: row.name,
    address: row.address,
    phone: row.phone,
    createdAt: row.createdAt.toISOString(),
    emailVerified: row.emailVerified,
  };
}

export function userNotFound(): AppError {
  return new AppError('USER_NOT_FOUND', sentence('There is no such user.'));
}

/** Everybody, newest first or by e-mail address, as far as name or address fit the search. */
export async function listUsers(db: Db, { limit, cursor, q, sort }: UserQuery): Promise<Page<User>> {
  const pattern = q?.trim() ? containing(q.trim()) : null;
  const found = pattern ? or(ilike(users.email, pattern), ilike(users.name, pattern)) : undefined;
  const byEmail = sort === 'email';
  const order = byEmail ? byAddress(cursor) : newestFirst(users.createdAt, users.id, cursor);
  const rows = await db
    .select({ row: users, micros: sql<string>`${users.createdAt}::text` })
    .from(users)
    .where(and(found, order.after))
    .orderBy(...order.orderBy)
    .limit(limit + 1);
  const page = pageOf(rows, limit, await db.$count(users, found), ({ row, micros }) =>
    byEmail ? [row.email] : [micros, row.id],
  );
  return { ...page, rows: page.rows.map(({ row }) => presentUser(row)) };
}

function byAddress(cursor: string | undefined): Pick<Keyset, 'after' | 'orderBy'> {
  const [email] = cursor === undefined ? [] : decodeCursor(cursor, ['string']);
  return { after: email === undefined ? undefined : sql`${users.email} > ${email}`, orderBy: [sql`${users.email}`] };
}

/** The profile that the forms start from. @throws AppError USER_NOT_FOUND */
export async function getProfile(db: Db, userId: string): Promise<Profile> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw userNotFound();
  const { name, email, address, phone, language } = row;
  return { name, email, address, phone, language, role: roleOf(row.role) };
}

/** Changes the given fields of the profile. @returns 1 where something is different now, else 0 */
export async function updateProfile(tx: Tx, userId: string, edit: UserUpdate): Promise<number> {
  const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!before) throw userNotFound();
  const { name = before.name, address = before.address, phone = before.phone, language = before.language } = edit;
  const after = { name, address, phone, language };
  if (Object.entries(after).every(([field, value]) => before[field as keyof typeof after] === value)) return 0;
  await tx
    .update(users)
    .set({ ...after, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
  return 1;
}

/**
 * Rights go to people whose address is proved: anybody can register under any address, and would have them.
 * @throws AppError ADDRESS_NOT_PROVED
 */
function requireProvedAddress({ email, emailVerified }: Pick<Row, 'email' | 'emailVerified'>): void {
  if (emailVerified) return;
  throw new AppError(
    'ADDRESS_NOT_PROVED',
    sentence('{email} has not been verified yet. Ask its owner to sign in once by an e-mail link, then try again.', {
      email,
    }),
  );
}

/** As the identity library keeps the role of somebody who has none. */
const NO_ROLE = 'user';

/**
 * Gives a user a role. The lock on the set of admins comes before that on the user, so that admins who take the role from
 * each other at once take turns, and the last keeps it (attacks T92).
 * @returns the user's id, the role before, and whether that changed anything
 * @throws AppError USER_NOT_FOUND, LAST_ADMIN, ADDRESS_NOT_PROVED
 */
export async function changeRole(
  tx: Tx,
  email: string,
  role: Role,
): Promise<{ userId: string; before: Role; changed: boolean }> {
  const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!found) throw userNotFound();
  if (role !== ADMIN) await requireAnotherAdmin(tx, found.id);
  const [user] = await tx.select().from(users).where(eq(users.id, found.id)).for('update');
  if (!user) throw userNotFound();
  const before = roleOf(user.role);
  if (before === role) return { userId: user.id, before, changed: false };
  if (role !== 'customer') requireProvedAddress(user);
  // Who became an admin between the two locks is among the admins only now.
  if (before === ADMIN) await requireAnotherAdmin(tx, user.id);
  await tx
    .update(users)
    .set({ role: role === 'customer' ? NO_ROLE : role, updatedAt: sql`now()` })
    .where(eq(users.id, user.id));
  return { userId: user.id, before, changed: true };
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
  if (disabled) {
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    await voidPending(tx, user.id);
  }
  return { userId: user.id, changed: true };
}

/** What is done in the transaction that removes an account, before it goes, by those who know what hangs on it. */
export type BeforeLeaving = (tx: Tx, userId: string) => Promise<void>;

/**
 * Removes a user with sessions and ways in; their orders and reviews stay, without the link to them.
 * @returns the removed user's e-mail
 * @throws AppError CANNOT_REMOVE_SELF, USER_NOT_FOUND, LAST_ADMIN
 */
export async function removeUser(
  tx: Tx,
  actorId: string,
  userId: string,
  beforeLeaving: BeforeLeaving,
): Promise<string> {
  if (actorId === userId)
    throw new AppError('CANNOT_REMOVE_SELF', sentence('You cannot remove yourself. Ask another admin to do it.'));
  await requireAnotherAdmin(tx, userId);
  await beforeLeaving(tx, userId);
  const [removed] = await tx.delete(users).where(eq(users.id, userId)).returning();
  if (!removed) throw userNotFound();
  return removed.email;
}
