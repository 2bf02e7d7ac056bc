import { timeOf } from '#contract/days.ts';
import { exactMoney } from '#contract/money.ts';
import type { DaysExportQuery } from '#contract/sheets.ts';
import type { Database } from '#server/engine/db/client.ts';
import { shopZone } from '#server/engine/db/shop-zone.ts';
import { withinDaysText } from '#server/engine/db/within-days.ts';
import type { Cell, SheetParts, SheetRow } from '#server/engine/sheets/write-sheet.ts';

const PART = 500;

type Days = Pick<DaysExportQuery, 'from' | 'to'>;
/** One heading and what is below it. */
type Columns<Row> = Record<string, (row: Row, zone: string) => Cell>;

/** Whole cents as money with its two decimals. */
function money(cents: string | number): Cell {
  return { money: exactMoney(BigInt(cents)).toFixed(2) };
}

function moment(at: Date | null, zone: string): Cell {
  return at === null ? null : { moment: timeOf(at, zone) };
}

/** Reads a list part by part, from the key of the last row on. */
async function* parts<Row extends { key: string[] }>(
  database: Database,
  sql: string,
  { from, to }: Days,
  columns: Columns<Row>,
): AsyncGenerator<SheetRow[]> {
  const zone = await shopZone(database);
  yield [Object.keys(columns)];
  const cells = Object.values(columns);
  let last: (string | null)[] = [null, ''];
  for (;;) {
    const rows = await database.raw<Row>(sql, [...last, from ?? null, to ?? null]);
    if (rows.length > 0) yield rows.map((row) => cells.map((cell) => cell(row, zone)));
    if (rows.length < PART) return;
    last = rows.at(-1)?.key ?? last;
  }
}

interface OrderRow {
  key: string[];
  number: string;
  invoice: string | null;
  created_at: Date;
  paid_at: Date | null;
  state: string;
  fulfilment: string;
  name: string;
  company: string;
  email: string;
  country: string;
  vat_id: string;
  purchase_order: string;
  lines: number;
  pieces: string;
  freight: number;
  tax: number;
  tax_percent: string | null;
  total: number;
  refunded: number;
  transaction_id: string | null;
}

const ORDERS = `
select array[o.created_at::text, o.id] as key, o.number::text as number, i.number as invoice, o.created_at, o.paid_at, o.state,
  o.fulfilment, o.name, o.company, o.email, coalesce(o.country, '') as country, o.vat_id, o.purchase_order, o.line_count as lines,
  coalesce(o.pieces, (select sum(quantity) from order_lines where order_id = o.id))::text as pieces, o.freight_cents as freight,
  o.tax_cents as tax, o.tax_percent::text as tax_percent, o.total_cents as total, o.refunded_cents as refunded, o.transaction_id
from orders o left join invoices i on i.order_id = o.id and i.series = 'invoice'
where ($1::timestamptz is null or (o.created_at, o.id) > ($1::timestamptz, $2)) and ${withinDaysText('o.created_at', '$3', '$4')}
order by o.created_at, o.id limit ${PART}`;

/** goods + freight + tax = total; total − refunded = net. */
const ORDER_COLUMNS: Columns<OrderRow> = {
  number: (row) => row.number,
  invoiceNumber: (row) => row.invoice,
  orderedAt: (row, zone) => moment(row.created_at, zone),
  paidAt: (row, zone) => moment(row.paid_at, zone),
  state: (row) => row.state,
  fulfilment: (row) => row.fulfilment,
  company: (row) => row.company,
  name: (row) => row.name,
  email: (row) => row.email,
  country: (row) => row.country,
  vatId: (row) => row.vat_id,
  purchaseOrder: (row) => row.purchase_order,
  lines: (row) => row.lines,
  pieces: (row) => ({ number: row.pieces }),
  goods: (row) => money(row.total - row.freight - row.tax),
  freight: (row) => money(row.freight),
  tax: (row) => money(row.tax),
  taxPercent: (row) => (row.tax_percent === null ? null : Number(row.tax_percent)),
  total: (row) => money(row.total),
  refunded: (row) => money(row.refunded),
  net: (row) => money(row.total - row.refunded),
  transaction: (row) => row.transaction_id,
};

/** Everybody's orders by the day on which they were placed, oldest first. */
export function exportedOrders(database: Database, days: Days): SheetParts {
  return parts(database, ORDERS, days, ORDER_COLUMNS);
}

