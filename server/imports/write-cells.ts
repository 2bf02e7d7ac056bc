import { sql } from 'drizzle-orm';
import type { ToolCells } from '#contract/imports.ts';
import type { Tx } from '#server/db/client.ts';
import { newId } from '#server/db/new-id.ts';
import { cents } from '#server/tools/tools.ts';

/** Who does it, as the stock's history and the audit log name them. */
export interface Actor {
  id: string | null;
  email: string;
}

/** Cells of a tool that are written, and the pieces that come to its stock. */
export interface Written {
  id: string;
  cells: ToolCells;
  stock: number;
}

const COLUMNS = sql`id text, name text, description text, image text, sku text, category text, price integer, stock integer,
  minimum integer, step integer, breaks jsonb, weight integer, family text, on_sale boolean, has_family boolean, has_sku boolean, has_category boolean,
  sale_from date, has_from boolean, sale_until date, has_until boolean`;

function recordOf({ id, cells, stock }: Written): Record<string, unknown> {
  const { price, priceBreaks, ...rest } = cells;
  return {
    id,
    stock,
    name: rest.name,
    description: rest.description,
    image: rest.image,
    sku: rest.sku,
    category: rest.category,
    price: typeof price === 'number' ? cents(price) : undefined,
    minimum: rest.minOrderQuantity,
    step: rest.quantityStep,
    breaks: priceBreaks?.map((each) => ({ from: each.from, cents: cents(each.price) })),
    weight: rest.weight,
    family: rest.family,
    has_family: 'family' in rest,
    has_sku: 'sku' in rest,
    has_category: 'category' in rest,
    on_sale: rest.onSale,
    sale_from: rest.onSaleFrom,
    has_from: 'onSaleFrom' in rest,
    sale_until: rest.onSaleUntil,
    has_until: 'onSaleUntil' in rest,
  };
}

function recordset(written: readonly Written[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(written.map((each) => recordOf(each)))}::jsonb) as given (${COLUMNS})`;
}

/**
 * Writes cells of tools that the transaction has locked. What the search reads is written apart: its words are made anew
 * for every row whose name, stock number or category is written, changed or not.
 */
export async function writeCells(tx: Tx, written: readonly Written[]): Promise<void> {
  if (written.length === 0) return;
  await tx.execute(sql`
    update tools set price_cents = coalesce(given.price, price_cents), available_quantity = available_quantity + given.stock,
      description = coalesce(given.description, tools.description), image = coalesce(given.image, tools.image),
      min_order_quantity = coalesce(given.minimum, min_order_quantity), quantity_step = coalesce(given.step, quantity_step),
      price_breaks = coalesce(given.breaks, price_breaks), weight_grams = coalesce(given.weight, weight_grams),
      family = case when given.has_family then given.family else tools.family end, on_sale = coalesce(given.on_sale, tools.on_sale),
      on_sale_from = case when given.has_from then given.sale_from else on_sale_from end,
      on_sale_until = case when given.has_until then given.sale_until else on_sale_until end,
      version = version + 1, updated_at = now()
    from ${recordset(written)} where tools.id = given.id`);
  const renamed = written.filter(({ cells }) => 'name' in cells || 'sku' in cells || 'category' in cells);
  if (renamed.length === 0) return;
  await tx.execute(sql`
    update tools set name = coalesce(given.name, tools.name), sku = case when given.has_sku then given.sku else tools.sku end,
      category = case when given.has_category then given.category else tools.category end
    from ${recordset(renamed)} where tools.id = given.id`);
}

/** Writes down what came to the stock of tools. */
export async function recordStock(
  tx: Tx,
  actor: Actor,
  reason: string,
  written: readonly Pick<Written, 'id' | 'stock'>[],
): Promise<void> {
  const moved = written
    .filter(({ stock }) => stock !== 0)
    .map(({ id, stock }) => ({ id: newId(), tool: id, change: stock }));
  if (moved.length === 0) return;
  await tx.execute(sql`
    insert into stock_changes (id, tool_id, kind, change, reason, actor_id, actor_email)
    select id, tool, 'imported', change, ${reason}, ${actor.id}, ${actor.email}
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as given (id text, tool text, change integer)`);
}
