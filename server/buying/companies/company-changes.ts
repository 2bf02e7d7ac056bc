import { and, desc, eq } from 'drizzle-orm';
import { type CompanyChange, CompanyFactsChanged, MAX_CHANGES_SHOWN } from '#contract/buying/companies.ts';
import type { Db } from '#server/engine/db/client.ts';
import { auditLog } from '#server/people/audit/audit.sql.ts';

/** Which names and VAT numbers a company had before, as the audit log has them, the latest first. */
export async function changesOf(db: Db, id: string): Promise<CompanyChange[]> {
  const rows = await db
    .select({ at: auditLog.createdAt, by: auditLog.actorEmail, details: auditLog.details })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'company.changed'), eq(auditLog.subject, id)))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(MAX_CHANGES_SHOWN);
  return rows.map(({ at, by, details }) => ({
    at: at.toISOString(),
    by,
    changed: CompanyFactsChanged.parse(details['changed']),
  }));
}
