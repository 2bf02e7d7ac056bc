import { sql } from 'drizzle-orm';
import type { Database, Db } from '#server/engine/db/client.ts';
import type { Follower } from '#server/engine/news/follow-news.ts';
import type { Day } from './spans.ts';

/** Whose days the figures are of. */
export const TIME_ZONE = 'UTC';

/** The day that it is by the database's clock, as the sums are by it. @param timeZone its IANA name */
export async function readToday(database: Database, timeZone: string): Promise<Day> {
  const [clock] = await database.raw<{ today: Day }>('select day_of(now(), $1)::text as today', [timeZone]);
  if (!clock) throw new Error('The database does not tell its day.');
  return clock.today;
}

/** Counts the days anew on which these orders were placed and paid; doing it twice changes nothing. */
export async function refreshDaysOf(db: Db, orderIds: readonly string[], timeZone: string): Promise<void> {
  await db.execute(sql`
    select refresh_sales(array(
      select distinct day_of(moment, ${timeZone}) from orders, unnest(array[created_at, paid_at]) as moment
      where id = any(${sql.param(orderIds)}::text[]) and moment is not null), ${timeZone})`);
}

/** Keeps the sums of days by what was written of orders (docs/decisions/410-sums-by-day.md). */
export const figuresFollower: Follower = {
  name: 'figures',
  kinds: ['order.placed', 'order.changed', 'order.paid', 'order.refunded'],
  handle: (tx, rows) => refreshDaysOf(tx, [...new Set(rows.map(({ subject }) => subject))], TIME_ZONE),
};
