import { eq, sql } from 'drizzle-orm';
import type { MyBuyer } from '#contract/buying/my-buyer.ts';
import type { Db } from '#server/engine/db/client.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { buyingFor } from './buying-for.sql.ts';
import { myCompanies } from './companies.ts';
import { requireMember } from './membership.ts';

/**
 * For whom somebody buys where they name nobody on a page: whom they chose last, as long as they belong to it, else the one
 * active company that they belong to, else themselves.
 */
export async function readBuyer(db: Db, userId: string): Promise<MyBuyer> {
  const companies = await myCompanies(db, userId);
  const [chosen] = await db.select().from(buyingFor).where(eq(buyingFor.userId, userId));
  if (chosen?.companyId === null) return { companyId: null, company: null };
  const active = companies.filter(({ status }) => status === 'active');
  const company =
    companies.find(({ _id }) => _id === chosen?.companyId) ?? (active.length === 1 ? active[0] : undefined);
  return company ? { companyId: company._id, company: company.name } : { companyId: null, company: null };
}

/** Keeps for whom somebody buys from now on. @throws AppError COMPANY_NOT_FOUND, FORBIDDEN */
export async function chooseBuyer(db: Db, caller: Caller, companyId: string | null): Promise<MyBuyer> {
  if (companyId !== null) await requireMember(db, caller, companyId, 'read');
  await db
    .insert(buyingFor)
    .values({ userId: caller.userId, companyId })
    .onConflictDoUpdate({ target: buyingFor.userId, set: { companyId, chosenAt: sql`now()` } });
  return readBuyer(db, caller.userId);
}
