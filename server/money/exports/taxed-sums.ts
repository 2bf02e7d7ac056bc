import type { Database } from '#server/engine/db/client.ts';
import type { SheetRow } from '#server/engine/sheets/write-sheet.ts';
import { COUNTRY, ENTERED_WITHIN, ENTRIES } from './booked-papers.ts';
import { CURRENCY, type ExportRange, money, number, rowsOf, selected, type Sheet, text } from './exported-sheet.ts';

/** A sheet of what papers come to, a row for each of what they are told apart by. */
export interface Sums {
  columns: Sheet['columns'];
  /** SQL over the rows of `TAXED`. */
  by: string;
  where?: string;
}

const VAT_ID = `upper(regexp_replace(e.buyer ->> 'vatId', '[^A-Za-z0-9]', '', 'g'))`;
const SAME = `${COUNTRY} as country, o.tax_category as category, o.tax_percent as percent, ${VAT_ID} as vat_id,
  coalesce(nullif(e.buyer ->> 'company', ''), e.buyer ->> 'name') as name`;

/**
 * Papers with their signs, and cash discounts, which take off what is to be taxed, as their invoices are taxed; what takes one back adds
 * it again. Sums in cents.
 */
const TAXED = `(
  select ${SAME}, 1 as papers, e.sign * (e.total_cents - e.tax_cents) as net, e.sign * e.tax_cents as tax, e.sign * e.total_cents as total,
      0::bigint as off, 0::bigint as off_tax
    from ${ENTRIES} where ${ENTERED_WITHIN}
  union all
  select ${SAME}, 0, 0, 0, 0, l.amount_cents, case l.kind when 'discount' then l.tax_cents else -back.tax_cents end
    from ledger l left join ledger back on back.id = l.reverses
      join invoices e on e.number = l.document and e.series = 'invoice' join orders o on o.id = e.order_id
    where coalesce(back.kind, l.kind) = 'discount' and ($3::date is null or l.day >= $3::date) and ($4::date is null or l.day <= $4::date)) t`;

const SUMS: Sheet['columns'] = {
  papers: number('sum(papers)'),
  net: money('sum(net)'),
  tax: money('sum(tax)'),
  total: money('sum(total)'),
  currency: CURRENCY,
};
const DISCOUNTS: Sheet['columns'] = {
  discountNet: money('-sum(off - off_tax)'),
  discountTax: money('-sum(off_tax)'),
  netAfterDiscount: money('sum(net - off + off_tax)'),
  taxAfterDiscount: money('sum(tax - off_tax)'),
};
const RATE: Sheet['columns'] = { taxCategory: text('category'), taxPercent: number('percent') };

/** By category and rate of tax, papers alone. */
export const TAX: Sums = { columns: { ...RATE, ...SUMS }, by: 'category, percent', where: 'papers > 0' };

/**
 * The same for each country that goods went to. `oss`: a rate of another member state, which the One Stop Shop is for, and not the
 * return at home.
 */
export const TAX_OF_COUNTRIES: Sums = {
  columns: {
    country: text('country'),
    ...RATE,
    ...SUMS,
    ...DISCOUNTS,
    oss: text(`case when category = 'S' and country = any($6::text[]) then 'yes' end`),
  },
  by: 'country, category, percent',
};

/** Supplies to other member states by the buyer's VAT number, less what was credited of them and taken off for paying in time. */
export const EC_SALES: Sums = {
  columns: {
    country: text('left(vat_id, 2)'),
    vatId: text('vat_id'),
    name: text('max(name)'),
    papers: SUMS['papers']!,
    net: DISCOUNTS['netAfterDiscount']!,
    currency: CURRENCY,
  },
  by: 'vat_id',
  where: `category = 'K'`,
};

/** What the papers of some days come to, which agrees with them to the cent. @param range.oss the countries of the One Stop Shop */
export async function* exportedSums(
  database: Database,
  { columns, by, where = 'true' }: Sums,
  { from, to, currency, oss }: ExportRange & { oss: string[] },
): AsyncGenerator<SheetRow[]> {
  yield [Object.keys(columns)];
  yield rowsOf(
    columns,
    await database.raw(
      // The places $1 and $2 are those of a key, which these few rows need not.
      `select ${selected(columns)} from ${TAXED}
       where $1::text is null and $2::text is null and $6::text[] is not null and ${where}
       group by ${by} order by ${by}`,
      [null, null, from ?? null, to ?? null, currency, oss],
    ),
  );
}
