import { stateOf } from '#server/buying/orders/order-state.ts';
import type { orders } from '#server/buying/order-tables/orders.sql.ts';
import type { Day } from '#contract/days.ts';
import type { Database } from '#server/engine/db/client.ts';
import { withinDaysText } from '#server/engine/db/within-days.ts';
import type { SheetParts } from '#server/engine/sheets/write-sheet.ts';
import { type Columns, day, moment, money, PART, parts, type Wanted } from './export-parts.ts';

interface OrderRow {
  key: string[];
  number: string;
  invoice: string | null;
  created_at: Date;
  paid_at: Date | null;
  state: (typeof orders.$inferSelect)['state'];
  fulfilment: string;
  name: string;
  company: string;
  email: string;
  country: string;
  vat_id: string;
  purchase_order: string;
  firm: string | null;
  ordered_by: string;
  cost_centre: string | null;
  buyer_reference: string;
  lines: number;
  pieces: string;
  freight: number;
  tax: number;
  tax_percent: string | null;
  total: number;
  refunded: number;
  transaction_id: string | null;
  received_on: Day | null;
  reference: string | null;
}

const ORDERS = `
select array[o.created_at::text, o.id] as key, o.number::text as number, i.number as invoice, o.created_at,
  o.paid_at, o.state,
  o.fulfilment, o.name, o.company, o.email, coalesce(o.country, '') as country, o.vat_id, o.purchase_order,
  o.line_count as lines,
  'C' || c.number as firm, o.ordered_by, o.cost_centre, o.buyer_reference,
  coalesce(o.pieces, (select sum(quantity) from order_lines where order_id = o.id))::text as pieces,
  o.freight_cents as freight,
  o.tax_cents as tax, o.tax_percent::text as tax_percent, o.total_cents as total, o.refunded_cents as refunded,
  o.transaction_id,
  b.received_on::text as received_on, b.reference
from orders o left join invoices i on i.order_id = o.id and i.series = 'invoice'
  left join bank_payments b on b.order_id = o.id and b.undone_at is null
  left join companies c on c.id = o.company_id
where ($1::timestamptz is null or (o.created_at, o.id) > ($1::timestamptz, $2))
  and ${withinDaysText('o.created_at', '$3', '$4')}
order by o.created_at, o.id limit ${PART}`;

/** goods + freight + tax = total; total − refunded = totalAfterRefunds. */
const ORDER_COLUMNS: Columns<OrderRow> = {
  number: (row) => row.number,
  invoiceNumber: (row) => row.invoice,
  orderedAt: (row, { zone }) => moment(row.created_at, zone),
  paidAt: (row, { zone }) => moment(row.paid_at, zone),
  state: ({ state, refunded, total }) => stateOf({ state, refundedCents: refunded, totalCents: total }),
  fulfilment: (row) => row.fulfilment,
  company: (row) => row.company,
  name: (row) => row.name,
  email: (row) => row.email,
  country: (row) => row.country,
  vatId: (row) => row.vat_id,
  purchaseOrder: (row) => row.purchase_order,
  firm: (row) => row.firm,
  orderedBy: (row) => (row.firm === null ? null : row.ordered_by),
  costCentre: (row) => row.cost_centre,
  buyerReference: (row) => row.buyer_reference,
  lines: (row) => row.lines,
  pieces: (row) => ({ number: row.pieces }),
  goods: (row) => money(row.total - row.freight - row.tax),
  freight: (row) => money(row.freight),
  tax: (row) => money(row.tax),
  taxPercent: (row) => (row.tax_percent === null ? null : Number(row.tax_percent)),
  total: (row) => money(row.total),
  refunded: (row) => money(row.refunded),
  totalAfterRefunds: (row) => money(row.total - row.refunded),
  currency: (_, { currency }) => currency,
  transaction: (row) => row.transaction_id,
  bankDay: (row) => day(row.received_on),
  bankReference: (row) => row.reference,
};

/** Everybody's orders by the day on which they were placed, oldest first. */
export function exportedOrders(database: Database, wanted: Wanted): SheetParts {
  return parts(database, ORDERS, wanted, ORDER_COLUMNS);
}
