import { MAX_CENTS } from '#contract/money.ts';
import type { OrderTerms } from '#contract/buying/pricing.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';

/*
 * What the statements that price an order share, so that the one that places it and the one that explains why it was
 * refused cannot come to different sums. Both take one parameter, an Asked as JSON, and read it as `asked`.
 * contract/buying/pricing.ts is the twin of it (docs/decisions/015-an-order-is-one-statement.md).
 */

/** What is asked for, and on which terms. */
export interface AskedSums {
  lines: { toolId: string | null; quantity: number; unitCents?: number | undefined }[];
  /** The name of the tool of a line without an id. */
  tool: string | null;
  rates: Rate[];
  /** That the quantities are agreed on, and neither minimum nor step is asked for. */
  isAgreed: boolean;
  taxPercent: number;
  /** The firm by whose price list it is priced. */
  companyId: string | null;
  /** The IANA name of the shop's, by whose days price lists hold. */
  timeZone: string;
}

/** The columns that `asked` has of it. */
export const ASKED_SUMS = `lines jsonb, tool text, rates jsonb, "isAgreed" boolean, "taxPercent" numeric, "companyId" text, "timeZone" text`;

/** A name is enough where one tool alone has it. */
const BY_NAME = `(select min(id) from tools where name = asked.tool
  and removed_at is null and ${onSaleNow()} having count(*) = 1)`;

/** What is wanted, in the order in which it was sent. */
export const WANTED = `wanted as materialized (
  select coalesce(line.id, ${BY_NAME}) as tool_id, line.quantity, line.given_cents, line.at,
    asked."isAgreed" as is_agreed
  from asked, rows from (jsonb_to_recordset(asked.lines) as ("toolId" text, quantity bigint, "unitCents" int))
    with ordinality as line (id, quantity, given_cents, at)
), price_list as materialized (
  select l.id, l.percent_off from asked join companies c on c.id = asked."companyId"
    join price_lists l on l.id = c.price_list_id
  where day_of(now(), asked."timeZone") between coalesce(l.from_day, '-infinity') and coalesce(l.until_day, 'infinity')
)`;

/** The tool's own price of a piece of tool `t` of a wanted line. */
export const OWN_CENTS = 'unit_price_cents(t.price_cents, t.price_breaks, wanted.quantity)';

/** What a piece of it costs: what staff say, else what the buyer's price list says, else the tool's own price less its part. */
export const UNIT_CENTS = `coalesce(wanted.given_cents,
  (select unit_price_cents(item.price_cents, item.price_breaks, wanted.quantity) from price_list_items item
    where item.list_id = (select id from price_list) and item.tool_id = t.id),
  round(${OWN_CENTS} * (100 - coalesce((select percent_off from price_list), 0)) / 100))::integer`;

/**
 * From `line` with quantity, unit_cents and weight_grams to goods, freight, tax and total; no row where nothing carries it.
 * Numeric, until they are known to be small enough for their columns: 1,000 lines can come to more than a bigint holds.
 */
export const SUMS = `sums as materialized (
  select taxed.*, goods + freight + tax as total from (
    select basis.*, carried.*, round((basis.goods + carried.freight) * asked."taxPercent" / 100) as tax
    from asked cross join (
      select count(*) as lines, sum(quantity) as pieces, sum(unit_cents * quantity::numeric) as goods,
        sum(weight_grams * quantity::numeric) as weight
      from line) as basis cross join lateral (
      select rate.id as delivery, rate.name, rate."from", rate."to",
        case when basis.goods >= rate."freeFrom" then 0 else rate.cents end as freight
      from rows from (jsonb_to_recordset(asked.rates) as (id text, name text, "from" int, "to" int, "upTo" bigint,
        cents int, "freeFrom" bigint))
        with ordinality as rate (id, name, "from", "to", "upTo", cents, "freeFrom", at)
      where rate."upTo" is null or basis.weight <= rate."upTo"
      order by rate.at limit 1) as carried) as taxed
)`;

/** Whether an order may come to that much: something, and not too much. */
export const MAY_BE_ORDERED = `total between 1 and ${MAX_CENTS}`;

/** What a way of delivery costs up to a weight, in grams and cents; `from` and `to` are its working days, null where nobody said them. */
interface Rate {
  id: string;
  name: string;
  from: number | null;
  to: number | null;
  upTo: number | null;
  cents: number;
  freeFrom: number | null;
}

/** The ways' rates as the statements read them, the first that fits being the one that is taken. */
export function ratesOf({ ways }: OrderTerms): Rate[] {
  return ways.flatMap(({ id, name, days: [from, to], rates, freeFromCents }) =>
    rates.map(({ upTo, cents }) => ({ id, name, from, to, upTo, cents, freeFrom: freeFromCents })),
  );
}

/** The one rate of an order whose freight is agreed: by the first way that goes there, or by none that is known. */
export function agreedRate({ ways: [way] }: OrderTerms, { freightCents }: { freightCents: number }): Rate {
  const carried = way
    ? { id: way.id, name: way.name, from: way.days[0], to: way.days[1] }
    : { id: 'agreed', name: 'Delivery as agreed', from: null, to: null };
  return { ...carried, upTo: null, cents: freightCents, freeFrom: null };
}
