import { sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { invoiceSeries, type NumberSeries } from '#server/buying/order-tables/invoices.sql.ts';
import { requireKnownNumbers } from './known-numbers.ts';

/**
 * Takes the next number of a series in a year. Its row stays locked until the transaction ends, so that no number is given twice, and
 * one whose transaction fails was never given; others who take one wait for that end.
 * @throws AppError NUMBERS_UNKNOWN
 */
export async function takeNumber(tx: Tx, series: NumberSeries, year: number): Promise<number> {
  await requireKnownNumbers(tx, series);
  const [taken] = await tx
    .insert(invoiceSeries)
    .values({ series, year, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceSeries.series, invoiceSeries.year],
      set: { last: sql`${invoiceSeries.last} + 1` },
    })
    .returning({ last: invoiceSeries.last });
  return taken!.last;
}

const BEGINS: Record<NumberSeries, string> = { invoice: '', 'credit-note': 'CN-', 'delivery-note': 'DN-' };

/** `2026-000001`; of a credit note `CN-2026-000001`, of a delivery note `DN-2026-000001`. */
export function paperNumber(series: NumberSeries, year: number, sequence: number): string {
  return `${BEGINS[series]}${year}-${String(sequence).padStart(6, '0')}`;
}
