import { type SQL, sql } from 'drizzle-orm';
import { COMPANY_ROLES, type CompanyRole, mayInCompany } from '#contract/company-policy.ts';
import type { Db } from '#server/engine/db/client.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';

/*
 * Whose a quote is, as conditions of statements that read `quotes q`. Who has left a company has nothing to do with its quotes
 * any more, not even with those that they asked for.
 */

type Who = Pick<Caller, 'userId' | 'role' | 'key'>;

/** The own ones, and those of companies that show them to one's role; by a key for one company, that company's alone. */
export function isBuyers({ userId, key }: Who): SQL {
  const ofKey = typeof key?.companyId === 'string' ? sql`q.company_id = ${key.companyId} and ` : sql``;
  // Their companies are found once, and not for each quote, so that the indexes by buyer and by company are of use. Null is no.
  return sql`(${ofKey}((q.user_id = ${userId} and (q.company_id is null or q.company_id = any(${companiesOf(userId, COMPANY_ROLES)})))
    or q.company_id = any(${companiesOf(userId, readers)})))`;
}

function companiesOf(userId: string, roles: readonly CompanyRole[]): SQL {
  return sql`array(select m.company_id from company_members m join users u on u.id = m.user_id and u.email_verified
    where m.user_id = ${userId} and m.role = any(${sql.param([...roles])}::text[]))`;
}

const readers = COMPANY_ROLES.filter((role) => mayInCompany(role, 'quotes.read'));

/** Those that somebody sees: staff who answer them see all. */
export function seenBy(caller: Who): SQL {
  return callerMay(caller, 'quotes') ? sql`true` : isBuyers(caller);
}

/**
 * The same in parts that have no quote in common, each of them one buyer's or one company's, so that each is read from its newest by
 * an index.
 */
export async function seenInParts(db: Db, caller: Who): Promise<SQL[]> {
  if (callerMay(caller, 'quotes')) return [sql`true`];
  const { userId, key } = caller;
  const ofKey = key?.companyId ?? null;
  const { rows } = await db.execute<{ ofAll: string[]; read: string[] }>(
    sql`select ${companiesOf(userId, COMPANY_ROLES)} as "ofAll", ${companiesOf(userId, readers)} as read`,
  );
  const among = (companies: string[]) => companies.filter((id) => ofKey === null || id === ofKey);
  const [ofAll, read] = [among(rows[0]?.ofAll ?? []), among(rows[0]?.read ?? [])];
  const others = ofAll.filter((id) => !read.includes(id));
  const noCompany = ofKey === null ? sql`q.company_id is null or ` : sql``;
  return [
    sql`q.user_id = ${userId} and (${noCompany}q.company_id = any(${sql.param(others)}::text[]))`,
    ...read.map((id) => sql`q.company_id = ${id}`),
  ];
}
