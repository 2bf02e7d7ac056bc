import { sql } from 'drizzle-orm';
import type { ToReorder, ToReorderQuery } from '#contract/catalogue/incoming.ts';
import type { Database, Db } from '#server/engine/db/client.ts';
import { containing } from '#server/engine/db/containing.ts';
import { decodeCursor, type Page, pageOf } from '#server/engine/http/paging.ts';
import type { SheetParts, SheetRow } from '#server/engine/sheets/write-sheet.ts';

const SOLD_DAYS = 90;

/**
 * The tools of which fewer pieces are there and coming, less what is promised, than they are to be reordered below, and those that orders
 * wait for and nothing that is announced brings. Batches and promises are added up once for all of them, not for each tool.
 */
const TO_REORDER = sql`(
  select tools.id as "toolId", tools.name as tool, tools.sku, coalesce(tools.reorder_below, 0) as "reorderBelow",
    tools.available_quantity as "availableQuantity", announced::float8 as coming, promised::float8 as promised,
    greatest(promised - announced, 0)::float8 as unserved,
    (coalesce(tools.reorder_below, 0) - tools.available_quantity - announced + promised)::float8 as missing
  from tools
    left join (select tool_id, sum(greatest(quantity - received, 0)) as pieces from batches
      where state = 'announced' group by tool_id) as batch on batch.tool_id = tools.id
    left join (select tool_id, sum(quantity) as pieces from order_promises group by tool_id) as waiting
      on waiting.tool_id = tools.id,
    lateral (select coalesce(batch.pieces, 0) as announced, coalesce(waiting.pieces, 0) as promised) as sums
  where (tools.reorder_below is not null or tools.made_to_order > 0) and tools.removed_at is null
    and tools.available_quantity + announced - promised < coalesce(tools.reorder_below, 0)
) as low`;

const SOLD = sql`coalesce((
  select sum(line.quantity) from order_lines line join orders on orders.id = line.order_id
  where line.tool_id = low."toolId" and orders.state not in ('deleted', 'expired', 'rejected')
    and orders.created_at > now() - ${SOLD_DAYS} * interval '1 day'), 0)::float8 as "sold90"`;

export async function listToReorder(db: Db, { q, limit, cursor }: ToReorderQuery): Promise<Page<ToReorder>> {
  const after = cursor === undefined ? null : decodeCursor(cursor, ['number', 'string']);
  const fits =
    q === undefined || q === '' ? sql`true` : sql`(low.tool ilike ${containing(q)} or low.sku ilike ${containing(q)})`;
  const { rows } = await db.execute<ToReorder & Record<string, unknown> & { total: number }>(sql`
    with fitting as materialized (select * from ${TO_REORDER} where ${fits}),
      page as (
        select * from fitting as low
        where ${after ? sql`(low.missing, low."toolId") < (${after[0]}::float8, ${after[1]})` : sql`true`}
        order by low.missing desc, low."toolId" desc limit ${limit + 1})
    select low.*, ${SOLD}, (select count(*)::int from fitting) as total
    from page as low order by low.missing desc, low."toolId" desc`);
  const page = pageOf(rows, limit, rows[0]?.total ?? 0, ({ missing, toolId }) => [missing, toolId]);
  return { ...page, rows: page.rows.map(({ total: _total, ...row }) => row as unknown as ToReorder) };
}

/** How many rows are read at once. */
const PART = 100;

/** All of them as a sheet. */
export async function* exportedToReorder({ db }: Database): SheetParts & AsyncGenerator<SheetRow[]> {
  yield [
    [
      'SKU',
      'Name',
      'Missing',
      'In stock',
      'Coming',
      'Promised',
      'Nothing announced for',
      'Reorder below',
      'Sold in 90 days',
    ],
  ];
  for (let cursor: string | undefined; ;) {
    const page: Page<ToReorder> = await listToReorder(db, { limit: PART, cursor });
    if (page.rows.length > 0)
      yield page.rows.map((row): SheetRow => [
        row.sku,
        row.tool,
        row.missing,
        row.availableQuantity,
        row.coming,
        row.promised,
        row.unserved,
        row.reorderBelow,
        row.sold90,
      ]);
    if (page.next === null) return;
    cursor = page.next;
  }
}
