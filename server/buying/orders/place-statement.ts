import { MAX_CENTS } from '#contract/money.ts';
import { BASIS_OF_LINES, BY_NAME, NOT_TOO_LARGE, sumsOf, unitCents, WANTED } from './order-sums.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';

/*
 * The whole order in one statement, so that it is all or nothing. One line: that statement alone; many: LOCK_TOOLS before
 * it, in the same transaction (docs/decisions/361).
 * Parameters: the five of order-sums.ts, 6 claimed total in cents, 7 customer, 8 most orders in a minute (null: no limit),
 * 9 order id, 10 to 13 name, e-mail, address, phone, 14 to 17 company, VAT number, purchase order, note, 18 country,
 * 19 tax's name, 20 tax's note, 21 how long stock is held in ms, 22 idempotency key, 23 its body's hash, 24 and 25 delivery
 * and invoice address in parts as JSON.
 */

/** Locks tools in the order of their ids, before a statement that takes many of them. Parameter: their ids. */
export const LOCK_TOOLS = 'select from tools where id = any($1::text[]) order by id for no key update';

/** Of tool `t`: whether so many can be had. */
const canBeHad = (quantity: string) => `t.removed_at is null and ${onSaleNow('t.')}
    and t.min_order_quantity <= ${quantity} and ${quantity} % t.quantity_step = 0 and t.available_quantity >= ${quantity}`;

/** Whether the sums are as they should be, and the customer is not too fast. */
const AGREED = `${NOT_TOO_LARGE} and ($6::bigint is null or total = $6::bigint)`;
const NOT_TOO_FAST = `($8::int is null or
      (select count(*) from orders where user_id = $7::text and created_at > now() - interval '1 minute') < $8::int)`;

const THE_ONE = `($2::bigint[])[1]`;

/** One tool: the conditional update finds its row, or nothing happens. */
const TAKE_ONE = `line as (
  update tools t
  set available_quantity = t.available_quantity - ${THE_ONE}, version = t.version + 1, updated_at = now()
  where t.id = coalesce(($1::text[])[1], ${BY_NAME}) and ${canBeHad(THE_ONE)}
    and exists (select from (${sumsOf(
      `(select (${unitCents(THE_ONE)}) * ${THE_ONE}::numeric as goods, t.weight_grams * ${THE_ONE}::numeric as weight)`,
    )}) as sums where ${AGREED})
    and ${NOT_TOO_FAST}
  returning 1 as at, ${THE_ONE} as quantity, t.id, t.name, t.sku, t.weight_grams, ${unitCents(THE_ONE)} as unit_cents
), agreed as (select * from (${sumsOf(BASIS_OF_LINES)}) as sums where lines = 1)`;

/**
 * Many tools, which `LOCK_TOOLS` has locked: only where all of them can be had is the stock taken, by a conditional update. A line_count of 0, which the table
 * refuses, undoes a statement that took less than it locked.
 */
const TAKE_MANY = `${WANTED}, line as materialized (
  select wanted.at, wanted.quantity, t.id, t.name, t.sku, t.weight_grams, ${unitCents('wanted.quantity')} as unit_cents
  from wanted join tools t on t.id = wanted.tool_id
  where ${canBeHad('wanted.quantity')}
), agreed as materialized (
  select * from (${sumsOf(BASIS_OF_LINES)}) as sums where lines = cardinality($1::text[]) and ${AGREED} and ${NOT_TOO_FAST}
), taken as (
  update tools
  set available_quantity = available_quantity - line.quantity, version = version + 1, updated_at = now()
  from line, agreed
  where tools.id = line.id and tools.available_quantity >= line.quantity
  returning tools.id
)`;

/** The basket's own row is locked before its lines, as every change of a basket does it. */
const EMPTY_BASKET = `, basket as (
  update baskets set version = version + 1, updated_at = now() from placed
  where baskets.user_id = placed.user_id returning baskets.user_id
), emptied as (
  delete from basket_lines using basket, line
  where basket_lines.user_id = basket.user_id and basket_lines.tool_id = line.id
)`;

/** What an order is written with, and its first and last values; between them stand its sums and its delivery. */
const ORDER_COLUMNS = `id, user_id, name, email, address, phone, company, vat_id, purchase_order, note, country,
    total_cents, freight_cents, tax_cents, tax_percent, tax_name, tax_note, delivery, delivery_name, delivery_days_from,
    delivery_days_to, line_count, pieces, weight_grams, hold_until, idempotency_key, idempotency_hash,
    delivery_address, invoice_address`;
const FIRST_VALUES =
  '$9::text, $7::text, $10::text, $11::text, $12::text, $13::text, $14::text, $15::text, $16::text, $17::text, $18::text';
const LAST_VALUES = `now() + $21::float8 * interval '1 millisecond', $22::text, $23::text, $24::jsonb, $25::jsonb`;

