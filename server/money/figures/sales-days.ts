import { sql } from 'drizzle-orm';
import type { Database, Db, Tx } from '#server/engine/db/client.ts';
import type { Follower } from '#server/engine/news/follow-news.ts';
import type { Day } from '#contract/days.ts';

/** The shop's day by the database's clock, as the sums are by it. */
export async function readToday(database: Database): Promise<Day> {
  const [clock] = await database.raw<{ today: Day }>('select shop_today()::text as today');
  if (!clock) throw new Error('The database does not tell its day.');
  return clock.today;
}

/**
 * Counts the days anew on which these orders were placed and paid, and those of these moments, by the shop's time zone; doing
 * it twice changes nothing.
 * @param orderIds null for all of them
 */
export async function refreshDaysOf(
  db: Db,
  orderIds: readonly string[] | null,
  moments: readonly string[] = [],
): Promise<void> {
  await db.execute(sql`
    select refresh_sales(array(
      select distinct day_of(moment, (select shop_zone())) from orders, unnest(array[created_at, paid_at]) as moment
      where ${orderIds === null ? sql`true` : sql`id = any(${sql.param(orderIds)}::text[])`} and moment is not null
      union select day_of(moment::timestamptz, (select shop_zone()))
        from unnest(${sql.param(moments)}::text[]) as moment),
      (select shop_zone()))`);
}

/** Counts all days anew, where they are those of another time zone. */
async function refreshAllDays(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from sales_days`);
  await tx.execute(sql`delete from sales_of_tools`);
  await refreshDaysOf(tx, null);
}

/** Keeps the sums of days by what was written of orders (docs/decisions/410-sums-by-day.md). */
export const figuresFollower: Follower = {
  name: 'figures',
  kinds: ['order.placed', 'order.changed', 'order.paid', 'order.payment-undone', 'order.refunded', 'shop.moved'],
  handle: (tx, rows) => {
    if (rows.some(({ kind }) => kind === 'shop.moved')) return refreshAllDays(tx);
    const paidBefore = rows.flatMap(({ facts }) => (typeof facts['paidAt'] === 'string' ? [facts['paidAt']] : []));
    return refreshDaysOf(tx, [...new Set(rows.map(({ subject }) => subject))], paidBefore);
  },
};
