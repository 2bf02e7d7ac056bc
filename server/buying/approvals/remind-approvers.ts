import { and, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { ScheduledJob } from '#server/engine/jobs/scheduler.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { approvals } from '#server/buying/order-tables/approvals.sql.ts';

const MINUTE_MS = 60_000;
/** So many orders are reminded of in one transaction. */
const AT_ONCE = 50;

/** Reminds, by the clock, those who may approve what nobody has decided for a working day, or what expires soon. */
export function remindApproversJob(database: Database): ScheduledJob {
  return {
    name: 'approval-reminders',
    everyMs: MINUTE_MS,
    withinMs: 10 * MINUTE_MS,
    run: () => remindApprovers(database),
  };
}

/** Each is reminded of once; the letters are written from the news of it. */
export async function remindApprovers(database: Database): Promise<void> {
  let told = AT_ONCE;
  while (told === AT_ONCE) {
    told = await transaction(database, async (tx) => {
      const due = await tx
        .select({ id: approvals.orderId })
        .from(approvals)
        .where(
          and(
            eq(approvals.state, 'waiting'),
            isNotNull(approvals.remindAt),
            lte(approvals.remindAt, sql`now()`),
            // What expired while the shop was away is about to be told as that.
            gt(approvals.until, sql`now()`),
          ),
        )
        .limit(AT_ONCE)
        .for('update', { skipLocked: true });
      const ids = due.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await tx.update(approvals).set({ remindAt: null }).where(inArray(approvals.orderId, ids));
      await tellNews(tx, 'approval.asked-again', ids, { because: 'reminder' });
      return ids.length;
    });
  }
}
