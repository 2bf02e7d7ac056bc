import { type SQL, sql } from 'drizzle-orm';
import { LINES_IN_LISTS } from '#contract/buying/orders.ts';
import type { ShopDays } from '#contract/working-days.ts';
import type { Db } from '#server/engine/db/client.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { approvalOf, presentApproval } from './order-approval.ts';
import { moneyOf, presentMoney } from './order-money.ts';
import type { Awaits, LineRow, OrderParts } from './present-order.ts';
import { latestRequest, presentRequest } from './order-refund-request.ts';
import { presentShipment, shipmentsOf } from './order-shipments.ts';

type Row = typeof orders.$inferSelect;

/**
 * What belongs to orders beyond their own rows, as columns of a statement that reads orders.
 * @param which lines of each: all, or the first few as lists show them
 */
export function partColumns(which: 'all' | 'first') {
  const first = which === 'first' ? LINES_IN_LISTS : null;
  return {
    lines: linesOf(first),
    awaits: awaitsOf(),
    shipments: shipmentsOf(first),
    money: moneyOf(),
    request: latestRequest(),
    approval: approvalOf(),
    shop: shopDays(),
  };
}

type Columns = ReturnType<typeof partColumns>;
/** A row of these columns. */
type PartsRow = { [Name in keyof Columns]: Columns[Name] extends SQL<infer Value> ? Value : never };

export function toParts(
  order: Row,
  { lines, awaits, shipments, money, request, approval, shop }: PartsRow,
): OrderParts {
  return {
    order,
    lines,
    awaits,
    shop,
    shipments: shipments.map((shipment) => presentShipment(shipment, shipment.lines)),
    ...(money === null ? {} : presentMoney(money)),
    ...(request === null ? {} : { refundRequest: presentRequest(request) }),
    ...(approval === null ? {} : { approval: presentApproval(approval) }),
  };
}

/** What belongs to orders that were read before, by one statement for all of them, in the order of `rows`. */
export async function readOrderParts(db: Db, rows: Row[], which: 'all' | 'first'): Promise<OrderParts[]> {
  if (rows.length === 0) return [];
  const read = await db
    .select({ id: orders.id, ...partColumns(which) })
    .from(orders)
    .where(sql`${orders.id} = any(${sql.param(rows.map(({ id }) => id))}::text[])`);
  const byId = new Map(read.map((parts) => [parts.id, parts]));
  return rows.flatMap((order) => {
    const parts = byId.get(order.id);
    return parts ? [toParts(order, parts)] : [];
  });
}

/** On which days the shop works, as it is set now. */
function shopDays(): SQL<ShopDays> {
  return sql`(select shop_days())`;
}

/** The lines of an order that is read, all or the first few. */
function linesOf(first: number | null): SQL<LineRow[]> {
  return sql`coalesce((
    select json_agg(json_build_object('toolId', tool_id, 'toolName', tool_name, 'sku', sku, 'buyerNumber', buyer_number,
      'unitPriceCents', unit_price_cents, 'priceUnit', price_unit,
      'quantity', quantity, 'pack', pack, 'awaited', ${awaitedByDay()}) order by position)
    from order_lines where order_id = orders.id${first === null ? sql`` : sql` and position < ${first}`}), '[]')`;
}

/** The days of an order's promises: those of their batches, or of what is made for it. */
const PROMISED = sql`order_promises promise left join batches on batches.id = promise.batch_id`;
const DAY = sql`coalesce(batches.day, promise.day)`;

function awaitedByDay(): SQL {
  return sql`(
    select json_agg(json_build_object('quantity', quantity, 'day', day) order by day) from (
      select sum(promise.quantity)::float8 as quantity, ${DAY} as day from ${PROMISED}
      where promise.order_id = order_lines.order_id and promise.tool_id = order_lines.tool_id group by 2
    ) as awaited)`;
}

function awaitsOf(): SQL<Awaits | null> {
  return sql`(
    select json_build_object('pieces', sum(promise.quantity), 'first', min(${DAY}), 'last', max(${DAY}))
    from ${PROMISED} where promise.order_id = orders.id having count(*) > 0)`;
}
