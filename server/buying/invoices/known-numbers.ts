import { type Sentence, sentence } from '#contract/sentences.ts';
import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { invoiceSeries, type NumberSeries, unknownNumbers } from '#server/buying/order-tables/invoices.sql.ts';

const SERIES: Record<NumberSeries, { name: Sentence; form: RegExp; example: string }> = {
  invoice: { name: sentence('invoice'), form: /^(\d{4})-(\d{6,9})$/, example: '2026-000123' },
  'credit-note': { name: sentence('credit note'), form: /^CN-(\d{4})-(\d{6,9})$/, example: 'CN-2026-000004' },
  'delivery-note': { name: sentence('delivery note'), form: /^DN-(\d{4})-(\d{6,9})$/, example: 'DN-2026-000056' },
};

/**
 * Refuses what would need a number, before any money moves.
 * @throws AppError NUMBERS_UNKNOWN after a backup was restored, until somebody said which number went out last
 */
export async function requireKnownNumbers(db: Db, series: NumberSeries): Promise<void> {
  const [unknown] = await db.select().from(unknownNumbers).where(eq(unknownNumbers.series, series));
  if (!unknown) return;
  throw new AppError(
    'NUMBERS_UNKNOWN',
    sentence(
      'A backup was restored, and the number of the last {name} has not been entered yet. Until then none is issued. The operator enters it with: npm run shop -- invoice-numbers',
      { name: SERIES[series].name },
    ),
  );
}

/** The series of which nobody knows the last number. */
export async function unknownSeries(db: Db): Promise<NumberSeries[]> {
  return (await db.select().from(unknownNumbers).orderBy(unknownNumbers.series)).map(({ series }) => series);
}

/**
 * Says which number of a series went out last; the next is behind it, and behind all that are here.
 * @param last such as `2026-000123` or `CN-2026-000004`; `none` where none went out that is not here
 * @throws AppError VALIDATION_ERROR where it is none of that series
 */
export async function tellLastNumber(tx: Tx, series: NumberSeries, last: string): Promise<void> {
  if (last !== 'none') {
    const { form, name, example } = SERIES[series];
    const [, year, sequence] = form.exec(last) ?? [];
    if (year === undefined || sequence === undefined)
      throw new AppError(
        'VALIDATION_ERROR',
        sentence('Enter the number of the last {name} as printed on it, such as {example}, or none.', {
          name,
          example,
        }),
      );
    await tx
      .insert(invoiceSeries)
      .values({ series, year: Number(year), last: Number(sequence) })
      .onConflictDoUpdate({
        target: [invoiceSeries.series, invoiceSeries.year],
        set: { last: sql`greatest(${invoiceSeries.last}, excluded.last)` },
      });
  }
  await tx.delete(unknownNumbers).where(eq(unknownNumbers.series, series));
}
