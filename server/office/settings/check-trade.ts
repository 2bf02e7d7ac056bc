import { sentence } from '#contract/sentences.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';

/**
 * Refuses another currency where anything was sold or offered in this one. Orders, quotes and lists that are just being
 * made are waited for, and others wait for the change.
 * @throws AppError CURRENCY_IN_USE
 */
export async function refuseUsed(tx: Tx, currency: string): Promise<void> {
  await tx.execute(sql`lock table orders, quotes, price_lists in share mode`);
  const { rows } = await tx.execute<{ used: boolean }>(sql`select
    exists (select from orders) or exists (select from quotes) or exists (select from price_lists)
    as used`);
  if (rows[0]?.used)
    throw new AppError(
      'CURRENCY_IN_USE',
      sentence('There are orders, quotes or price lists in {currency}, so the currency cannot be changed.', {
        currency,
      }),
      {
        issues: [
          {
            path: 'currency',
            message: sentence('The shop has orders, quotes or price lists in {currency}', { currency }),
          },
        ],
      },
    );
}

/** Refuses a zone that this process knows and the database does not: the two may have lists of different years. */
export async function refuseUnknown(tx: Tx, zone: string): Promise<void> {
  const { rows } = await tx.execute<{ known: boolean }>(
    sql`select exists (select from pg_timezone_names where name = ${zone}) as known`,
  );
  if (!rows[0]?.known)
    throw invalid('timeZone', sentence('The database does not know this time zone. Choose another with the same time'));
}
