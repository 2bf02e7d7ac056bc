import { sentence } from '#contract/sentences.ts';
import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import {
  COMPANY_INVITATION_DAYS,
  type CompanyInvitation,
  MAX_MEMBERS,
  type NewCompanyInvitation,
} from '#contract/buying/company-people.ts';
import type { CompanyRole } from '#contract/company-policy.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { centsOrNone, moneyOrNone, lockCompany, lockCompanyFor } from './companies.ts';
import { companyInvitations, companyMembers } from './companies.sql.ts';
import { requireMember } from './membership.ts';

type Row = typeof companyInvitations.$inferSelect;

const isOpen = and(isNull(companyInvitations.endedAt), gt(companyInvitations.expiresAt, sql`now()`));

/** Who is asked into a company and has not come yet, the latest first. */
export async function listCompanyInvitations(db: Db, companyId: string): Promise<CompanyInvitation[]> {
  const rows = await db
    .select()
    .from(companyInvitations)
    .where(and(eq(companyInvitations.companyId, companyId), isOpen))
    .orderBy(desc(companyInvitations.createdAt), desc(companyInvitations.id));
  return rows.map(presentInvitation);
}

/**
 * Asks somebody into a company; an open invitation of the address is replaced. The letter is the caller's matter.
 * @returns the invitation with what its link holds, which is kept nowhere, and the company's name
 * @throws AppError COMPANY_NOT_FOUND, FORBIDDEN; 400 at email where they are a member, or the company has too many
 */
export async function inviteMember(
  tx: Tx,
  caller: Caller,
  companyId: string,
  { email, role, language, orderLimit, monthLimit }: NewCompanyInvitation,
): Promise<{ invitation: CompanyInvitation; token: string; company: string }> {
  const company = await lockCompanyFor(tx, caller, companyId, 'members');
  const [member] = await tx
    .select({ id: users.id })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, companyId), eq(users.email, email)));
  if (member) throw invalid('email', sentence('They already belong to the company'));
  const people = await tx.$count(companyMembers, eq(companyMembers.companyId, companyId));
  const asked = await tx.$count(companyInvitations, and(eq(companyInvitations.companyId, companyId), isOpen));
  if (people + asked >= MAX_MEMBERS)
    throw invalid('email', sentence('A company can have at most {most, number} members', { most: MAX_MEMBERS }));
  await end(tx, and(eq(companyInvitations.companyId, companyId), eq(companyInvitations.email, email)));
  const token = randomBytes(32).toString('base64url');
  const [row] = await tx
    .insert(companyInvitations)
    .values({
      id: newId(),
      companyId,
      email,
      role,
      language: language ?? company.language,
      orderLimitCents: centsOrNone(orderLimit),
      monthLimitCents: centsOrNone(monthLimit),
      tokenHash: hashOf(token),
      invitedBy: caller.userId,
      expiresAt: sql`now() + make_interval(days => ${COMPANY_INVITATION_DAYS})` as unknown as Date,
    })
    .returning();
  return { invitation: presentInvitation(row!), token, company: company.name };
}

/** Takes an invitation back. @throws AppError COMPANY_NOT_FOUND, FORBIDDEN, INVITATION_NOT_FOUND */
export async function withdrawInvitation(tx: Tx, caller: Caller, companyId: string, id: string): Promise<void> {
  await requireMember(tx, caller, companyId, 'members');
  const ended = await end(tx, and(eq(companyInvitations.companyId, companyId), eq(companyInvitations.id, id)));
  if (ended === 0) throw invitationNotFound();
}

/**
 * Makes a member of whom an invitation was written to; somebody who belongs to the company already stays what they are.
 * @returns what they are in which company, whether they are new there, and the name of who invited them
 * @throws AppError INVITATION_NOT_FOUND, INVITATION_NOT_YOURS, INVITATION_GONE
 */
export async function acceptInvitation(
  tx: Tx,
  caller: Caller,
  token: string,
): Promise<{ companyId: string; role: CompanyRole; isNew: boolean; by: string }> {
  const [found] = await tx
    .select()
    .from(companyInvitations)
    .where(eq(companyInvitations.tokenHash, hashOf(token)));
  if (!found) throw invitationNotFound();
  const [person] = await tx.select().from(users).where(eq(users.id, caller.userId)).for('key share');
  if (!person?.emailVerified || person.email !== found.email) {
    throw new AppError(
      'INVITATION_NOT_YOURS',
      sentence(
        'This invitation was sent to another e-mail address, or yours is not verified yet. Sign in by an e-mail link with the address that received it.',
      ),
    );
  }
  const { companyId, role, orderLimitCents, monthLimitCents } = found;
  await lockCompany(tx, companyId);
  const ended = await end(tx, and(eq(companyInvitations.id, found.id), isOpen), caller.userId);
  if (ended === 0)
    throw new AppError(
      'INVITATION_GONE',
      sentence('This invitation is no longer valid. Ask a manager of the company for a new one.'),
    );
  const added = await tx
    .insert(companyMembers)
    .values({ companyId, userId: caller.userId, role, orderLimitCents, monthLimitCents })
    .onConflictDoNothing()
    .returning({ role: companyMembers.role });
  const [member] = await tx
    .select({ role: companyMembers.role })
    .from(companyMembers)
    .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, caller.userId)));
  const inviter =
    found.invitedBy === null
      ? []
      : await tx.select({ name: users.name }).from(users).where(eq(users.id, found.invitedBy));
  return { companyId, role: member!.role, isNew: added.length > 0, by: inviter[0]?.name ?? 'Somebody' };
}

/** Ends what fits and has not ended. @returns how many there were */
async function end(tx: Tx, which: ReturnType<typeof and>, acceptedBy?: string): Promise<number> {
  const ended = await tx
    .update(companyInvitations)
    .set({ endedAt: sql`now()`, ...(acceptedBy === undefined ? {} : { acceptedBy }) })
    .where(and(isNull(companyInvitations.endedAt), which))
    .returning({ id: companyInvitations.id });
  return ended.length;
}

function presentInvitation(row: Row): CompanyInvitation {
  return {
    _id: row.id,
    email: row.email,
    role: row.role,
    language: row.language,
    orderLimit: moneyOrNone(row.orderLimitCents),
    monthLimit: moneyOrNone(row.monthLimitCents),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function invitationNotFound(): AppError {
  return new AppError('INVITATION_NOT_FOUND', sentence('There is no such invitation.'));
}
