import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import type { StaffOrder, StaffOrderQuery } from '#contract/buying/staff-orders.ts';
import type { Db } from '#server/engine/db/client.ts';
import { withinDays } from '#server/engine/db/within-days.ts';
import { byTime, type Keyset, positionOf } from '#server/engine/http/by-time.ts';
import { type Page, pageOf } from '#server/engine/http/paging.ts';
import { findOrders } from './find-orders.ts';
import { isIn, isReleased } from './order-state.ts';
import { partColumns, toParts } from './order-parts.ts';
import { presentOrder } from './present-order.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

/** Lists are counted so far, and what a search finds; one more than this means that there are more. */
const COUNTED = 10_000;
const COUNTED_FOUND = 1_000;

/**
 * Everybody's orders in whatever state, as far as they fit the search and the filters: the newest first, or by promise, which
 * is by when they were paid, or placed on account. The total is counted to COUNTED, of a search to COUNTED_FOUND; one more stands for
 * all above.
 */
export async function listAllOrders(db: Db, query: StaffOrderQuery): Promise<Page<StaffOrder>> {
  const { limit, cursor, q, sort } = query;
  const after = positionOf(cursor);
  const order =
    sort === 'promise'
      ? byTime(orders.releasedAt, orders.id, after, 'oldest')
      : byTime(orders.createdAt, orders.id, after, 'newest');
  const wanted = and(...filters(query));
  const { ids, total } =
    q !== undefined && q !== ''
      ? await findOrders(db, q, { wanted, after, rows: limit + 1, most: COUNTED_FOUND })
      : await listed(db, wanted, order, limit + 1);
  const read =
    ids.length === 0
      ? []
      : await db
          .select({ order: orders, micros: order.micros, ...partColumns('first') })
          .from(orders)
          .where(sql`${orders.id} = any(${sql.param(ids)}::text[])`);
  const byId = new Map(read.map((row) => [row.order.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const page = pageOf(rows, limit, total, ({ order, micros }) => [micros, order.id]);
  return {
    ...page,
    rows: page.rows.map(({ order, ...parts }) => presentOrder(toParts(order, parts))),
  };
}

function filters({
  state,
  fulfilment,
  refund,
  from,
  to,
  number,
  companyId,
  userId,
}: StaffOrderQuery): (SQL | undefined)[] {
  return [
    number === undefined ? undefined : eq(orders.number, Number(number)),
    companyId === undefined ? undefined : eq(orders.companyId, companyId),
    userId === undefined ? undefined : eq(orders.userId, userId),
    state === undefined ? undefined : isIn(state),
    fulfilment === undefined
      ? undefined
      : fulfilment === 'open' || fulfilment === 'ready'
        ? and(
            isReleased(),
            sql`not ${orders.nothingLeft}`,
            or(eq(orders.state, 'free'), lt(orders.refundedCents, orders.totalCents)),
            fulfilment === 'ready' ? isThere() : undefined,
          )
        : eq(orders.fulfilment, fulfilment),
    refund === undefined ? undefined : sql`${orders.id} in (select order_id from refund_requests where state = 'open')`,
    withinDays(orders.createdAt, { from, to }),
  ];
}

/** Whether an order can leave now: all that is left of it is there, or of one that leaves in parts some of it, and its day has come. */
function isThere(): SQL {
  return sql`(${orders.wantedDay} is null or ${orders.wantedDay} <= shop_today())
    and (not exists (select from order_promises where order_id = ${orders.id})
      or (${orders.parts} and exists (
        select from order_lines line where line.order_id = ${orders.id} and line.quantity
          > coalesce((select sum(quantity) from order_promises where order_id = line.order_id and tool_id = line.tool_id), 0)
          + coalesce((select sum(part.quantity) from shipments join shipment_lines part on part.shipment_id = shipments.id
              where shipments.order_id = line.order_id and part.tool_id = line.tool_id), 0)
          + coalesce((select sum(unshipped) from refund_lines
              where order_id = line.order_id and tool_id = line.tool_id), 0))))`;
}

/** Counting begins at the newest, whose indexes end it early; in no order the database reads all orders for those of some days. */
async function listed(db: Db, wanted: SQL | undefined, { after, orderBy }: Keyset, rows: number) {
  const found = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(wanted, after))
    .orderBy(...orderBy)
    .limit(rows);
  const counted = db
    .select({ one: sql<number>`1`.as('one') })
    .from(orders)
    .where(wanted)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(COUNTED + 1)
    .as('counted');
  const [page] = await db
    .select({ ids: sql<string[]>`array(${found})`, total: sql<number>`(select count(*)::int from ${counted})` })
    .from(sql`(values (1)) as one`);
  return page ?? { ids: [], total: 0 };
}
