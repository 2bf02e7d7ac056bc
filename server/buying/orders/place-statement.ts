import type { VatProof } from '#contract/office/vat-numbers.ts';
import type { TaxCategory } from '#contract/office/tax.ts';
import type { InvoiceAddress, PostalAddress } from '#contract/people/addresses.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';
import { COMPANY_POLICY } from '#contract/company-policy.ts';
import { ASKED_SUMS, type AskedSums, MAY_BE_ORDERED, OWN_CENTS, SUMS, UNIT_CENTS, WANTED } from './order-sums.ts';

/** All that an order is placed with: the one parameter of `PLACE_ORDER`, as JSON. */
export interface Asked extends AskedSums {
  id: string;
  userId: string;
  /** The total that its buyer saw, in cents; null: they take it as it is. */
  claimed: number | null;
  /** Null: no limit. */
  mostInAMinute: number | null;
  name: string;
  email: string;
  address: string;
  phone: string;
  company: string;
  vatId: string;
  vatProof: VatProof | null;
  purchaseOrder: string;
  note: string;
  country: string;
  taxName: string | null;
  taxNote: string | null;
  taxCategory: TaxCategory;
  /** For how long its stock is held, in ms. */
  holdMs: number;
  idempotencyKey: string | null;
  idempotencyHash: string | null;
  deliveryAddress: PostalAddress | null;
  invoiceAddress: InvoiceAddress | null;
  /** The name of the customer. */
  orderedBy: string;
  costCentre: string | null;
  buyerReference: string;
  /** The quote that it accepts. */
  quoteId: string | null;
  /** Whether its tools leave the buyer's basket. */
  emptyBasket: boolean;
  /** Whether its firm is to owe it. */
  onAccount: boolean;
}

const ASKED = `asked as materialized (
  select * from jsonb_to_record($1::jsonb) as asked (${ASKED_SUMS},
    id text, "userId" text, claimed bigint, "mostInAMinute" int, name text, email text, address text,
    phone text, company text,
    "vatId" text, "vatProof" jsonb, "purchaseOrder" text, note text, country text, "taxName" text, "taxNote" text,
    "taxCategory" text, "holdMs" float8, "idempotencyKey" text, "idempotencyHash" text, "deliveryAddress" jsonb,
    "invoiceAddress" jsonb, "orderedBy" text, "costCentre" text, "buyerReference" text, "quoteId" text,
    "emptyBasket" boolean,
    "onAccount" boolean)
)`;

/** Of tool `t`: whether so many can be had. */
const CAN_BE_HAD = `t.removed_at is null and ${onSaleNow('t.')}
    and (wanted.is_agreed or (t.min_order_quantity <= wanted.quantity and wanted.quantity % t.quantity_step = 0))
    and t.available_quantity >= wanted.quantity`;

/**
 * The firm that it is for, where it may buy and its buyer may order for it. Both stay so until the end of the transaction,
 * which has locked the firm: whoever takes somebody out or puts the firm on hold waits, or was first.
 */
const FIRM = `firm as materialized (
  select c.id from asked join companies c on c.id = asked."companyId"
    join company_members m on m.company_id = c.id and m.user_id = asked."userId"
  where c.status = 'active' and m.role in (${COMPANY_POLICY.order.map((role) => `'${role}'`).join(', ')})
  for share of m
)`;

/**
 * The whole order in one statement, so that it is all or nothing: no row where it was refused. Tools are taken as they were
 * read, at the price that was read: of one that somebody changed since, nothing is taken. An order that took less than all
 * of its lines has a line_count of 0, which the table refuses (`orders_line_count_check`), and is tried again.
 * The basket's own row is locked before its lines, as every change of a basket does it (docs/decisions/361).
 * Each line looks its tool up by itself (`offset 0`): of JSON the server expects a hundred lines, and would read a catalogue of
 * a thousand tools whole.
 */
