import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { lockCompany } from './companies.ts';
import { companies, companyMembers } from './companies.sql.ts';

/**
 * Before an account goes: a company that nobody else manages is put on hold, and waits until staff have looked. Nobody takes the last
 * manager out of a company, but their account can go. Two managers whose accounts go at once take turns under the lock of the company, so
 * that the second sees that the first is gone.
 */
export async function leaveCompanies(tx: Tx, userId: string): Promise<void> {
  const managed = await tx
    .select({ id: companyMembers.companyId })
    .from(companyMembers)
    .where(and(eq(companyMembers.userId, userId), eq(companyMembers.role, 'manager')))
    .orderBy(asc(companyMembers.companyId));
  for (const { id } of managed) {
    await lockCompany(tx, id);
    const isOther = and(
      eq(companyMembers.companyId, id),
      eq(companyMembers.role, 'manager'),
      ne(companyMembers.userId, userId),
    );
    if ((await tx.$count(companyMembers, isOther)) > 0) continue;
    await tx
      .update(companies)
      .set({ status: 'on-hold', unmanagedAt: sql`now()`, version: sql`${companies.version} + 1` })
      .where(eq(companies.id, id));
    await tellNews(tx, 'company.changed', [id]);
  }
}
