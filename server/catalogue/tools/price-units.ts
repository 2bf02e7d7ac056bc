import { sql } from 'drizzle-orm';
import type { Tool } from '#contract/catalogue/tools.ts';
import { cents } from '#contract/money-sums.ts';
import { centsToMoney, MAX_CENTS } from '#contract/money.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { invalid } from '#server/engine/http/app-error.ts';

/** A tool whose prices are said for another number of pieces. */
export interface Repriced {
  toolId: string;
  from: number;
  to: number;
}

/**
 * A tool's price breaks for another number of pieces, where the unit changes and nobody says them anew.
 * @throws AppError 400 at priceUnit where one has no whole cents for so many
 */
export function pricesFor<Kept extends Pick<Tool, 'priceBreaks' | 'priceUnit'>>(kept: Kept, priceUnit?: number): Kept {
  if (priceUnit === undefined || priceUnit === kept.priceUnit) return kept;
  const priceBreaks = kept.priceBreaks.map(({ from, price }) => {
    const become = (cents(price) * priceUnit) / kept.priceUnit;
    if (!Number.isInteger(become) || become > MAX_CENTS) throw notWhole('price breaks', priceUnit);
    return { from, price: centsToMoney(become) };
  });
  return { ...kept, priceBreaks };
}

/**
 * Says the prices of lists, and what tools cost the shop, for as many pieces as their tools' own prices are for from now on.
 * @throws AppError 400 at priceUnit where one has no whole cents for so many
 */
export async function repriceElsewhere(tx: Tx, tools: readonly Repriced[]): Promise<void> {
  const changed = tools.filter(({ from, to }) => from !== to);
  if (changed.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as given ("toolId" text, "from" integer, "to" integer)`;
  const become = (cents: string) => sql.raw(`${cents}::numeric * given."to" / given."from"`);
  const isWrong = (cents: string) => sql`(${become(cents)} % 1 <> 0 or ${become(cents)} > ${MAX_CENTS})`;
  const found = await tx.execute<{ to: number; list: string | null }>(sql`
    select given."to", l.name as list from ${given} join price_list_items i on i.tool_id = given."toolId"
      join price_lists l on l.id = i.list_id
    where ${isWrong('i.price_cents')} or exists (
      select from jsonb_array_elements(i.price_breaks) as step where ${isWrong("(step ->> 'cents')")})
    union all
    select given."to", null from ${given} join tool_costs c on c.tool_id = given."toolId"
    where ${isWrong('c.cost_cents')} limit 1`);
  const [wrong] = found.rows;
  if (wrong) throw notWhole(wrong.list === null ? 'cost' : `prices in the list ${wrong.list}`, wrong.to);
  await tx.execute(sql`
    update price_list_items i set price_cents = ${become('i.price_cents')}, price_breaks = coalesce((
      select jsonb_agg(step || jsonb_build_object('cents', (${become("(step ->> 'cents')")})::integer) order by at)
      from jsonb_array_elements(i.price_breaks) with ordinality as each (step, at)), '[]')
    from ${given} where i.tool_id = given."toolId"`);
  await tx.execute(sql`
    update tool_costs c set cost_cents = ${become('c.cost_cents')} from ${given} where c.tool_id = given."toolId"`);
}

function notWhole(what: string, priceUnit: number) {
  const pieces = priceUnit === 1 ? '1 piece' : `${priceUnit.toLocaleString('en-US')} pieces`;
  return invalid('priceUnit', `The ${what} cannot be said in whole cents for ${pieces}. Change that first`);
}
