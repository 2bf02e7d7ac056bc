import { receivedPaymentsOf } from '#server/buying/order-tables/received-payments.ts';
import { ENTERED_WITHIN, ENTRIES } from './booked-papers.ts';
import { CURRENCY, day, moment, money, number, type Sheet, text } from './exported-sheet.ts';
import { stateOf } from '#server/buying/orders/order-state.ts';
import { withinDaysText } from '#server/engine/db/within-days.ts';
import { sayQuoteNumber } from '#server/buying/quotes/read-quotes.ts';

/** How an order was paid, the last day on which the bank had money for it, and what the bank calls that: a row `b`. */
const paidHow = (payments: string) => `cross join lateral (
      select string_agg(distinct method, ', ') as method, max(day) filter (where method = 'transfer') as day,
        string_agg(reference, ', ' order by at) filter (where method = 'transfer') as reference
      from (${payments}) came where not reversed) b`;

/** What of some lines was counted in packs: "10 × Box of 50, 2 × Carton of 600", no longer than a cell may be. @param lines in SQL */
const packsOf = (lines: string) =>
  text(`(select left(string_agg(concat(count, ' × ', name, ' of ', pieces), ', ' order by name, pieces), 32000) from (
      select pack ->> 'name' as name, (pack ->> 'pieces')::bigint as pieces,
        sum(quantity / (pack ->> 'pieces')::bigint) as count
      from ${lines} where pack is not null group by 1, 2) packed)`);

/** With its sign. @param cents in SQL */
const signed = (cents: string) => money(`e.sign * (${cents})`);

/** Of a credit note what is in its net sum beside the price of pieces, in cents; null of one that was an amount alone. */
const NET_BESIDE_LINES = `(select greatest(0, e.total_cents - e.tax_cents - sum(net_cents))
        from refund_lines l where l.refund_id = e.refund_id having count(*) > 0)`;
/** Of that, the surcharge: what is beyond the freight. */
const SURCHARGE_GIVEN_BACK = `case when o.surcharge_cents > 0 then greatest(0, ${NET_BESIDE_LINES} - o.freight_cents) else 0 end`;

/**
 * Invoices and credit notes by the day on which they were issued, oldest first: net (without tax) + tax = total; credit notes are
 * negative, so that each column adds up to the books.
 */
export const PAPERS: Sheet = {
  columns: {
    number: text('e.number'),
    kind: text('e.kind'),
    issuedAt: moment('e.at', 'e.zone'),
    orderNumber: text('o.number::text'),
    ofInvoice: text('i.number'),
    company: text(`e.buyer ->> 'company'`),
    name: text(`e.buyer ->> 'name'`),
    country: text(`e.buyer ->> 'country'`),
    vatId: text(`e.buyer ->> 'vatId'`),
    // What the register had said of the number when the order was placed.
    vatProof: text(`case when e.buyer ->> 'vatId' <> '' then
      case (o.vat_proof ->> 'stands')::boolean when true then 'stands' when false then 'does not stand'
        else 'not proved' end end`),
    purchaseOrder: text(`e.buyer ->> 'purchaseOrder'`),
    firm: text(`'C' || c.number`),
    costCentre: text('o.cost_centre'),
    dueDay: day(`case e.series when 'invoice' then coalesce(e.due_on, o.due_on) end`),
    net: signed('e.total_cents - e.tax_cents'),
    // A refund's money beyond the price of its pieces and their tax is for the delivery, as its credit note says it; one that was an
    // amount alone says none.
    ofWhichFreight: signed(`case when e.part is not null then (e.part ->> 'freightCents')::integer
      when e.series = 'invoice' then o.freight_cents else ${NET_BESIDE_LINES} - ${SURCHARGE_GIVEN_BACK} end`),
    tax: signed('e.tax_cents'),
    taxPercent: number('o.tax_percent'),
    taxNote: text('o.tax_note'),
    total: signed('e.total_cents'),
    currency: CURRENCY,
    transaction: text('o.transaction_id'),
    bankDay: day(`case e.series when 'invoice' then b.day end`),
    bankReference: text(`case e.series when 'invoice' then b.reference end`),
    method: text(`case e.series when 'invoice' then b.method end`),
    ofWhichSurcharge: signed(`case when e.part is not null then (e.part ->> 'surchargeCents')::integer
      when e.series = 'invoice' then o.surcharge_cents else case when ${NET_BESIDE_LINES} is not null then ${SURCHARGE_GIVEN_BACK} end end`),
  },
  from: `${ENTRIES} left join companies c on c.id = o.company_id
    left join invoices i on i.order_id = e.order_id and i.series = 'invoice' and e.series = 'credit-note'
      and (e.corrects is null or i.number = e.corrects)
    ${paidHow(receivedPaymentsOf('o', 'e'))}`,
  where: ENTERED_WITHIN,
  key: ['e.at', 'e.key'],
};

/**
 * Everybody's orders by the day on which they were placed, oldest first: goods + freight + surcharge + tax = total; total − refunded =
 * totalAfterRefunds.
 */
