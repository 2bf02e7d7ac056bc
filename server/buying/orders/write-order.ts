import type { Share } from '#contract/buying/stock-to-come.ts';
import { keepComing } from '#server/catalogue/promises/keep-coming.ts';
import type { RawQuery } from '#server/engine/db/client.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import type { PlacedLine } from './price-order.ts';

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
  'surchargeCents',
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
  'toInvoiceCents',
  'parts',
  'wantedDay',
  'language',
  'paidAt',
  'returnId',
] as const satisfies (keyof typeof orders.$inferInsert)[];

export type NewOrderRow = Pick<typeof orders.$inferSelect, (typeof WRITTEN)[number]>;

const more = (parameter: number) => `$${WRITTEN.length + parameter}`;

/** Lines that one statement writes: while PGlite writes them, nobody else is answered. */
const LINES_AT_ONCE = 250;

/**
 * All that an order of not too many lines writes, in one statement: one a table was three times slower. It decides and computes nothing; its tools
 * are locked. The basket's own row is locked before its lines, as every change of a basket does it (docs/decisions/361).
 * A letter is owed to whoever need not wait for an approval, and is to pay.
 */
const WRITE_ORDER = `
with placed as (
  insert into orders (${WRITTEN.map((key) => orders[key].name).join(', ')})
  values (${WRITTEN.map((_, index) => `$${index + 1}`).join(', ')})
  returning id, user_id, number, state
), line as (
  select * from unnest(${more(1)}::text[], ${more(2)}::text[], ${more(3)}::text[], ${more(4)}::text[], ${more(5)}::int[], ${more(6)}::int[], ${more(7)}::smallint[],
    ${more(8)}::jsonb[], ${more(9)}::int[])
    with ordinality as line (tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity, price_unit, pack, taken, at)
), written as (
  insert into order_lines (id, order_id, position, tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity, price_unit, pack)
  select placed.id || '.' || at, placed.id, at - 1, tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity,
    price_unit, pack
  from placed, line
), taken as (
  update tools set available_quantity = available_quantity - line.taken, version = version + 1, updated_at = now()
  from line where tools.id = line.tool_id
), letter as (
  insert into order_letters (order_id) select id from placed where state = 'unpaid'
), told as (
  insert into news (kind, subject, facts) select 'order.placed', id, ${more(10)}::jsonb from placed
), basket as (
  update baskets set version = version + 1, updated_at = now() from placed
  where ${more(11)}::boolean and baskets.user_id = placed.user_id returning baskets.user_id
), emptied as (
  delete from basket_lines using basket, line
  where basket_lines.user_id = basket.user_id and basket_lines.tool_id = line.tool_id
)
select number::float8 as number from placed`;

/** Further lines of an order whose others are written. */
const WRITE_LINES = `
with line as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::smallint[], $8::jsonb[], $9::int[])
    with ordinality as line (tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity, price_unit, pack, taken, at)
), written as (
  insert into order_lines (id, order_id, position, tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity, price_unit, pack)
  select $10 || '.' || ($11::int + at), $10, $11::int + at - 1, tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity,
    price_unit, pack
  from line
), taken as (
  update tools set available_quantity = available_quantity - line.taken, version = version + 1, updated_at = now()
  from line where tools.id = line.tool_id
)
delete from basket_lines using line
where $12::boolean and basket_lines.user_id = $13 and basket_lines.tool_id = line.tool_id`;

/**
 * Writes an order with its lines, takes their stock and tells the news; of many lines some at a time.
 * @param low the tools of which less than their minimum is left
 * @returns its number
 */
export async function writeOrder(
  query: RawQuery,
  order: NewOrderRow,
  lines: readonly PlacedLine[],
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
  await promise(query, order.id, lines);
  return placed!.number;
}

/** Writes down what of an order is to come, and what its tools say of that. */
async function promise(query: RawQuery, orderId: string, lines: readonly PlacedLine[]): Promise<void> {
  const promised = lines.flatMap(({ toolId, shares }) =>
    shares.filter((share) => !isFromStock(share)).map((share) => ({ toolId, ...share })),
  );
  if (promised.length === 0) return;
  await query(
    `insert into order_promises (order_id, tool_id, batch_id, day, quantity)
     select $1, * from unnest($2::text[], $3::text[], $4::date[], $5::int[])`,
    [
      orderId,
      promised.map(({ toolId }) => toolId),
      promised.map(({ batch }) => batch),
      promised.map(({ batch, day }) => (batch === null ? day : null)),
      promised.map(({ quantity }) => quantity),
    ],
    'promise-lines',
  );
  await keepComing(query, [...new Set(promised.map(({ toolId }) => toolId))]);
}

function isFromStock({ batch, day }: Share): boolean {
  return batch === null && day === null;
}

function columnsOf(lines: readonly PlacedLine[]) {
  return [
    lines.map(({ toolId }) => toolId),
    lines.map(({ toolName }) => toolName),
    lines.map(({ sku }) => sku),
    lines.map(({ buyerNumber }) => buyerNumber),
    lines.map(({ unitPriceCents }) => unitPriceCents),
    lines.map(({ quantity }) => quantity),
    lines.map(({ priceUnit }) => priceUnit),
    lines.map(({ pack }) => (pack === null ? null : JSON.stringify(pack))),
    lines.map(({ shares }) => shares.find(isFromStock)?.quantity ?? 0),
  ];
}
