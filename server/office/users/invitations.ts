import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { may, roleOf } from '#contract/policy.ts';
import type { Invitation, Invited, NewInvitation } from '#contract/office/users.ts';
import type { Database, Db, Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { dropSignInLink, makeSignInLink } from '#server/people/identity/staff-link.ts';
import { record } from '#server/people/audit/audit.ts';
import { invitations } from './invitations.sql.ts';
import { changeRole } from './users.ts';

/** How long somebody has to follow an invitation. */
export const INVITATION_DAYS = 7;

/** Those who are invited and have not come yet, the latest first. */
export async function listInvitations(db: Db): Promise<Invitation[]> {
  const rows = await db
    .select({ invitation: invitations, by: users.email })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(gt(invitations.expiresAt, sql`now()`))
    .orderBy(desc(invitations.createdAt))
    .limit(1000);
  return rows.map(({ invitation: { email, role, language, expiresAt }, by }) => ({
    email,
    role,
    language,
    invitedBy: by,
    expiresAt: expiresAt.toISOString(),
  }));
}

/**
 * Gives the role at once where the address is proved, else keeps it for whoever proves it; an earlier invitation of the
 * address is replaced. The letter is the caller's matter.
 * @returns `url` signs the reader of the letter in, once; null where none is needed
 * @throws AppError LAST_ADMIN
 */
export async function invite(
  tx: Tx,
  caller: Caller,
  { email, role, language }: NewInvitation,
  baseUrl: string,
): Promise<{ invited: Invited; url: string | null }> {
  await tx.delete(invitations).where(lt(invitations.expiresAt, sql`now()`));
  const [earlier] = await tx.select({ link: invitations.link }).from(invitations).where(eq(invitations.email, email));
  await dropSignInLink(tx, earlier?.link ?? null);
  const [user] = await tx.select().from(users).where(eq(users.email, email));
  if (user?.emailVerified) {
    const { userId, before, changed } = await changeRole(tx, email, role);
    if (changed) await record(tx, caller, 'user.role-changed', userId, { email, from: before, to: role });
    await tx.delete(invitations).where(eq(invitations.email, email));
    return { invited: { email, role, state: 'given' }, url: null };
  }
  const { url, kept: link } = await makeSignInLink(tx, { email, days: INVITATION_DAYS, baseUrl, to: workOf(role) });
  const values = {
    role,
    language: language ?? null,
    link,
    invitedBy: caller.userId,
    createdAt: sql`now()`,
    expiresAt: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
  };
  await tx
    .insert(invitations)
    .values({ email, ...values })
    .onConflictDoUpdate({ target: invitations.email, set: values });
  await record(tx, caller, 'user.invited', email, { email, role });
  return { invited: { email, role, state: 'invited' }, url };
}

/** Where the work of a role begins. */
function workOf(role: NewInvitation['role']): string {
  if (may(role, 'figures')) return '/dashboard/overview';
  return may(role, 'orders.ship') ? '/dashboard/toShip' : '/dashboard/orders';
}

/** Takes an invitation back. @returns how many there were */
export async function withdrawInvitation(tx: Tx, caller: Caller, email: string): Promise<number> {
  const gone = await tx.delete(invitations).where(eq(invitations.email, email)).returning();
  for (const { link } of gone) await dropSignInLink(tx, link);
  if (gone.length > 0) await record(tx, caller, 'user.invitation-withdrawn', email, { email });
  return gone.length;
}

/**
 * Gives somebody who has just signed in the role that they were invited to, if the address is proved, whoever invited them
 * still may, and they have none yet.
 */
export async function acceptInvitation(database: Database, caller: Caller): Promise<void> {
  const open = and(eq(invitations.email, caller.email), gt(invitations.expiresAt, sql`now()`));
  const [waiting] = await database.db.select({ role: invitations.role }).from(invitations).where(open);
  if (!waiting) return;
  await transaction(database, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, caller.userId));
    if (!user?.emailVerified || user.email !== caller.email) return;
    const [taken] = await tx.delete(invitations).where(open).returning();
    if (!taken) return;
    const [inviter] = await tx.select().from(users).where(eq(users.id, taken.invitedBy));
    if (!inviter || inviter.banned || !may(roleOf(inviter.role), 'users') || roleOf(user.role) !== 'customer') return;
    const { userId, before, changed } = await changeRole(tx, caller.email, taken.role);
    if (!changed) return;
    const details = { email: caller.email, from: before, to: taken.role, invitedBy: inviter.email };
    await record(tx, caller, 'user.role-changed', userId, details);
  });
}
