import { sentence } from '#contract/sentences.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { MAX_PIECES } from '#contract/limits.ts';
import type { Paging } from '#contract/lists.ts';
import { type StockChange, type StockChanged, type StockEntry } from '#contract/catalogue/stock-changes.ts';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { positionOf } from '#server/engine/http/by-time.ts';
import { type Page, pageOf } from '#server/engine/http/paging.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { stockChanges } from './stock-changes.sql.ts';
import { lockTools } from './lock-tools.ts';
import { isLow, toolNotFound } from './tools.ts';
import { serveWaiting } from '#server/catalogue/promises/serve-waiting.ts';
import { tools } from './tools.sql.ts';

/** Whoever writes tools moves the stock of those that are there only where they may. @throws AppError FORBIDDEN */
export function requireStock(caller: Caller): void {
  if (callerMay(caller, 'tools.stock')) return;
  throw new AppError('FORBIDDEN', sentence('This changes the stock, which needs the permission tools.stock.'), {
    facts: { scopes: ['tools.stock'] },
  });
}

/** Writes down a change of stock that is not an order, in its transaction; a change by nothing is none. */
export async function recordStockChange(
  tx: Tx,
  actor: Caller,
  change: {
    toolId: string;
    kind: 'created' | 'edited' | 'imported' | 'returned' | 'received';
    change: number;
    reason?: string;
  },
): Promise<void> {
  if (change.change === 0) return;
  await tx.insert(stockChanges).values({ id: newId(), actorId: actor.userId, actorEmail: actor.email, ...change });
}

/**
 * Adds to or takes from a tool's stock, a difference, so that no sale meanwhile is undone.
 * @returns what there is now, and what the tool is called
 * @throws AppError TOOL_NOT_FOUND, OUT_OF_STOCK where less than nothing would be left
 */
