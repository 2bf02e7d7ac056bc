import { eq, inArray, sql } from 'drizzle-orm';
import type { PunchoutCall, PunchoutLogEntry } from '#contract/buying/punchout.ts';
import type { Paging } from '#contract/lists.ts';
import type { Db } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { newestPage } from '#server/engine/http/by-time.ts';
import type { Page } from '#server/engine/http/paging.ts';
import { punchoutNotFound } from './connections.ts';
import { webhookDeliveries } from '#server/office/webhooks/webhooks.sql.ts';
import { punchoutConnections, punchoutLog } from './punchout.sql.ts';

/** How long it is kept that a buyer's system called. */
const KEPT_DAYS = 90;
/** Of how many calls: a system that asks all day long would fill the log with them. */
const MOST_ENTRIES = 100;
/** How much of what was said is kept. */
const SAID_CHARACTERS = 300;

/**
 * Writes down that a buyer's system called and how it was answered. Nothing that was sent is written, so that no secret can be.
 * @param said a sentence of our own
 * @param deliveryId of the document that it is about
 */
export async function noteCall(
  db: Db,
  connectionId: string,
  { what, ok, said, deliveryId }: { what: PunchoutCall; ok: boolean; said: string; deliveryId?: string },
): Promise<void> {
  const short = [...said].slice(0, SAID_CHARACTERS).join('');
  // What is tried here says nothing of the buyer's system.
  const set =
    what === 'try' ? { lastUsedAt: sql`last_used_at` } : { lastUsedAt: sql`now()`, lastOk: ok, lastSaid: short };
  const known = await db
    .update(punchoutConnections)
    .set(set)
    .where(eq(punchoutConnections.id, connectionId))
    .returning({ id: punchoutConnections.id });
  if (known.length === 0) return;
  await db.insert(punchoutLog).values({ id: newId(), connectionId, what, ok, said: short, deliveryId });
  const newest = sql`select id from ${punchoutLog} kept where kept.connection_id = ${connectionId}
    order by kept.created_at desc, kept.id desc limit ${MOST_ENTRIES}`;
  await db.delete(punchoutLog).where(
    sql`${punchoutLog.connectionId} = ${connectionId}
        and (${punchoutLog.createdAt} < now() - make_interval(days => ${KEPT_DAYS}) or ${punchoutLog.id} not in (${newest}))`,
  );
}

/** The calls of a connection, newest first. @throws AppError PUNCHOUT_NOT_FOUND */
export async function listPunchoutLog(db: Db, id: string, paging: Paging): Promise<Page<PunchoutLogEntry>> {
  const [known] = await db
    .select({ id: punchoutConnections.id })
    .from(punchoutConnections)
    .where(eq(punchoutConnections.id, id));
  if (!known) throw punchoutNotFound();
  const page = await newestPage(db, punchoutLog, eq(punchoutLog.connectionId, id), paging);
  const named = page.rows.flatMap(({ deliveryId }) => deliveryId ?? []);
  const kept = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.id, named));
  const there = new Set(kept.map((delivery) => delivery.id));
  return {
    ...page,
    rows: page.rows.map(({ id: _id, createdAt, what, ok, said, deliveryId }) => ({
      _id,
      at: createdAt.toISOString(),
      what,
      ok,
      said,
      document: deliveryId !== null && there.has(deliveryId) ? deliveryId : null,
    })),
  };
}
