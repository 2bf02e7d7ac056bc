import { sentence } from '#contract/sentences.ts';
import { timeOf } from '#contract/days.ts';
import { and, eq, ilike, like, or, type SQL, sql } from 'drizzle-orm';
import { AuditEntry, type AuditFilter, type AuditQuery } from '#contract/people/audit.ts';
import type { AuditAction, AuditDetails } from '#contract/people/audit-details.ts';
import { ToolEdit } from '#contract/catalogue/tools.ts';
import type { Database, Db, Tx } from '#server/engine/db/client.ts';
import { containing } from '#server/engine/db/containing.ts';
import { shopZone, withinDays } from '#server/engine/db/within-days.ts';
import { byTime, newestPage, type Position } from '#server/engine/http/by-time.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Page } from '#server/engine/http/paging.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import type { SheetRow } from '#server/engine/sheets/write-sheet.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { auditLog } from './audit.sql.ts';

/**
 * Writes down who did what to whom, in the transaction of the action.
 * @throws AppError INVALID_TOKEN where the actor was removed meanwhile: what somebody does who is gone is not done
 */
export async function record<A extends AuditAction>(
  tx: Tx,
  actor: Pick<Caller, 'userId' | 'email' | 'key'>,
  action: A,
  subject: string,
  details: AuditDetails<A>,
): Promise<void> {
  const [there] = await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('key share');
  if (!there)
    throw new AppError('INVALID_TOKEN', sentence('This account has been removed.'), { facts: { account: 'removed' } });
  await recordBy(tx, actor, action, subject, details);
}

/** The same for what goes on after the call that began it. */
export async function recordBy<A extends AuditAction>(
  tx: Tx,
  actor: { userId: string | null; email: string; key?: { name: string } | undefined },
  action: A,
  subject: string,
  details: AuditDetails<A>,
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
export async function recordFromCommandLine<A extends AuditAction>(
  tx: Tx,
  action: A,
  subject: string,
  details: AuditDetails<A>,
): Promise<void> {
  await recordBy(tx, { userId: null, email: 'command line' }, action, subject, details);
}

/** Writes down that a member of staff removes their own account. Customers who leave take their address with them. */
export async function recordLeaving(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user || user.role === 'user' || user.role === 'customer') return;
  const { email, role } = user;
  await recordBy(tx, { userId, email }, 'user.left', userId, { email, role });
}

/** What was written down and fits the filter, newest first. */
export async function listAudit(db: Db, { limit, cursor, ...filter }: AuditQuery): Promise<Page<AuditEntry>> {
  const page = await newestPage(db, auditLog, fitting(filter), { limit, cursor });
  return { ...page, rows: page.rows.map(presentEntry) };
}

const PART = 500;

/** The same as the rows of a sheet, oldest first, read part by part. */
export async function* auditRows(database: Database, filter: AuditFilter): AsyncGenerator<SheetRow[]> {
  const { db } = database;
  const zone = await shopZone(database);
  yield [['when', 'who', 'action', 'subject', 'details']];
  const found = fitting(filter);
  let last: Position | null = null;
  for (;;) {
    const { after, orderBy, micros } = byTime(auditLog.createdAt, auditLog.id, last, 'oldest');
    const rows = await db
      .select({ row: auditLog, micros })
      .from(auditLog)
      .where(and(found, after))
      .orderBy(...orderBy)
      .limit(PART);
    if (rows.length > 0) {
      yield rows.map(({ row }) => [
        { moment: timeOf(row.createdAt, zone) },
        row.actorEmail,
        row.action,
        row.subject,
        JSON.stringify(row.details),
      ]);
    }
    const end = rows.at(-1);
    if (!end || rows.length < PART) return;
    last = [end.micros, end.row.id];
  }
}

function fitting({ who, what, about, from, to }: AuditFilter): SQL | undefined {
  const words = about?.trim();
  const named = (field: string) => sql`${auditLog.details} ->> ${field} ilike ${containing(words ?? '')}`;
  return and(
    who?.trim() ? ilike(auditLog.actorEmail, containing(who.trim())) : undefined,
    what === undefined ? undefined : or(eq(auditLog.action, what), like(auditLog.action, `${what}.%`)),
    words ? or(eq(auditLog.subject, words), named('name'), named('number'), named('email')) : undefined,
    withinDays(auditLog.createdAt, { from, to }),
  );
}

function presentEntry(row: typeof auditLog.$inferSelect): AuditEntry {
  const { id, actorEmail, action, subject, details, createdAt } = row;
  const about = {
    _id: id,
    actor: actorEmail,
    subject,
    createdAt: createdAt.toISOString(),
    canPutBack: Object.keys(changesToPutBack(row)).length > 0,
  };
  const known = AuditEntry.safeParse({ ...about, action, details });
  return known.success ? known.data : { ...about, action: 'other', details: { action, written: details } };
}

/** What a field was before a change and after it; a side that is missing had none. */
export interface FieldChange {
  from?: unknown;
  to?: unknown;
}

/** The fields of a tool that are put back: what it is and costs; its stock moves by differences alone. */
const NOT_PUT_BACK = new Set(['availableQuantity', '_id', 'version', 'documents', 'later', 'orderable']);
const TOOL_FIELDS = new Set(Object.keys(ToolEdit.shape).filter((field) => !NOT_PUT_BACK.has(field)));

/** What an entry changed that can be put back; nothing for one that tells of something else. */
export function changesToPutBack({
  action,
  details,
}: Pick<typeof auditLog.$inferSelect, 'action' | 'details'>): Record<string, FieldChange> {
  const isTool = action === 'tool.edited' || action === 'tool.price-changed' || action === 'tool.restocked';
  const { changed } = details;
  if ((!isTool && action !== 'settings.changed') || typeof changed !== 'object' || changed === null) return {};
  const fields = Object.entries(changed).filter(([name, change]) => {
    return typeof change === 'object' && change !== null && (!isTool || TOOL_FIELDS.has(name));
  });
  return Object.fromEntries(fields);
}
