import { stateOf } from '#server/buying/orders/order-state.ts';
import { withinDaysText } from '#server/engine/db/within-days.ts';
import { CURRENCY, day, moment, money, number, type Sheet, text } from './exported-sheet.ts';

/**
 * Everybody's orders by the day on which they were placed, oldest first: goods + freight + tax = total; total − refunded =
 * totalAfterRefunds.
 */
export const ORDERS: Sheet = {
  columns: {
    number: text('o.number::text'),
    invoiceNumber: text('i.number'),
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
    goods: money('o.total_cents - o.freight_cents - o.tax_cents'),
    freight: money('o.freight_cents'),
    tax: money('o.tax_cents'),
    taxPercent: number('o.tax_percent'),
    total: money('o.total_cents'),
    refunded: money('o.refunded_cents'),
    totalAfterRefunds: money('o.total_cents - o.refunded_cents'),
    currency: CURRENCY,
    transaction: text('o.transaction_id'),
    bankDay: day('b.received_on'),
    bankReference: text('b.reference'),
  },
  from: `orders o left join invoices i on i.order_id = o.id and i.series = 'invoice'
    left join bank_payments b on b.order_id = o.id and b.undone_at is null
    left join companies c on c.id = o.company_id`,
  where: withinDaysText('o.created_at', '$3', '$4'),
  key: ['o.created_at', 'o.id'],
};
