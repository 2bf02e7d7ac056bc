import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { ScheduledJob } from '#server/engine/jobs/scheduler.ts';

/** So many orders are written in one transaction: whoever pays one of them waits until it ends. */
const PORTION = 50;
/** Other scheduled jobs wait while this one works. */
const WORK_MS = 20_000;

/**
 * Makes orders findable that are older than the search (docs/decisions/510-earlier-orders-found.md). After each portion the
 * database is left alone for as long as it took.
 */
export function earlierOrdersJob(database: Database, portion = PORTION): ScheduledJob {
  return {
    name: 'earlier-orders',
    everyMs: WORK_MS,
    withinMs: 3 * WORK_MS,
    async isOver() {
      return (await readPlace(database)) === undefined;
    },
    async run(stopping) {
      const until = performance.now() + WORK_MS;
      for (;;) {
        const began = performance.now();
        if (!(await makeSomeFindable(database, portion)) || stopping.aborted || performance.now() > until) return;
        await pause(performance.now() - began);
      }
    },
  };
}

/** Since when orders are found, as an ISO moment; undefined where all are. */
export async function foundSince(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ since: string }>(
    sql`select to_json(least(created_at, now()) at time zone 'utc') #>> '{}' as since from order_search_behind`,
  );
  return rows[0] && `${rows[0].since}Z`;
}

/** A place among orders, newest first: the moment as PostgreSQL writes it, and the id. */
interface Place {
  at: string;
  id: string;
}

/** @returns undefined where all orders are found */
async function readPlace(database: Database): Promise<Place | undefined> {
  const [place] = await database.raw<Place>('select created_at::text as at, order_id as id from order_search_behind');
  return place;
}

/**
 * Writes how the next orders are found. What two do at once, or again after a crash, is the same.
 * @returns whether there were any
 */
async function makeSomeFindable(database: Database, most: number): Promise<boolean> {
  const place = await readPlace(database);
  if (!place) return false;
  const next = await database.raw<Place>(
    `select id, created_at::text as at from orders where (created_at, id) < ($1::timestamptz, $2)
     order by orders.created_at desc, id desc limit $3`,
    [place.at, place.id, most],
  );
  const last = next.at(-1);
  if (!last) {
    await database.raw('delete from order_search_behind');
    return false;
  }
  const ids = sql`any(${sql.param(next.map(({ id }) => id))}::text[])`;
  // Before any order is locked, and in the order in which those who place orders do it.
  await database.db.execute(sql`
    insert into order_goods (words) select distinct order_goods_words(tool_name, sku) from order_lines where order_id = ${ids}
    order by 1 on conflict do nothing`);
  await transaction(database, async (tx) => {
    // Nobody changes them until this is done; what was changed before, the next statement sees.
    await tx.execute(sql`select from orders where id = ${ids} order by id for share`);
    await tx.execute(sql`
      insert into order_search as found (order_id, created_at, words, party, goods, codes)
      select id, created_at, order_search_words(orders), order_party(order_party_words(orders)), order_goods_of(id), order_code_words(orders)
      from orders
      where id = ${ids} and not exists (select from order_search known where known.order_id = orders.id and known.party is not null)
      order by id
      on conflict (order_id) do update set words = excluded.words, party = excluded.party, goods = excluded.goods, codes = excluded.codes
        where found.party is null`);
    // Of those that had their row before the sales of goods were kept.
    await tx.execute(sql`
      insert into order_sales (goods, created_at, order_id) select unnest(goods), created_at, order_id from order_search where order_id = ${ids}
      on conflict do nothing`);
    await tx.execute(sql`
      update order_search_behind set created_at = ${last.at}::timestamptz, order_id = ${last.id}
      where (created_at, order_id) = (${place.at}::timestamptz, ${place.id})`);
  });
  return true;
}
