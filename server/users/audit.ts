import { count, eq } from 'drizzle-orm';
import type { AuditEntry } from '#contract/admin.ts';
import type { Paging } from '#contract/lists.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { newestFirst } from '#server/db/newest-first.ts';
import { newId } from '#server/db/new-id.ts';
import { type Page, pageOf } from '#server/http/paging.ts';
import type { Caller } from '#server/identity/identity.ts';
import { users } from '#server/identity/identity.sql.ts';
import { auditLog } from './audit.sql.ts';

export type AuditAction =
  | 'tool.added'
  | 'tool.edited'
  | 'tool.price-changed'
  | 'tool.restocked'
  | 'tool.removed'
  | 'tool.stock-changed'
  | 'settings.changed'
  | 'user.made-admin'
  | 'user.role-changed'
  | 'user.removed'
  | 'user.left'
  | 'user.disabled'
  | 'user.enabled'
  | 'order.refunded'
  | 'order.cancelled'
  | 'order.changed'
  | 'order.shipped'
  | 'import.committed'
  | 'import.undone'
  | 'api-key.made'
  | 'api-key.revoked';

/** Writes down who did what to whom, in the transaction of the action. */
export function record(
  tx: Tx,
  actor: Caller,
  action: AuditAction,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  return recordBy(tx, actor, action, subject, details);
}

/** The same for what goes on after the call that began it. */
export async function recordBy(
  tx: Tx,
  actor: { userId: string | null; email: string; key?: { name: string } | undefined },
  action: AuditAction,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  await tx.insert(auditLog).values({
    id: newId(),
    actorId: actor.userId,
    actorEmail: actor.email,
    action,
    subject,
    // What a key did was perhaps not done by who made it.
    details: actor.key ? { ...details, apiKey: actor.key.name } : details,
  });
}

/** The same for an action done at the command line, where nobody is signed in. */
export async function recordFromCommandLine(
  tx: Tx,
  action: AuditAction,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ id: newId(), actorId: null, actorEmail: 'command line', action, subject, details });
}

/** Writes down that a member of staff removes their own account. Customers who leave take their address with them. */
export async function recordLeaving(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user || user.role === 'user' || user.role === 'customer') return;
  await tx.insert(auditLog).values({
    id: newId(),
    actorId: userId,
    actorEmail: user.email,
    action: 'user.left' satisfies AuditAction,
    subject: userId,
    details: { email: user.email, role: user.role },
  });
}

/** What was written down, newest first. */
export async function listAudit(db: Db, { limit, cursor }: Paging): Promise<Page<AuditEntry>> {
  const { after, orderBy, micros } = newestFirst(auditLog.createdAt, auditLog.id, cursor);
  const rows = await db
    .select({ row: auditLog, micros })
    .from(auditLog)
    .where(after)
    .orderBy(...orderBy)
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