export const ORDERS: Sheet = {
  columns: {
    number: text('o.number::text'),
    invoiceNumber: text(`(select string_agg(number, ', ' order by issued_at, sequence) from invoices
      where order_id = o.id and series = 'invoice')`),
    orderedAt: moment('o.created_at'),
    paidAt: moment('o.paid_at'),
    state: {
      sql: `json_build_object('state', o.state, 'refundedCents', o.refunded_cents, 'totalCents', o.total_cents)`,
      cell: stateOf,
    },
    fulfilment: text('o.fulfilment'),
    company: text('o.company'),
    name: text('o.name'),
    email: text('o.email'),
    country: text('o.country'),
    vatId: text('o.vat_id'),
    purchaseOrder: text('o.purchase_order'),
    firm: text(`'C' || c.number`),
    orderedBy: text('case when c.number is not null then o.ordered_by end'),
    costCentre: text('o.cost_centre'),
    buyerReference: text('o.buyer_reference'),
    lines: number('o.line_count'),
    pieces: number('coalesce(o.pieces, (select sum(quantity) from order_lines where order_id = o.id))'),
    packs: packsOf('(select quantity, pack from order_lines where order_id = o.id) line'),
    goods: money('o.total_cents - o.freight_cents - o.surcharge_cents - o.tax_cents'),
    freight: money('o.freight_cents'),
    tax: money('o.tax_cents'),
    taxPercent: number('o.tax_percent'),
    total: money('o.total_cents'),
    refunded: money('o.refunded_cents'),
    totalAfterRefunds: money('o.total_cents - o.refunded_cents'),
    currency: CURRENCY,
    transaction: text('o.transaction_id'),
    bankDay: day('b.day'),
    bankReference: text('b.reference'),
    method: text('b.method'),
    surcharge: money('o.surcharge_cents'),
  },
  from: `orders o left join companies c on c.id = o.company_id
    ${paidHow(receivedPaymentsOf('o'))}`,
  where: withinDaysText('o.created_at', '$3', '$4'),
  key: ['o.created_at', 'o.id'],
};

/** The lines of those orders, which come to their goods: what was counted in, and for how many pieces the unit price is. */
export const ORDER_LINES: Sheet = {
  columns: {
    orderNumber: text('o.number::text'),
    orderedAt: ORDERS.columns.orderedAt!,
    state: ORDERS.columns.state!,
    line: number('l.position + 1'),
    sku: text('l.sku'),
    tool: text('l.tool_name'),
    buyerNumber: text('l.buyer_number'),
    pieces: number('l.quantity'),
    unit: text(`l.pack ->> 'code'`),
    unitName: text(`l.pack ->> 'name'`),
    unitQuantity: number(`l.quantity / (l.pack ->> 'pieces')::bigint`),
    unitPrice: money('l.unit_price_cents'),
    priceUnit: number('l.price_unit'),
    price: money('line_cents(l.quantity, l.unit_price_cents, l.price_unit)'),
    currency: CURRENCY,
  },
  from: 'orders o join order_lines l on l.order_id = o.id',
  where: ORDERS.where,
  key: ['o.created_at', `o.id || lpad(l.position::text, 5, '0') || l.id`],
};

/** The lines of a quote: what is offered, before that what is asked for. */
const QUOTED = `jsonb_to_recordset(coalesce(v.lines, q.wanted))
        as line (quantity bigint, "listCents" integer, "priceUnit" integer, pack jsonb)`;

/**
 * Everybody's quotes by the day on which they were asked for, oldest first. What is offered is of the latest version, what nobody has
 * answered yet has none: goods + freight + tax = total.
 */
export const QUOTES: Sheet = {
  columns: {
    number: { sql: 'q.number::float8', cell: sayQuoteNumber },
    state: text(`case when q.state = 'offered' and q.valid_until < shop_today() then 'expired' else q.state end`),
    askedAt: moment('q.created_at'),
    version: number('q.version'),
    offeredAt: moment('v.created_at'),
    validUntil: day('q.valid_until'),
    endedAt: moment('q.closed_at'),
    firm: text(`'C' || c.number`),
    company: text('q.company_name'),
    name: text('q.buyer_name'),
    email: text('q.buyer_email'),
    country: text('q.country'),
    lines: number('lines.count'),
    pieces: number('lines.pieces'),
    packs: packsOf(QUOTED),
    listPrice: money('lines.list'),
    goods: money('v.total_cents - v.freight_cents - v.tax_cents'),
    freight: money('v.freight_cents'),
    tax: money('v.tax_cents'),
    total: money('v.total_cents'),
    currency: CURRENCY,
    order: text('o.number::text'),
    reason: text('q.reason'),
  },
  from: `quotes q left join quote_versions v on v.quote_id = q.id and v.version = q.version
    left join companies c on c.id = q.company_id
    left join orders o on o.quote_id = q.id
    cross join lateral (
      select count(*) as count, sum(line.quantity) as pieces,
        sum(line_cents(line.quantity, line."listCents", coalesce(line."priceUnit", 1))) as list
      from ${QUOTED}) as lines`,
  where: withinDaysText('q.created_at', '$3', '$4'),
  key: ['q.created_at', 'q.id'],
};
