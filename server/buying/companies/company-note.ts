import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/engine/db/client.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { record } from '#server/people/audit/audit.ts';
import { lockCompany, formatCompanyNumber } from './companies.ts';
import { companies } from './companies.sql.ts';
import { companyNotFound } from './membership.ts';

/** What staff note of a company for each other. @throws AppError COMPANY_NOT_FOUND */
export async function noteOf(db: Db, id: string): Promise<{ note: string }> {
  const [company] = await db.select({ note: companies.staffNote }).from(companies).where(eq(companies.id, id));
  if (!company) throw companyNotFound();
  return company;
}

/** Changes it; the audit log says that it was changed, not what it said. @throws AppError COMPANY_NOT_FOUND */
export async function setNote(tx: Tx, actor: Caller, id: string, note: string): Promise<{ note: string }> {
  const { name, number, staffNote } = await lockCompany(tx, id);
  if (staffNote !== note) {
    await tx.update(companies).set({ staffNote: note }).where(eq(companies.id, id));
    await record(tx, actor, 'company.noted', id, { name, number: formatCompanyNumber(number) });
  }
  return { note };
}
