import { count, sql } from 'drizzle-orm';
import type { AuditEntry } from '#contract/admin.ts';
import type { Paging } from '#contract/lists.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { newId } from '#server/db/new-id.ts';
import { decodeCursor, type Page, pageOf, timestampOf } from '#server/http/paging.ts';
import type { Caller } from '#server/identity/identity.ts';
import { auditLog } from './audit.sql.ts';

export type Deed =
  | 'tool.added'
  | 'tool.edited'
  | 'tool.price-changed'
  | 'tool.restocked'
  | 'tool.removed'
  | 'user.made-admin'
  | 'user.removed'
  | 'user.disabled'
  | 'user.enabled'
  | 'order.refunded';

/** Writes down who did what to whom, in the transaction of the deed. */
export async function record(
  tx: Tx,
  actor: Caller,
  action: Deed,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ id: newId(), actorId: actor.userId, actorEmail: actor.email, action, subject, details });
}

/** The same for a deed done at the command line, where nobody is signed in. */
export async function recordFromCommandLine(
  tx: Tx,
  action: Deed,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ id: newId(), actorId: null, actorEmail: 'command line', action, subject, details });
}

/** What was written down, newest first. */
export async function listAudit(db: Db, { limit, cursor }: Paging): Promise<Page<AuditEntry>> {
  const position = cursor === undefined ? null : decodeCursor(cursor, ['string', 'string']);
  const rows = await db
    .select({ row: auditLog, micros: sql<string>`${auditLog.createdAt}::text` })
    .from(auditLog)
    .where(
      position
        ? sql`(${auditLog.createdAt}, ${auditLog.id}) < (${timestampOf(position[0])}::timestamptz, ${position[1]})`
        : undefined,
    )
    .orderBy(sql`${auditLog.createdAt} desc`, sql`${auditLog.id} desc`)
    .limit(limit + 1);
  const [counted] = await db.select({ total: count() }).from(auditLog);
  const page = pageOf(rows, limit, counted?.total ?? 0, ({ row, micros }) => [micros, row.id]);
  return {
    ...page,
    rows: page.rows.map(({ row }) => ({
      _id: row.id,
      actor: row.actorEmail,
      action: row.action,
      subject: row.subject,
      details: row.details,
      createdAt: row.createdAt.toISOString(),
    })),
  };
}
