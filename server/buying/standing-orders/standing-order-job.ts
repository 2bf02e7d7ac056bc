import { and, asc, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import { announcedUntil } from '#contract/buying/standing-days.ts';
import { isWorkingDay } from '#contract/working-days.ts';
import type { ScheduledJob } from '#server/engine/jobs/scheduler.ts';
import { announce } from './announce-standing-order.ts';
import { placeOrPause } from './place-standing-order.ts';
import type { StandingParts } from './standing-parts.ts';
import { shopToday } from './standing-orders.ts';
import { standingOrders } from './standing-orders.sql.ts';

const MINUTE_MS = 60_000;
/** So many are found at once. */
const AT_ONCE = 100;

/** Announces and places standing orders, by the clock; each of a day once, whichever process does it. */
export function standingOrderJob(parts: StandingParts): ScheduledJob {
  return {
    name: 'standing-orders',
    everyMs: 10 * MINUTE_MS,
    withinMs: 30 * MINUTE_MS,
    run: (stopping) => runStandingOrders(parts, stopping),
  };
}

/** Does what is due today: letters two working days before, and on a working day the orders that letters announced. */
export async function runStandingOrders(parts: StandingParts, stopping?: AbortSignal): Promise<void> {
  const { terms } = await parts.settings.read();
  const today = await shopToday(parts.database.db);
  const { announcedFor, dueOn } = standingOrders;
  await inTurn(parts, stopping, and(isNull(announcedFor), lte(dueOn, announcedUntil(today, terms))), (id) =>
    announce(parts, id, today),
  );
  if (!isWorkingDay(today, terms)) return;
  await inTurn(parts, stopping, and(isNotNull(announcedFor), lte(announcedFor, today)), (id) =>
    placeOrPause(parts, id, today),
  );
}

type DueFilter = ReturnType<typeof and>;

/** Each that is due, once in a round; what is wrong with one keeps no other from its turn. */
async function inTurn(
  { database, log }: StandingParts,
  stopping: AbortSignal | undefined,
  due: DueFilter,
  work: (id: string) => Promise<void>,
): Promise<void> {
  const { id: key, pausedCode } = standingOrders;
  let last = '';
  for (;;) {
    const ids = await database.db
      .select({ id: key })
      .from(standingOrders)
      .where(and(isNull(pausedCode), due, gt(key, last)))
      .orderBy(asc(key))
      .limit(AT_ONCE);
    for (const { id } of ids) {
      if (stopping?.aborted) return;
      try {
        await work(id);
      } catch (error) {
        log.error({ error, standingOrder: id }, 'a standing order could not be seen to; will try again');
      }
    }
    if (ids.length < AT_ONCE) return;
    last = ids.at(-1)!.id;
  }
}
