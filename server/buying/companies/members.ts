import { sentence } from '#contract/sentences.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import { type Member, type MemberEdit } from '#contract/buying/company-people.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { record } from '#server/people/audit/audit.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { centsOrNone, moneyOrNone, lockCompanyFor, formatCompanyNumber } from './companies.ts';
import { companyMembers } from './companies.sql.ts';

type Row = typeof companyMembers.$inferSelect;

const isMember = (companyId: string, userId: string) =>
  and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId));

/** The people of a company, by name. */
export async function listMembers(db: Db, companyId: string): Promise<Member[]> {
  const rows = await db
    .select({ member: companyMembers, name: users.name, email: users.email })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, companyId))
    .orderBy(sql`lower(${users.name})`, users.id);
  return rows.map(({ member, ...person }) => presentMember(member, person));
}

function presentMember(row: Row, { name, email }: { name: string; email: string }): Member {
  const { userId, role, deputy, awayUntil } = row;
  const orderLimit = moneyOrNone(row.orderLimitCents);
  const monthLimit = moneyOrNone(row.monthLimitCents);
  return { userId, name, email, role, orderLimit, monthLimit, deputy, awayUntil };
}

/**
 * Changes what somebody is in a company.
 * @throws AppError COMPANY_NOT_FOUND, FORBIDDEN, MEMBER_NOT_FOUND, LAST_MANAGER; 400 at deputy where they are no other member
 */
export async function changeMember(
  tx: Tx,
  caller: Caller,
  companyId: string,
  userId: string,
  { role, orderLimit, monthLimit, deputy, awayUntil }: MemberEdit,
): Promise<Member> {
  const company = await lockCompanyFor(tx, caller, companyId, 'members');
  const before = await memberOf(tx, companyId, userId);
  if (before.role === 'manager' && role !== 'manager') await requireAnotherManager(tx, companyId, userId);
  if (
    typeof deputy === 'string' &&
    (deputy === userId || (await tx.$count(companyMembers, isMember(companyId, deputy))) === 0)
  )
    throw invalid('deputy', sentence('Choose another member of the company'));
  const [row] = await tx
    .update(companyMembers)
    .set({
      role,
      orderLimitCents: centsOrNone(orderLimit),
      monthLimitCents: centsOrNone(monthLimit),
      ...(deputy === undefined ? {} : { deputy }),
      ...(awayUntil === undefined ? {} : { awayUntil }),
    })
    .where(isMember(companyId, userId))
    .returning();
  const { name } = company;
  const number = formatCompanyNumber(company.number);
  if (before.role !== role)
    await record(tx, caller, 'company.member-changed', companyId, {
      name,
      number,
      from: before.role,
      to: role,
      userId,
    });
  return presentMember(row!, before);
}

/**
 * Takes somebody out of a company; everybody may leave. Their orders stay the company's.
 * @throws AppError COMPANY_NOT_FOUND, FORBIDDEN, MEMBER_NOT_FOUND, LAST_MANAGER
 */
export async function removeMember(tx: Tx, caller: Caller, companyId: string, userId: string): Promise<void> {
  const company = await lockCompanyFor(tx, caller, companyId, userId === caller.userId ? 'read' : 'members');
  const { role } = await memberOf(tx, companyId, userId);
  if (role === 'manager') await requireAnotherManager(tx, companyId, userId);
  await tx
    .update(companyMembers)
    .set({ deputy: null })
    .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.deputy, userId)));
  await tx.delete(companyMembers).where(isMember(companyId, userId));
  await record(tx, caller, 'company.member-removed', companyId, {
    name: company.name,
    number: formatCompanyNumber(company.number),
    userId,
  });
}

/** @throws AppError MEMBER_NOT_FOUND */
async function memberOf(tx: Tx, companyId: string, userId: string): Promise<Row & { name: string; email: string }> {
  const [found] = await tx
    .select({ member: companyMembers, name: users.name, email: users.email })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(isMember(companyId, userId));
  if (!found) throw new AppError('MEMBER_NOT_FOUND', sentence('The company has no member with that id.'));
  return { ...found.member, name: found.name, email: found.email };
}

/** Under the lock of the company: two managers who take each other out take turns. @throws AppError LAST_MANAGER */
async function requireAnotherManager(tx: Tx, companyId: string, userId: string): Promise<void> {
  const others = await tx.$count(
    companyMembers,
    and(eq(companyMembers.companyId, companyId), eq(companyMembers.role, 'manager'), ne(companyMembers.userId, userId)),
  );
  if (others === 0)
    throw new AppError(
      'LAST_MANAGER',
      sentence('Nobody else manages the company. Make somebody else a manager first.'),
    );
}
