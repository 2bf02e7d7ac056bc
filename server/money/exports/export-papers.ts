import type { Day } from '#contract/days.ts';
import type { Database } from '#server/engine/db/client.ts';
import type { SheetParts } from '#server/engine/sheets/write-sheet.ts';
import { type Columns, day, moment, money, PART, parts, type Wanted } from './export-parts.ts';

interface PaperRow {
  key: string[];
  number: string;
  kind: 'invoice' | 'credit-note' | 'credit-note-void';
  at: Date;
  sign: 1 | -1;
  zone: string;
  order_number: string;
  invoice: string | null;
  buyer: { name: string; company: string; country?: string; vatId: string; purchaseOrder: string };
  firm: string | null;
  cost_centre: string | null;
  due_on: Day | null;
  total: number;
  tax: number;
  tax_percent: string | null;
  tax_note: string | null;
  /** Null where a refund was an amount alone. */
  freight: number | null;
  vat_stands: boolean | null;
  transaction_id: string | null;
  received_on: Day | null;
  reference: string | null;
}

/**
 * What enters the books, at its moment and with its sign: invoices, credit notes, and once more a credit note whose money
 * the bank of the card sent back, on the day when it did. So the sums of a month that is over stay.
 */
const ENTRIES = `
select p.issued_at as at, p.series as kind, case p.series when 'invoice' then 1 else -1 end as sign, p.* from invoices p
union all
select coalesce(r.failed_at, p.issued_at), 'credit-note-void', 1, p.* from invoices p
  join refunds r on r.id = p.refund_id
where r.state = 'failed'`;
/** By the day that a paper says; its void by the zone that it was issued in. */
const ENTERED_WITHIN = `($3::date is null or (e.at at time zone e.zone)::date >= $3::date)
  and ($4::date is null or (e.at at time zone e.zone)::date <= $4::date)`;

// A refund's money beyond the price of its pieces and their tax is for the delivery, as its credit note says it.
const PAPERS = `
select array[e.at::text, e.number || e.kind] as key, e.number, e.kind, e.at, e.sign, e.zone,
  o.number::text as order_number, i.number as invoice,
  e.buyer, 'C' || c.number as firm, o.cost_centre,
  case e.series when 'invoice' then o.due_on::text end as due_on, e.total_cents as total, e.tax_cents as tax,
  o.tax_percent::text as tax_percent, o.tax_note, o.transaction_id, (o.vat_proof->>'stands')::boolean as vat_stands,
  case e.series when 'invoice' then o.freight_cents
    else (select greatest(0, e.total_cents - e.tax_cents - sum(net_cents))::integer
    from refund_lines l where l.refund_id = e.refund_id having count(*) > 0) end as freight,
  b.received_on::text as received_on, b.reference
from (${ENTRIES}) e join orders o on o.id = e.order_id left join companies c on c.id = o.company_id
left join invoices i on i.order_id = e.order_id and i.series = 'invoice' and e.series = 'credit-note'
left join bank_payments b on b.order_id = e.order_id and b.undone_at is null and e.series = 'invoice'
where ($1::timestamptz is null or (e.at, e.number || e.kind) > ($1::timestamptz, $2)) and ${ENTERED_WITHIN}
order by e.at, e.number || e.kind limit ${PART}`;

/** What the register had said of a number when the order was placed. */
const saidOf = (stands: boolean | null) => (stands === null ? 'not proved' : stands ? 'stands' : 'does not stand');

const signed = ({ sign }: PaperRow, cents: number) => money(sign * cents);

/** net (without tax) + tax = total; credit notes are negative, so that each column adds up to the books. */
const PAPER_COLUMNS: Columns<PaperRow> = {
  number: (row) => row.number,
  kind: (row) => row.kind,
  issuedAt: (row) => moment(row.at, row.zone),
  orderNumber: (row) => row.order_number,
  ofInvoice: (row) => row.invoice,
  company: (row) => row.buyer.company,
  name: (row) => row.buyer.name,
  country: (row) => row.buyer.country ?? '',
  vatId: (row) => row.buyer.vatId,
  vatProof: (row) => (row.buyer.vatId === '' ? null : saidOf(row.vat_stands)),
  purchaseOrder: (row) => row.buyer.purchaseOrder,
  firm: (row) => row.firm,
  costCentre: (row) => row.cost_centre,
  dueDay: (row) => day(row.due_on),
  net: (row) => signed(row, row.total - row.tax),
  ofWhichFreight: (row) => (row.freight === null ? null : signed(row, row.freight)),
  tax: (row) => signed(row, row.tax),
  taxPercent: (row) => (row.tax_percent === null ? null : Number(row.tax_percent)),
  taxNote: (row) => row.tax_note,
  total: (row) => signed(row, row.total),
  currency: (_, { currency }) => currency,
  transaction: (row) => row.transaction_id,
  bankDay: (row) => day(row.received_on),
  bankReference: (row) => row.reference,
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
  sum(e.sign * (e.total_cents - e.tax_cents))::text as net, sum(e.sign * e.tax_cents)::text as tax,
  sum(e.sign * e.total_cents)::text as total
from (${ENTRIES}) e join orders o on o.id = e.order_id
where $1::text is null and $2::text = '' and ${ENTERED_WITHIN}
group by o.tax_category, o.tax_percent order by o.tax_category, o.tax_percent`;

const TAX_COLUMNS: Columns<TaxRow> = {
  taxCategory: (row) => row.tax_category,
  taxPercent: (row) => (row.tax_percent === null ? null : { number: row.tax_percent }),
  papers: (row) => ({ number: row.papers }),
  net: (row) => money(row.net),
  tax: (row) => money(row.tax),
  total: (row) => money(row.total),
  currency: (_, { currency }) => currency,
};

/** What those papers come to by category and rate of tax, which agrees with them to the cent. */
export function exportedTax(database: Database, wanted: Wanted): SheetParts {
  return parts(database, TAX, wanted, TAX_COLUMNS);
}

/** Invoices and credit notes by the day on which they were issued, oldest first. */
export function exportedPapers(database: Database, wanted: Wanted): SheetParts {
  return parts(database, PAPERS, wanted, PAPER_COLUMNS);
}
