import { sql } from 'drizzle-orm';
import type { Basket } from '#contract/basket.ts';
import { MAX_LINES } from '#contract/orders.ts';
import type { ShopTerms, Wish } from '#contract/pricing.ts';
import type { Database, Tx } from '#server/db/client.ts';
import { AppError } from '#server/http/app-error.ts';
import { type KnownTool, KNOWN_TOOL, priceLines } from '#server/pricing/price-lines.ts';

/** What is to be in the basket: pieces of a tool. */
interface Line {
  toolId: string;
  quantity: number;
}

/** How a change treats what lies there: all goes first, the quantity is the new one, or the larger of both. */
type Manner = 'replace' | 'set' | 'join';

/** A basket with what its lines cost; one that nobody has touched yet is empty, at version 0. */
export async function readBasket(database: Database, userId: string, shop: ShopTerms, wish: Wish): Promise<Basket> {
  // One statement, so that version and lines are of one moment.
  const rows = await database.raw<{ version: number; quantity: number | null } & KnownTool>(
    `select b.version::float8 as version, l.quantity::float8 as quantity, ${KNOWN_TOOL}
     from baskets b left join basket_lines l on l.user_id = b.user_id left join tools t on t.id = l.tool_id
     where b.user_id = $1 order by l.position`,
    [userId],
    'read-basket',
  );
  const lines = rows.flatMap(({ id, quantity }) => (quantity === null ? [] : [{ toolId: id, quantity }]));
  const tools = new Map(rows.map((row) => [row.id, row]));
  return { ...priceLines(lines, tools, shop, wish, { remembered: true }), version: rows[0]?.version ?? 0 };
}

/**
 * Changes a basket; the row of the basket is locked first, so that changes from two windows take turns.
 * @param version the one that a window saw, where it wants to know of changes by another
 * @throws AppError STALE_BASKET with the version that is, TOOL_NOT_FOUND at its line, BASKET_FULL
 */
export async function changeBasket(
  tx: Tx,
  userId: string,
  lines: readonly Line[],
  manner: Manner,
  version?: number,
): Promise<void> {
  const made = await tx.execute<{ version: string }>(sql`
    insert into baskets (user_id, version) values (${userId}, 1)
    on conflict (user_id) do update set version = baskets.version + 1, updated_at = now() returning version`);
  const before = Number(made.rows[0]?.version ?? 1) - 1;
  if (version !== undefined && version !== before) {
    throw new AppError('STALE_BASKET', 'The basket was changed in another window. Look at it again.', {
      facts: { version: before },
    });
  }
  if (manner === 'replace') await tx.execute(sql`delete from basket_lines where user_id = ${userId}`);
  const gone = lines.filter(({ quantity }) => quantity === 0).map(({ toolId }) => toolId);
  if (gone.length > 0)
    await tx.execute(
      sql`delete from basket_lines where user_id = ${userId} and tool_id = any(${sql.param(gone)}::text[])`,
    );
  await put(
    tx,
    userId,
    lines.filter(({ quantity }) => quantity > 0),
    manner,
  );
  const counted = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from basket_lines where user_id = ${userId}`,
  );
  if ((counted.rows[0]?.count ?? 0) > MAX_LINES) throw basketFull();
}

export function basketFull(): AppError {
  return new AppError(
    'BASKET_FULL',
    `A basket holds at most ${MAX_LINES.toLocaleString('en-US')} tools. Order some first.`,
  );
}

async function put(tx: Tx, userId: string, lines: Line[], manner: Manner): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map(({ toolId }) => toolId);
  const quantity = manner === 'join' ? sql`greatest(basket_lines.quantity, excluded.quantity)` : sql`excluded.quantity`;
  const put = await tx.execute<{ toolId: string }>(sql`
    insert into basket_lines (user_id, tool_id, quantity)
    select ${userId}, t.id, asked.quantity
    from unnest(${sql.param(ids)}::text[], ${sql.param(lines.map((line) => line.quantity))}::bigint[])
      with ordinality as asked (tool_id, quantity, at) join tools t on t.id = asked.tool_id order by asked.at
    on conflict (user_id, tool_id) do update set quantity = ${quantity} returning tool_id as "toolId"`);
  // What a browser kept of a tool that never was here must not stand in the way of signing in.
  if (manner === 'join' || put.rows.length === lines.length) return;
  const known = new Set(put.rows.map(({ toolId }) => toolId));
  throw new AppError('TOOL_NOT_FOUND', 'There is no such tool.', {
    issues: ids.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `lines.${index}.toolId`, message: 'There is no such tool' }],
    ),
  });
}
