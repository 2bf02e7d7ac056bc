import { sentence } from '#contract/sentences.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { CompanyStatus } from '#contract/buying/companies.ts';
import { type CompanyPermission, type CompanyRole, mayInCompany } from '#contract/company-policy.ts';
import type { Db } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { companies, companyMembers } from './companies.sql.ts';

/** What somebody is in a company; limits in cents, null for none. */
interface Membership {
  role: CompanyRole;
  orderLimitCents: number | null;
  monthLimitCents: number | null;
}

/**
 * What somebody is in a company; null where they are nothing in it. Nobody is in a company by an address that was not proved to be
 * theirs: anybody could have registered under it.
 */
async function membershipOf(db: Db, userId: string, companyId: string): Promise<Membership | null> {
  const { role, orderLimitCents, monthLimitCents } = companyMembers;
  const [found] = await db
    .select({ role, orderLimitCents, monthLimitCents })
    .from(companyMembers)
    .innerJoin(users, and(eq(users.id, companyMembers.userId), eq(users.emailVerified, true)))
    .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId)));
  return found ?? null;
}

/**
 * Makes sure that a member may do something in a company. Whoever belongs neither to it nor to the staff who read companies learns
 * nothing of it, not even that it is there.
 * @throws AppError COMPANY_NOT_FOUND, FORBIDDEN
 */
export async function requireMember(
  db: Db,
  caller: Caller,
  companyId: string,
  permission: CompanyPermission,
): Promise<Membership> {
  const found = await membershipOf(db, caller.userId, companyId);
  if (found && mayInCompany(found.role, permission)) return found;
  if (!found) await requireSeen(db, caller, companyId);
  throw new AppError(
    'FORBIDDEN',
    found
      ? sentence('Your role in the company does not allow this. Ask one of its managers.')
      : sentence('Only members of the company may do this.'),
  );
}

/** The same for what the staff who read companies see, too. @throws AppError COMPANY_NOT_FOUND, FORBIDDEN */
export async function requireReader(
  db: Db,
  caller: Caller,
  companyId: string,
  permission: CompanyPermission = 'read',
): Promise<void> {
  if (callerMay(caller, 'companies.read')) await requireSeen(db, caller, companyId);
  else await requireMember(db, caller, companyId, permission);
}

/** @throws AppError COMPANY_NOT_FOUND unless it is there and the caller is of the staff who read companies */
async function requireSeen(db: Db, caller: Caller, companyId: string): Promise<void> {
  if (!callerMay(caller, 'companies.read')) throw companyNotFound();
  const [there] = await db
    .select({ one: sql`1` })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!there) throw companyNotFound();
}

export function companyNotFound(): AppError {
  return new AppError('COMPANY_NOT_FOUND', sentence('There is no such company.'));
}

/** @throws AppError COMPANY_NOT_ACTIVE, COMPANY_ON_HOLD for a company that orders nothing */
export function requireActive(status: CompanyStatus): void {
  if (status === 'pending')
    throw new AppError(
      'COMPANY_NOT_ACTIVE',
      sentence("We are still reviewing the company's account. It will be able to order soon."),
    );
  if (status === 'on-hold')
    throw new AppError(
      'COMPANY_ON_HOLD',
      sentence('The company cannot place orders at the moment. Please contact us.'),
    );
}