interface PaperRow {
  key: string[];
  number: string;
  series: 'invoice' | 'credit-note';
  issued_at: Date;
  zone: string;
  order_number: string;
  invoice: string | null;
  buyer: { name: string; company: string; country?: string; vatId: string; purchaseOrder: string };
  total: number;
  tax: number;
  tax_percent: string | null;
  tax_note: string | null;
  /** Null where a refund was an amount alone. */
  freight: number | null;
  is_void: boolean;
  transaction_id: string | null;
}

/** By the day that each paper says. */
const ISSUED_WITHIN = `($3::date is null or (p.issued_at at time zone p.zone)::date >= $3::date)
  and ($4::date is null or (p.issued_at at time zone p.zone)::date <= $4::date)`;

// A refund's money beyond the price of its pieces and their tax is for the delivery, as its credit note says it.
const PAPERS = `
select array[p.issued_at::text, p.number] as key, p.number, p.series, p.issued_at, p.zone, o.number::text as order_number, i.number as invoice,
  p.buyer, p.total_cents as total, p.tax_cents as tax, o.tax_percent::text as tax_percent, o.tax_note, o.transaction_id,
  case p.series when 'invoice' then o.freight_cents else (select greatest(0, p.total_cents - p.tax_cents - sum(net_cents))::integer
    from refund_lines l where l.refund_id = p.refund_id having count(*) > 0) end as freight,
  coalesce(r.state = 'failed', false) as is_void
from invoices p join orders o on o.id = p.order_id left join refunds r on r.id = p.refund_id
left join invoices i on i.order_id = p.order_id and i.series = 'invoice' and p.series = 'credit-note'
where ($1::timestamptz is null or (p.issued_at, p.number) > ($1::timestamptz, $2)) and ${ISSUED_WITHIN}
order by p.issued_at, p.number limit ${PART}`;

const signed = (row: PaperRow, cents: number) => money(row.is_void ? 0 : row.series === 'invoice' ? cents : -cents);

/**
 * net + tax = total; credit notes are negative, and without money where the bank of the card sent it back to us, so that
 * each column adds up to the books.
 */
const PAPER_COLUMNS: Columns<PaperRow> = {
  number: (row) => row.number,
  kind: (row) => row.series,
  issuedAt: (row) => moment(row.issued_at, row.zone),
  orderNumber: (row) => row.order_number,
  ofInvoice: (row) => row.invoice,
  company: (row) => row.buyer.company,
  name: (row) => row.buyer.name,
  country: (row) => row.buyer.country ?? '',
  vatId: (row) => row.buyer.vatId,
  purchaseOrder: (row) => row.buyer.purchaseOrder,
  net: (row) => signed(row, row.total - row.tax),
  ofWhichFreight: (row) => (row.freight === null ? null : signed(row, row.freight)),
  tax: (row) => signed(row, row.tax),
  taxPercent: (row) => (row.tax_percent === null ? null : Number(row.tax_percent)),
  taxNote: (row) => row.tax_note,
  total: (row) => signed(row, row.total),
  void: (row) => (row.is_void ? 'void' : null),
  transaction: (row) => row.transaction_id,
};

interface TaxRow {
  key: string[];
  tax_category: string;
  tax_percent: string | null;
  papers: string;
  net: string;
  tax: string;
  total: string;
}

const TAX = `
select array['', ''] as key, o.tax_category, o.tax_percent::text as tax_percent, count(*)::text as papers,
  coalesce(sum(sign * (p.total_cents - p.tax_cents)), 0)::text as net, coalesce(sum(sign * p.tax_cents), 0)::text as tax,
  coalesce(sum(sign * p.total_cents), 0)::text as total
from invoices p join orders o on o.id = p.order_id left join refunds r on r.id = p.refund_id,
  lateral (select case when r.state = 'failed' then 0 when p.series = 'invoice' then 1 else -1 end as sign) as counted
where $1::text is null and $2::text = '' and ${ISSUED_WITHIN}
group by o.tax_category, o.tax_percent order by o.tax_category, o.tax_percent`;

const TAX_COLUMNS: Columns<TaxRow> = {
  taxCategory: (row) => row.tax_category,
  taxPercent: (row) => (row.tax_percent === null ? null : { number: row.tax_percent }),
  papers: (row) => ({ number: row.papers }),
  net: (row) => money(row.net),
  tax: (row) => money(row.tax),
  total: (row) => money(row.total),
};

/** What those papers come to by category and rate of tax, which agrees with them to the cent. */
export function exportedTax(database: Database, days: Days): SheetParts {
  return parts(database, TAX, days, TAX_COLUMNS);
}

/** Invoices and credit notes by the day on which they were issued, oldest first. */
export function exportedPapers(database: Database, days: Days): SheetParts {
  return parts(database, PAPERS, days, PAPER_COLUMNS);
}
