import { sentence } from '#contract/sentences.ts';
import { fullGtin, mayBeGtin } from '#contract/catalogue/gtin.ts';
import { hasGtin } from '#server/catalogue/tools/gtins.ts';
import { sql } from 'drizzle-orm';
import type { Pack } from '#contract/catalogue/packs.ts';
import type { Shelf, StockCount, StockCounted } from '#contract/catalogue/stock-counts.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { lockTools } from '#server/catalogue/tools/lock-tools.ts';
import { changeStock } from '#server/catalogue/tools/stock.ts';
import { toolNotFound } from '#server/catalogue/tools/tools.ts';

interface ShelfRow extends Record<string, unknown> {
  toolId: string;
  tool: string;
  sku: string | null;
  packs: Pack[];
  availableQuantity: number;
  toShip: number;
}

/**
 * What should lie on the shelf of a tool: pieces that can be sold, and those of orders that have not left the house.
 * @param code its stock number however it is written, or the number under its bar code
 * @throws AppError TOOL_NOT_FOUND, AMBIGUOUS_TOOL where several tools have it
 */
export async function shelfOf(db: Db, code: string): Promise<Shelf> {
  const { rows } = await db.execute<ShelfRow>(sql`
    select tools.id as "toolId", name as tool, sku, packs, available_quantity as "availableQuantity", coalesce((
      select sum(line.quantity
        - coalesce((select sum(sent.quantity) from shipment_lines sent join shipments on shipments.id = sent.shipment_id
            where shipments.order_id = line.order_id and sent.tool_id = line.tool_id), 0)
        - coalesce((select sum(back.unshipped) from refund_lines back
            where back.order_id = line.order_id and back.tool_id = line.tool_id), 0))
      from order_lines line join orders on orders.id = line.order_id
      where line.tool_id = tools.id and orders.state not in ('deleted', 'expired', 'rejected')
        and (orders.state = 'free' or orders.refunded_cents < orders.total_cents)
    ), 0)::int - coalesce((select sum(quantity) from order_promises where tool_id = tools.id), 0)::int as "toShip"
    from tools
    where removed_at is null
      and (sku = ${code} or search_code(sku) = nullif(search_code(${code}), '') or ${mayBeGtin(code) ? hasGtin([fullGtin(code)]) : sql`false`})
    order by (sku = ${code}) desc nulls last limit 3`);
  const exact = rows.filter(({ sku }) => sku === code);
  const [found, other] = exact.length > 0 ? exact : rows;
  if (!found) throw toolNotFound();
  if (other)
    throw new AppError(
      'AMBIGUOUS_TOOL',
      sentence('Several tools have this number. Find the right one under Products.'),
    );
  const { packs, ...shelf } = found;
  const scanned = packs.find(({ gtin }) => gtin !== undefined && fullGtin(gtin) === fullGtin(code));
  const pack = scanned ? { code: scanned.code, name: scanned.name, pieces: scanned.pieces } : null;
  return { ...shelf, pack, onShelf: found.availableQuantity + found.toShip };
}

/** A tool whose stock a count changed. */
interface StockCorrection {
  toolId: string;
  name: string;
  change: number;
  reason: string;
  left: number;
}

/**
 * Corrects stocks by what was counted: each by the difference to what should have lain there, so that no sale meanwhile is undone.
 * @returns the answer, and the tools that this call changed
 * @throws AppError TOOL_NOT_FOUND, OUT_OF_STOCK where less than nothing could be sold; with issues at `lines.N…`
 */
export async function countStock(
  tx: Tx,
  actor: Caller,
  { lines }: StockCount,
): Promise<{ answer: StockCounted; corrected: StockCorrection[] }> {
  const ids = lines.map(({ toolId }) => toolId);
  await lockTools(tx, ids);
  const there = await stocksOf(tx, ids);
  const answer: StockCounted = [];
  const corrected: StockCorrection[] = [];
  for (const [at, { toolId, expected, counted, reason = '' }] of lines.entries()) {
    const stock = there.get(toolId);
    if (stock === undefined) throw atLine(toolNotFound(), at, 'toolId');
    const change = counted - expected;
    if (change === 0) {
      answer.push({ toolId, change, availableQuantity: stock });
      continue;
    }
    const done = await changeStock(tx, actor, toolId, { change, reason }).catch((error: unknown) => {
      throw error instanceof AppError ? atLine(error, at, 'counted') : error;
    });
    const { availableQuantity } = done.answer;
    answer.push({ toolId, change, availableQuantity });
    corrected.push({ toolId, name: done.name, change, reason, left: availableQuantity });
  }
  return { answer, corrected };
}

async function stocksOf(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; stock: number }>(
    sql`select id, available_quantity as stock from tools
     where removed_at is null and id = any(${sql.param([...ids])}::text[])`,
  );
  return new Map(rows.map(({ id, stock }) => [id, stock]));
}

/** A refusal of one line, said at it. */
function atLine(error: AppError, at: number, field: string): AppError {
  const { code, sentence: message } = error;
  return new AppError(code, message, { cause: error, issues: [{ path: `lines.${at}.${field}`, message }] });
}
