import type { Database } from '#server/engine/db/client.ts';
import type { Changes } from '#server/engine/http/changes.ts';
import { toolTags } from '#server/engine/http/changes.ts';
import type { Log } from '#server/log.ts';
import { TODAY } from '#server/engine/db/on-sale-now.ts';

/** The database's clock is looked at again at least so often, in ms: a machine that slept has lost count. */
const LOOK_EVERY_MS = 60_000;
/** Of more tools than this everything is forgotten that was cached, instead of each one's pages. */
const TOLD_BY_NAME = 1_000;

/** Tells the cache of time: when a day begins, by the database's clock, what shows a tool whose sale begins or ended is forgotten. */
interface Days {
  start(): void;
  /** Looks at the clock. @param since the day that was seen last @returns today, and the ms until tomorrow */
  look(since: string | undefined): Promise<{ today: string; leftMs: number }>;
  stop(): Promise<void>;
}

const CLOCK = `select ${TODAY}::text as today,
  extract(epoch from (${TODAY} + 1)::timestamp at time zone (select shop_zone()) - now())::float8 * 1000 as "leftMs"`;

/** Whatever began or ended after day $1. */
const TURNED = `select id from tools where removed_at is null
  and ((on_sale_from > $1::date and on_sale_from <= ${TODAY})
    or (on_sale_until >= $1::date and on_sale_until < ${TODAY}))
limit ${TOLD_BY_NAME + 1}`;

/** Each process looks for itself, so that none depends on another that has the time. */
export function followDays({ database, changes, log }: { database: Database; changes: Changes; log: Log }): Days {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let looking: Promise<void> = Promise.resolve();
  let seen: string | undefined;

  const look: Days['look'] = async (since) => {
    const [clock] = await database.raw<{ today: string; leftMs: number }>(CLOCK);
    if (!clock) throw new Error('the database has no clock');
    if (since !== undefined && since !== clock.today) {
      const turned = await database.raw<{ id: string }>(TURNED, [since]);
      if (turned.length > TOLD_BY_NAME) changes.touchEverything();
      else if (turned.length > 0) changes.touch([...new Set(turned.flatMap(({ id }) => toolTags(id)))]);
    }
    return clock;
  };

  const again = (inMs: number) => {
    if (stopped) return;
    timer = setTimeout(() => {
      looking = look(seen)
        .then(({ today, leftMs }) => {
          seen = today;
          again(Math.max(1, Math.min(LOOK_EVERY_MS, Math.ceil(leftMs))));
        })
        .catch((error: unknown) => {
          log.warn({ error }, 'the date could not be read from the database; will try again');
          again(LOOK_EVERY_MS);
        });
    }, inMs);
    timer.unref();
  };

  return {
    start: () => again(0),
    look,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