export const PLACE_ORDER = `
with ${ASKED}, ${WANTED}, ${FIRM}, line as materialized (
  select wanted.at, wanted.quantity, wanted.is_agreed, t.id, t.name, t.sku, t.weight_grams, ${OWN_CENTS} as own_cents,
    ${UNIT_CENTS} as unit_cents,
    (select own.number from company_part_numbers own, asked where own.company_id = asked."companyId"
      and own.tool_id = t.id) as buyer_number
  from wanted cross join lateral (select * from tools where id = wanted.tool_id offset 0) t
  where ${CAN_BE_HAD}
), ${SUMS}, agreed as materialized (
  select sums.* from sums, asked
  where sums.lines = jsonb_array_length(asked.lines) and ${MAY_BE_ORDERED}
    and (asked.claimed is null or total = asked.claimed)
    and (asked."companyId" is null or exists (select from firm))
    and (asked."mostInAMinute" is null or (select count(*) from orders
      where user_id = asked."userId" and created_at > now() - interval '1 minute') < asked."mostInAMinute")
), taken as (
  update tools t
  set available_quantity = t.available_quantity - wanted.quantity, version = t.version + 1, updated_at = now()
  from line wanted, agreed
  where t.id = wanted.id and ${CAN_BE_HAD}
    and t.weight_grams = wanted.weight_grams and ${OWN_CENTS} = wanted.own_cents
  returning t.id, t.available_quantity < t.min_order_quantity as low
), placed as (
  insert into orders (id, user_id, name, email, address, phone, company, vat_id, purchase_order, note,
    country, total_cents,
    freight_cents, tax_cents, tax_percent, tax_name, tax_note, tax_category, vat_proof, delivery, delivery_name,
    delivery_days_from, delivery_days_to, line_count, pieces, weight_grams, hold_until, idempotency_key,
    idempotency_hash,
    delivery_address, invoice_address, company_id, ordered_by, cost_centre, buyer_reference, quote_id, on_account)
  select asked.id, "userId", asked.name, email, address, phone, company, "vatId", "purchaseOrder", note, country, total,
    freight, tax, nullif("taxPercent", 0), "taxName", "taxNote", "taxCategory", "vatProof",
    agreed.delivery, agreed.name,
    agreed."from", agreed."to",
    case when (select count(*) from taken) = agreed.lines then agreed.lines else 0 end, pieces, weight,
    now() + "holdMs" * interval '1 millisecond', "idempotencyKey", "idempotencyHash", "deliveryAddress",
    "invoiceAddress",
    "companyId", "orderedBy", "costCentre", "buyerReference", "quoteId", "onAccount"
  from asked, agreed
  returning *
), written as (
  insert into order_lines (id, order_id, position, tool_id, tool_name, sku, buyer_number, unit_price_cents, quantity)
  select placed.id || '.' || line.at, placed.id, line.at - 1, line.id, line.name, line.sku, line.buyer_number,
    line.unit_cents, line.quantity
  from placed, line
), letter as (
  insert into order_letters (order_id) select id from placed
), told as (
  insert into news (kind, subject, facts)
  select 'order.placed', id,
    coalesce((select jsonb_build_object('low', jsonb_agg(taken.id)) from taken where low having count(*) > 0), '{}')
  from placed
), basket as (
  update baskets set version = version + 1, updated_at = now() from placed, asked
  where asked."emptyBasket" and baskets.user_id = placed.user_id returning baskets.user_id
), emptied as (
  delete from basket_lines using basket, line
  where basket_lines.user_id = basket.user_id and basket_lines.tool_id = line.id
)
select number::float8 as number, total_cents as "totalCents", freight_cents as "freightCents", tax_cents as "taxCents",
  tax_percent::float8 as "taxPercent", delivery, delivery_name as "deliveryName",
  delivery_days_from as "deliveryDaysFrom",
  delivery_days_to as "deliveryDaysTo", line_count as "lineCount", pieces::float8 as pieces, hold_until as "holdUntil",
  created_at as "createdAt", company, vat_id as "vatId", invoice_address as "invoiceAddress", company_id as "companyId",
  ordered_by as "orderedBy", cost_centre as "costCentre", buyer_reference as "buyerReference",
  quote_id as "quoteId",
  (select json_agg(json_build_object('toolId', id, 'toolName', name, 'sku', sku, 'buyerNumber', buyer_number,
    'unitPriceCents', unit_cents, 'quantity', quantity) order by at) from line) as lines
from placed`;
