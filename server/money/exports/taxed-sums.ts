import type { Database } from '#server/engine/db/client.ts';
import type { SheetRow } from '#server/engine/sheets/write-sheet.ts';
import { COUNTRY, ENTERED_WITHIN, ENTRIES } from './booked-papers.ts';
import { CURRENCY, type ExportRange, money, number, rowsOf, selected, type Sheet, text } from './exported-sheet.ts';

/** A sheet of what papers come to, a row for each of what they are told apart by. */
export interface Sums {
  columns: Sheet['columns'];
  /** SQL over the papers `e` and their orders `o`. */
  by: string;
  where?: string;
}

const SUMS: Sheet['columns'] = {
  papers: number('count(*)'),
  net: money('sum(e.sign * (e.total_cents - e.tax_cents))'),
  tax: money('sum(e.sign * e.tax_cents)'),
  total: money('sum(e.sign * e.total_cents)'),
  currency: CURRENCY,
};
const RATE: Sheet['columns'] = { taxCategory: text('o.tax_category'), taxPercent: number('o.tax_percent') };

/** By category and rate of tax. */
export const TAX: Sums = { columns: { ...RATE, ...SUMS }, by: 'o.tax_category, o.tax_percent' };

/** The same for each country that goods went to. */
export const TAX_OF_COUNTRIES: Sums = {
  columns: { country: text(COUNTRY), ...RATE, ...SUMS },
  by: `${COUNTRY}, o.tax_category, o.tax_percent`,
};

const VAT_ID = `upper(regexp_replace(e.buyer ->> 'vatId', '[^A-Za-z0-9]', '', 'g'))`;

/** Supplies to other member states by the buyer's VAT number, less what was credited of them. */
export const EC_SALES: Sums = {
  columns: {
    country: text(`left(${VAT_ID}, 2)`),
    vatId: text(VAT_ID),
    name: text(`max(coalesce(nullif(e.buyer ->> 'company', ''), e.buyer ->> 'name'))`),
    papers: SUMS['papers']!,
    net: SUMS['net']!,
    currency: CURRENCY,
  },
  by: VAT_ID,
  where: `o.tax_category = 'K'`,
};

/** What the papers of some days come to, which agrees with them to the cent. */
export async function* exportedSums(
  database: Database,
  { columns, by, where = 'true' }: Sums,
  { from, to, currency }: ExportRange,
): AsyncGenerator<SheetRow[]> {
  yield [Object.keys(columns)];
  yield rowsOf(
    columns,
    await database.raw(
      // The places $1 and $2 are those of a key, which these few rows need not.
      `select ${selected(columns)} from ${ENTRIES}
       where $1::text is null and $2::text is null and ${where} and ${ENTERED_WITHIN}
       group by ${by} order by ${by}`,
      [null, null, from ?? null, to ?? null, currency],
    ),
  );
}
