import { type SQL, sql } from 'drizzle-orm';
import { COMPANY_ROLES, type CompanyPermission, mayInCompany } from '#contract/company-policy.ts';
import type { Db } from '#server/engine/db/client.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';

/*
 * Whose a return is, as conditions of statements that read `returns r`: who ordered, and the managers of the company that the order is
 * for. Who has left a company has nothing to do with its returns any more.
 */

type Who = Pick<Caller, 'userId' | 'role' | 'key'>;

/** The own ones, and those of companies that one manages; by a key for one company, that company's alone. */
export function isBuyers({ userId, key }: Who): SQL {
  const ofKey = typeof key?.companyId === 'string' ? sql`r.company_id = ${key.companyId} and ` : sql``;
  return sql`(${ofKey}((r.buyer_id = ${userId} and (r.company_id is null or r.company_id = any(${companiesOf(userId, 'read')})))
    or r.company_id = any(${companiesOf(userId, 'orders.change')})))`;
}

function companiesOf(userId: string, permission: CompanyPermission): SQL {
  const roles = COMPANY_ROLES.filter((role) => mayInCompany(role, permission));
  return sql`array(select m.company_id from company_members m join users u on u.id = m.user_id and u.email_verified
    where m.user_id = ${userId} and m.role = any(${sql.param(roles)}::text[]))`;
}

/** Those that somebody sees: staff who read orders see all. */
export function seenBy(caller: Who): SQL {
  return callerMay(caller, 'orders.read') ? sql`true` : isBuyers(caller);
}

/** The same in parts that have no return in common, each of them one buyer's or one company's, so that an index reads each by age. */
export async function seenInParts(db: Db, caller: Who): Promise<SQL[]> {
  if (callerMay(caller, 'orders.read')) return [sql`true`];
  const { userId, key } = caller;
  const ofKey = key?.companyId ?? null;
  const { rows } = await db.execute<{ own: string[]; managed: string[] }>(
    sql`select ${companiesOf(userId, 'read')} as own, ${companiesOf(userId, 'orders.change')} as managed`,
  );
  const among = (companies: string[]) => companies.filter((id) => ofKey === null || id === ofKey);
  const [own, managed] = [among(rows[0]?.own ?? []), among(rows[0]?.managed ?? [])];
  const others = own.filter((id) => !managed.includes(id));
  const noCompany = ofKey === null ? sql`r.company_id is null or ` : sql``;
  return [
    sql`r.buyer_id = ${userId} and (${noCompany}r.company_id = any(${sql.param(others)}::text[]))`,
    ...managed.map((id) => sql`r.company_id = ${id}`),
  ];
}
