import { sentence } from '#contract/sentences.ts';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { COMPANY_ROLES, type CompanyPermission, mayInCompany } from '#contract/company-policy.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { mayApprove } from '#server/buying/limits/may-approve.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

/*
 * Whose an order is, as conditions of statements that read orders: its buyer's, and where it is for a company, the company's. Who has
 * left a company has nothing to do with its orders any more, not even with those that they placed.
 */

/** Who looks at orders: somebody, perhaps by a key. */
export type Who = Pick<Caller, 'userId' | 'key'>;

/** Of those that somebody ordered for themselves, or for a company that they still belong to. */
export function orderedBy(userId: string): SQL | undefined {
  return and(eq(orders.userId, userId), or(isNull(orders.companyId), may(userId, 'read')));
}

/**
 * Those that somebody may see: the own, those of companies that show them to their role, and those that wait for them, who may be the
 * deputy of somebody who is away. By a key for one company, that company's alone.
 */
export function seenBy({ userId, key }: Who): SQL | undefined {
  const companyId = key?.companyId ?? null;
  return and(
    companyId === null ? undefined : eq(orders.companyId, companyId),
    or(orderedBy(userId), may(userId, 'orders.read'), and(eq(orders.state, 'waiting'), mayApprove(userId))),
  );
}

/** Those of whose company somebody is, whatever they may see there. */
export function ofOwnCompanies(userId: string): SQL {
  return may(userId, 'read');
}

/** Whether somebody who sees one may pay, change, delete and withdraw it: a column of a statement that reads orders. */
export function mayChange(userId: string): SQL<boolean> {
  return sql`(${or(orderedBy(userId), may(userId, 'orders.change'))})`;
}

/** @throws AppError FORBIDDEN where `mayChange` says no */
export function requireChange(isAllowed: boolean): void {
  if (!isAllowed)
    throw new AppError(
      'FORBIDDEN',
      sentence('Only the person who ordered and the managers of the company may do this.'),
    );
}

/** Those for a company. @param userId by whom; null for everybody's */
export function ofCompany(companyId: string, userId: string | null): SQL | undefined {
  return and(eq(orders.companyId, companyId), userId === null ? undefined : eq(orders.userId, userId));
}

function may(userId: string, permission: CompanyPermission): SQL {
  const roles = COMPANY_ROLES.filter((role) => mayInCompany(role, permission));
  return sql`exists (
    select from company_members m join users u on u.id = m.user_id and u.email_verified
    where m.company_id = ${orders.companyId} and m.user_id = ${userId} and m.role = any(${sql.param(roles)}::text[]))`;
}