export async function changeStock(
  tx: Tx,
  actor: Caller,
  toolId: string,
  { change, reason }: StockChange,
): Promise<{ answer: StockChanged; name: string }> {
  const [row] = await tx
    .update(tools)
    .set({
      availableQuantity: sql`${tools.availableQuantity} + ${change}`,
      version: sql`${tools.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(tools.id, toolId),
        isNull(tools.removedAt),
        sql`${tools.availableQuantity}::bigint + ${change}::bigint between 0 and ${MAX_PIECES}`,
      ),
    )
    .returning();
  if (!row) throw await whyNot(tx, toolId, change);
  const { availableQuantity, version, name } = await served(tx, row);
  await tx.insert(stockChanges).values({
    id: newId(),
    toolId,
    kind: 'counted',
    change,
    reason,
    availableQuantity,
    version,
    actorId: actor.userId,
    actorEmail: actor.email,
  });
  const fell = isLow(row) && !isLow({ ...row, availableQuantity: row.availableQuantity - change });
  await tellNews(tx, 'tool.changed', [toolId], fell ? { low: [toolId] } : {});
  return { answer: { availableQuantity, version }, name };
}

/** A tool whose stock rose, once those who wait for it have theirs. */
async function served(tx: Tx, row: typeof tools.$inferSelect): Promise<typeof tools.$inferSelect> {
  await serveWaiting(tx, [row.id]);
  const [now] = await tx.select().from(tools).where(eq(tools.id, row.id));
  return now ?? row;
}

async function whyNot(tx: Tx, toolId: string, change: number): Promise<AppError> {
  const [tool] = await tx
    .select({ availableQuantity: tools.availableQuantity })
    .from(tools)
    .where(and(eq(tools.id, toolId), isNull(tools.removedAt)));
  if (!tool) return toolNotFound();
  const there = tool.availableQuantity;
  if (change > 0) {
    const message = sentence('There are {there, number} pieces; the stock can be at most {most, number}.', {
      there,
      most: MAX_PIECES,
    });
    return new AppError('VALIDATION_ERROR', message, { issues: [{ path: 'change', message }] });
  }
  const message = sentence('There are only {there, number} pieces to take from.', { there });
  return new AppError('OUT_OF_STOCK', message, { facts: tool, issues: [{ path: 'change', message }] });
}

/**
 * Puts pieces of refunded orders back into stock, each with its line in the history; a stock has at most MAX_PIECES.
 * @param returned `released` are pieces that were promised to the order and are no longer, which the history counts as back
 */
export async function returnToStock(
  tx: Tx,
  actor: Caller,
  returned: { toolId: string; quantity: number; released?: number }[],
  reason: string,
): Promise<void> {
  if (returned.length === 0) return;
  const ids = returned.map(({ toolId }) => toolId);
  await lockTools(tx, ids);
  const { rows } = await tx.execute<{ toolId: string; change: number }>(sql`
    with line as (
      select tools.id, tools.available_quantity as before, back.quantity
      from unnest(${sql.param(ids)}::text[],
        ${sql.param(returned.map(({ quantity }) => quantity))}::int[]) as back (id, quantity)
      join tools on tools.id = back.id
    )
    update tools set available_quantity = least(available_quantity + line.quantity, ${MAX_PIECES}),
      version = version + 1, updated_at = now()
    from line where tools.id = line.id
    returning tools.id as "toolId", (tools.available_quantity - line.before) as change`);
  const released = new Map(returned.map((line) => [line.toolId, line.released ?? 0]));
  for (const { toolId, change } of rows)
    await recordStockChange(tx, actor, {
      toolId,
      kind: 'returned',
      change: change + (released.get(toolId) ?? 0),
      reason,
    });
  await serveWaiting(tx, ids);
  await tellNews(
    tx,
    'tool.changed',
    rows.map(({ toolId }) => toolId),
  );
}

/** All that changed the stock of tool $1, the newest first, with what there was after each less what was promised of what is to come. */
const HISTORY = `
with tool as (
  select id, available_quantity - coalesce((select sum(quantity) from order_promises where tool_id = $1), 0) as left, created_at
  from tools where id = $1
), entry as (
  select id as key, kind, change::bigint as change, reason, actor_email as actor, null as order_id, created_at as at
  from stock_changes where tool_id = $1
  union all
  select 'o' || o.id, 'ordered', -line.quantity, '', o.email, o.id, o.created_at
  from order_lines line join orders o on o.id = line.order_id where line.tool_id = $1
  union all
  select 'r' || o.id, 'released', line.quantity, o.state, '', o.id, o.closed_at
  from order_lines line join orders o on o.id = line.order_id
  where line.tool_id = $1 and o.state in ('deleted', 'expired', 'rejected')
), opening as (
  select '' as key, 'opening' as kind, tool.left - coalesce((select sum(change) from entry), 0) as change,
    '' as reason, '' as actor, null as order_id, least(tool.created_at, (select min(at) from entry)) as at
  from tool
), story as (
  select * from entry union all select * from opening where change <> 0
), told as (
  select story.*, count(*) over ()::int as total, tool.left - coalesce(sum(story.change)
    over (order by at desc, key desc rows between unbounded preceding and 1 preceding), 0) as balance
  from story, tool
)
select key, kind, change::float8 as change, reason, actor, order_id as "order", at, at::text as micros,
  balance::float8 as balance, total
from told where $2::timestamptz is null or (at, key) < ($2::timestamptz, $3) order by at desc, key desc limit $4`;

type StockHistoryRow = Omit<StockEntry, '_id' | 'createdAt' | 'order'> & {
  key: string;
  order: string | null;
  at: Date;
  micros: string;
  total: number;
};

/**
 * What changed a tool's stock, newest first, adding up exactly to what there is.
 * @throws AppError TOOL_NOT_FOUND where there never was such a tool
 */
export async function stockHistory(
  database: Database,
  toolId: string,
  { limit, cursor }: Paging,
): Promise<Page<StockEntry>> {
  const [tool] = await database.db.select({ id: tools.id }).from(tools).where(eq(tools.id, toolId));
  if (!tool) throw toolNotFound();
  const after = positionOf(cursor) ?? [null, ''];
  const rows = await database.raw<StockHistoryRow>(HISTORY, [toolId, ...after, limit + 1]);
  const page = pageOf(rows, limit, rows[0]?.total ?? 0, ({ micros, key }) => [micros, key]);
  return {
    ...page,
    rows: page.rows.map(({ key, kind, change, balance, reason, actor, order, at }) => ({
      _id: key || 'opening',
      kind,
      change,
      balance,
      reason,
      actor,
      ...(order === null ? {} : { order }),
      createdAt: at.toISOString(),
    })),
  };
}
