import { sentence } from '#contract/sentences.ts';
import { withOrderable } from '#server/catalogue/promises/stock-to-serve.ts';
import { sql } from 'drizzle-orm';
import type { Basket } from '#contract/buying/basket.ts';
import { MAX_LINES } from '#contract/limits.ts';
import type { ShopTerms, Wish } from '#contract/buying/pricing.ts';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { AppError, requireVersion } from '#server/engine/http/app-error.ts';
import { packOf } from '#contract/buying/units.ts';
import { keepLines, type Keeper, type KeptLine } from '#server/buying/kept-lines/keep-lines.ts';
import { forCompany } from '#server/buying/pricing/company-prices.ts';
import { KNOWN_TOOL, type KnownToolRow, priceLines } from '#server/buying/pricing/price-lines.ts';

/** How a change treats what lies there: all goes first, the quantity is the new one, or the larger of both. */
type Manner = 'replace' | 'set' | 'join';

/** A basket with what its lines cost; one that nobody has touched yet is empty, at version 0. */
export async function readBasket(
  database: Database,
  userId: string,
  shop: ShopTerms,
  wish: Wish,
  companyId: string | undefined,
): Promise<Basket> {
  // One statement, so that version and lines are of one moment.
  const rows = await database.raw<{ version: number; quantity: number | null; unit: string | null } & KnownToolRow>(
    `select b.version::float8 as version, l.quantity::float8 as quantity, l.unit, ${KNOWN_TOOL}
     from baskets b left join basket_lines l on l.user_id = b.user_id left join tools t on t.id = l.tool_id
     where b.user_id = $1 order by l.position`,
    [userId],
    'read-basket',
  );
  // An empty basket is one row without a tool.
  const kept = rows.flatMap((row) =>
    row.quantity === null ? [] : [{ ...withOrderable(row), quantity: row.quantity }],
  );
  const lines = kept.map(({ id, quantity, unit, packs }) => ({
    toolId: id,
    quantity,
    pack: packOf(packs, unit) ?? null,
  }));
  const tools = await forCompany(database, companyId, shop, new Map(kept.map((row) => [row.id, row])));
  const priced = priceLines(lines, tools, shop, wish, { remembered: true });
  return { ...priced, companyId: companyId ?? null, version: rows[0]?.version ?? 0 };
}

/**
 * Changes a basket; the row of the basket is locked first, so that changes from two windows take turns.
 * @param version the one that a window saw, where it wants to know of changes by another
 * @throws AppError STALE_BASKET with the version that is, TOOL_NOT_FOUND at its line, BASKET_FULL
 */
export async function changeBasket(
  tx: Tx,
  userId: string,
  lines: readonly KeptLine[],
  manner: Manner,
  version?: number,
): Promise<void> {
  const made = await tx.execute<{ version: string }>(sql`
    insert into baskets (user_id, version) values (${userId}, 1)
    on conflict (user_id) do update set version = baskets.version + 1, updated_at = now() returning version`);
  const before = Number(made.rows[0]?.version ?? 1) - 1;
  requireVersion(
    version,
    before,
    'STALE_BASKET',
    sentence('The basket was changed in another window. Please check it again.'),
  );
  if (manner === 'replace') await tx.execute(sql`delete from basket_lines where user_id = ${userId}`);
  await keepLines(tx, keeperOf(userId), lines, manner === 'join' ? 'larger' : 'set');
}

function keeperOf(userId: string): Keeper {
  return { table: 'basket_lines', owner: 'user_id', id: userId, full: basketFull };
}

export function basketFull(): AppError {
  return new AppError(
    'BASKET_FULL',
    sentence('A basket can hold at most {most, number} tools. Order some first.', { most: MAX_LINES }),
  );
}
