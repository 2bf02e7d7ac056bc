import type { RawQuery } from '#server/engine/db/client.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import type { LineRow } from './present-order.ts';

/** What is written of an order that is placed; of the rest its table knows what a new one has. */
const WRITTEN = [
  'id',
  'userId',
  'state',
  'name',
  'email',
  'address',
  'deliveryAddress',
  'phone',
  'company',
  'vatId',
  'vatProof',
  'invoiceAddress',
  'purchaseOrder',
  'note',
  'country',
  'delivery',
  'deliveryName',
  'deliveryDaysFrom',
  'deliveryDaysTo',
  'lineCount',
  'pieces',
  'weightGrams',
  'freightCents',
  'taxCents',
  'taxPercent',
  'taxName',
  'taxNote',
  'taxCategory',
  'totalCents',
  'createdAt',
  'holdUntil',
  'idempotencyKey',
  'idempotencyHash',
  'companyId',
  'orderedBy',
  'costCentre',
  'buyerReference',
  'quoteId',
  'onAccount',
] as const satisfies (keyof typeof orders.$inferInsert)[];

export type NewOrderRow = Pick<typeof orders.$inferSelect, (typeof WRITTEN)[number]>;

const more = (parameter: number) => `$${WRITTEN.length + parameter}`;

/** Lines that one statement writes: while PGlite writes them, nobody else is answered. */
const LINES_AT_ONCE = 250;

/**
 * All that an order of not too many lines writes, in one statement: one a table was three times slower. It decides and computes nothing; its tools
 * are locked. The basket's own row is locked before its lines, as every change of a basket does it (docs/decisions/361).
 * A letter is owed to whoever need not wait for an approval.
 */
const WRITE_ORDER = `
with placed as (
  insert into orders (${WRITTEN.map((key) => orders[key].name).join(', ')})
  values (${WRITTEN.map((_, index) => `$${index + 1}`).join(', ')})
  returning id, user_id, number, state
), line as (
  select * from unnest(${more(1)}::text[], ${more(2)}::text[], ${more(3)}::text[], ${more(4)}::text[], ${more(5)}::int[], ${more(6)}::int[], ${more(7)}::smallint[],
    ${more(8)}::jsonb[]) with ordinality as line (tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity, price_unit, pack, at)
), written as (
  insert into order_lines (id, order_id, position, tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity, price_unit, pack)
  select placed.id || '.' || at, placed.id, at - 1, tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity,
    price_unit, pack
  from placed, line
), taken as (
  update tools set available_quantity = available_quantity - line.quantity, version = version + 1, updated_at = now()
  from line where tools.id = line.tool_id
), letter as (
  insert into order_letters (order_id) select id from placed where state <> 'waiting'
), told as (
  insert into news (kind, subject, facts) select 'order.placed', id, ${more(9)}::jsonb from placed
), basket as (
  update baskets set version = version + 1, updated_at = now() from placed
  where ${more(10)}::boolean and baskets.user_id = placed.user_id returning baskets.user_id
), emptied as (
  delete from basket_lines using basket, line
  where basket_lines.user_id = basket.user_id and basket_lines.tool_id = line.tool_id
)
select number::float8 as number from placed`;

/** Further lines of an order whose others are written. */
const WRITE_LINES = `
with line as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::smallint[], $8::jsonb[])
    with ordinality as line (tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity, price_unit, pack, at)
), written as (
  insert into order_lines (id, order_id, position, tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity, price_unit, pack)
  select $9 || '.' || ($10::int + at), $9, $10::int + at - 1, tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity,
    price_unit, pack
  from line
), taken as (
  update tools set available_quantity = available_quantity - line.quantity, version = version + 1, updated_at = now()
  from line where tools.id = line.tool_id
)
delete from basket_lines using line
where $11::boolean and basket_lines.user_id = $12 and basket_lines.tool_id = line.tool_id`;

/**
 * Writes an order with its lines, takes their stock and tells the news; of many lines some at a time.
 * @param low the tools of which less than their minimum is left
 * @returns its number
 */
export async function writeOrder(
  query: RawQuery,
  order: NewOrderRow,
  lines: readonly LineRow[],
  { low, emptyBasket }: { low: readonly string[]; emptyBasket: boolean },
): Promise<number> {
  const parameters = [
    ...WRITTEN.map((key) => order[key]),
    ...columnsOf(lines.slice(0, LINES_AT_ONCE)),
    low.length === 0 ? {} : { low },
    emptyBasket,
  ];
  const [placed] = await query<{ number: number }>(WRITE_ORDER, parameters, 'write-order');
  for (let from = LINES_AT_ONCE; from < lines.length; from += LINES_AT_ONCE) {
    const some = columnsOf(lines.slice(from, from + LINES_AT_ONCE));
    await query(WRITE_LINES, [...some, order.id, from, emptyBasket, order.userId], 'write-order-lines');
  }
  return placed!.number;
}

function columnsOf(lines: readonly LineRow[]) {
  return [
    lines.map(({ toolId }) => toolId),
    lines.map(({ toolName }) => toolName),
    lines.map(({ sku }) => sku),
    lines.map(({ buyerNumber }) => buyerNumber),
    lines.map(({ unitPriceCents }) => unitPriceCents),
    lines.map(({ quantity }) => quantity),
    lines.map(({ priceUnit }) => priceUnit),
    lines.map(({ pack }) => (pack === null ? null : JSON.stringify(pack))),
  ];
}
