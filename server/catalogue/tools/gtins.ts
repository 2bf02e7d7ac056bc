import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { fullGtin, isGtin, WRONG_GTIN } from '#contract/catalogue/gtin.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import { tools } from './tools.sql.ts';

/** A condition for tools with one of some numbers, whatever zeros stand before them. @param gtins as fullGtin makes them */
export function hasGtin(gtins: readonly string[]): SQL | undefined {
  const numbers = sql`lpad(${tools.gtin}, 14, '0') = any(${sql.param([...gtins])}::text[])`;
  return and(isNull(tools.removedAt), isNotNull(tools.gtin), numbers);
}

/** Which tools have which of some numbers. @param gtins as they are written */
export async function toolsByGtin(db: Db, gtins: readonly string[]): Promise<Map<string, string[]>> {
  if (gtins.length === 0) return new Map();
  const rows = await db
    .select({ id: tools.id, gtin: tools.gtin })
    .from(tools)
    .where(hasGtin([...new Set(gtins.map(fullGtin))]));
  const found = new Map<string, string[]>();
  for (const { id, gtin } of rows) {
    const full = fullGtin(gtin ?? '');
    found.set(full, [...(found.get(full) ?? []), id]);
  }
  return found;
}

/** Until the transaction ends, whoever else gives a tool one of these numbers waits. @param gtins as they are written */
export async function lockGtins(tx: Tx, gtins: readonly string[]): Promise<void> {
  const names = [...new Set(gtins.map((gtin) => `gtin ${fullGtin(gtin)}`))].toSorted();
  if (names.length === 0) return;
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${sql.param(names)}::text[]) with ordinality as wanted (name, place) order by place`);
}

/**
 * Refuses a new number of a tool that is none, or another tool's; of two that come at once the second. What a tool has already stays, right
 * or wrong.
 * @param before what it has; null for none
 * @throws AppError VALIDATION_ERROR at gtin, GTIN_TAKEN
 */
export async function requireGtin(
  tx: Tx,
  gtin: string | undefined,
  { id, before }: { id: string | null; before: string | null },
): Promise<void> {
  if (gtin === undefined || gtin === '' || gtin === before) return;
  if (!isGtin(gtin)) throw invalid('gtin', WRONG_GTIN);
  const full = fullGtin(gtin);
  if (before !== null && full === fullGtin(before)) return;
  await lockGtins(tx, [gtin]);
  const others = (await toolsByGtin(tx, [gtin])).get(full) ?? [];
  if (!others.some((other) => other !== id)) return;
  const message = 'Another tool has this GTIN.';
  throw new AppError('GTIN_TAKEN', message, { issues: [{ path: 'gtin', message }] });
}