/** @returns the statement, and the name under which it is prepared */
function statement(many: boolean, emptyBasket: boolean): { name: string; sql: string } {
  return {
    name: `place-${many ? 'many' : 'one'}${emptyBasket ? '-of-basket' : ''}`,
    sql: `
with ${many ? TAKE_MANY : TAKE_ONE}, placed as (
  insert into orders (${ORDER_COLUMNS})
  select ${FIRST_VALUES},
    total::int, freight, tax::int, nullif($5::numeric, 0), $19::text, $20::text, id, name, days_from,
    days_to, ${many ? 'case when (select count(*) from taken) = lines then lines else 0 end' : 'lines'}, pieces, weight,
    ${LAST_VALUES}
  from agreed
  returning *
), written as (
  insert into order_lines (id, order_id, position, tool_id, tool_name, sku, unit_price_cents, quantity)
  select placed.id || '.' || line.at, placed.id, line.at - 1, line.id, line.name, line.sku, line.unit_cents, line.quantity
  from placed, line
), told as (
  insert into order_letters (order_id) select id from placed
), news as (
  insert into news (kind, subject) select 'order.placed', id from placed
)${emptyBasket ? EMPTY_BASKET : ''}
select placed.number::float8 as number, placed.total_cents as "totalCents", placed.freight_cents as "freightCents",
  placed.tax_cents as "taxCents", placed.tax_percent::float8 as "taxPercent", placed.delivery,
  placed.delivery_name as "deliveryName", placed.delivery_days_from as "deliveryDaysFrom",
  placed.delivery_days_to as "deliveryDaysTo", placed.line_count as "lineCount", placed.pieces::float8 as pieces,
  placed.hold_until as "holdUntil", placed.created_at as "createdAt",
  line.id as "toolId", line.name as "toolName", line.sku, line.unit_cents as "unitPriceCents", line.quantity::float8 as quantity
from placed, line order by line.at`,
  };
}

/** The total of one line in cents: goods, freight $4 and tax of $5 percent. */
const sumWith = (unit: string) =>
  `${unit} * $2::numeric + $4::int + round((${unit} * $2::numeric + $4::int) * $5::numeric / 100)`;

/**
 * One line where the freight is the same whatever the order weighs and comes to, as in most shops and in a new one: no
 * arrays, no rates to search, and nothing is read back that the caller knows. It takes a third less time than the general
 * one (docs/decisions/365). Parameters: 1 tool id (null: by name), 2 quantity, 3 name, 4 freight in cents, 5 tax in
 * percent, 6 to 25 as above, 26 to 29 the delivery's id, name, first and last day.
 */
function plainStatement(emptyBasket: boolean): { name: string; sql: string } {
  const unit = `(${unitCents('$2::bigint')})`;
  return {
    name: `place-plain${emptyBasket ? '-of-basket' : ''}`,
    sql: `
with line as (
  update tools t
  set available_quantity = t.available_quantity - $2::bigint, version = t.version + 1, updated_at = now()
  where t.id = coalesce($1::text, ${BY_NAME}) and ${canBeHad('$2::bigint')}
    and ${sumWith(unit)} <= ${MAX_CENTS} and ($6::bigint is null or ${sumWith(unit)} = $6::bigint)
    and ${NOT_TOO_FAST}
  returning t.id, t.name, t.sku, t.weight_grams, $2::bigint as quantity, ${unitCents('$2::bigint')} as unit_cents
), placed as (
  insert into orders (${ORDER_COLUMNS})
  select ${FIRST_VALUES},
    ${sumWith('line.unit_cents')}, $4::int, round((line.unit_cents * $2::numeric + $4::int) * $5::numeric / 100),
    nullif($5::numeric, 0), $19::text, $20::text, $26::text, $27::text, $28::int,
    $29::int, 1, line.quantity, line.weight_grams * line.quantity,
    ${LAST_VALUES}
  from line
  returning id, user_id, number, total_cents, tax_cents, hold_until, created_at
), written as (
  insert into order_lines (id, order_id, position, tool_id, tool_name, sku, unit_price_cents, quantity)
  select $9::text || '.1', $9::text, 0, line.id, line.name, line.sku, line.unit_cents, line.quantity from line
), told as (
  insert into order_letters (order_id) select id from placed
), news as (
  insert into news (kind, subject) select 'order.placed', id from placed
)${emptyBasket ? EMPTY_BASKET : ''}
select placed.number::float8 as number, placed.total_cents as "totalCents", placed.tax_cents as "taxCents",
  placed.hold_until as "holdUntil", placed.created_at as "createdAt",
  line.id as "toolId", line.name as "toolName", line.sku, line.unit_cents as "unitPriceCents"
from placed, line`,
  };
}

const STATEMENTS = {
  plain: [plainStatement(false), plainStatement(true)],
  one: [statement(false, false), statement(false, true)],
  many: [statement(true, false), statement(true, true)],
} as const;

/** The statement that places an order of one line or of many; its rows are the lines, each with the order's own columns. */
export function placeStatement(kind: keyof typeof STATEMENTS, emptyBasket: boolean): { name: string; sql: string } {
  return STATEMENTS[kind][emptyBasket ? 1 : 0];
}
