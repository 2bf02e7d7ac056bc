import { type Sentence, sentence } from '#contract/sentences.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Tool } from '#contract/catalogue/tools.ts';
import { cents } from '#contract/money-sums.ts';
import { centsToMoney, MAX_CENTS } from '#contract/money.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { type AppError, invalid } from '#server/engine/http/app-error.ts';

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
    if (!Number.isInteger(become) || become > MAX_CENTS) throw refused(sentence('price breaks'), priceUnit);
    return { from, price: centsToMoney(become) };
  });
  return { ...kept, priceBreaks };
}

/** What has no whole cents for so many pieces, of which tool: the prices of a list, or where that is null, what it costs. */
export async function whatIsNotWhole(
  db: Db,
  changes: readonly Repriced[],
): Promise<{ toolId: string; to: number; list: string | null }[]> {
  if (changes.length === 0) return [];
  const isWrong = (cents: string) => sql`(${become(cents)} % 1 <> 0 or ${become(cents)} > ${MAX_CENTS})`;
  const { rows } = await db.execute<{ toolId: string; to: number; list: string | null }>(sql`
    select given."toolId", given."to", l.name as list from ${given(changes)} join price_list_items i on i.tool_id = given."toolId"
      join price_lists l on l.id = i.list_id
    where ${isWrong('i.price_cents')} or exists (
      select from jsonb_array_elements(i.price_breaks) as step where ${isWrong("(step ->> 'cents')")})
    union all
    select given."toolId", given."to", null from ${given(changes)} join tool_costs c on c.tool_id = given."toolId"
    where ${isWrong('c.cost_cents')}`);
  return rows;
}

/**
 * Says the prices of lists, and what tools cost the shop, for as many pieces as their tools' own prices are for from now on. What
 * whatIsNotWhole found is rounded to whole cents.
 */
export async function repriceElsewhere(tx: Tx, tools: readonly Repriced[]): Promise<void> {
  const changed = tools.filter(({ from, to }) => from !== to);
  if (changed.length === 0) return;
  const rounded = (cents: string) => sql`least(greatest(round(${become(cents)}), 1), ${MAX_CENTS})::integer`;
  await tx.execute(sql`
    update price_list_items i set price_cents = ${rounded('i.price_cents')}, price_breaks = coalesce((
      select jsonb_agg(step || jsonb_build_object('cents', ${rounded("(step ->> 'cents')")}) order by at)
      from jsonb_array_elements(i.price_breaks) with ordinality as each (step, at)), '[]')
    from ${given(changed)} where i.tool_id = given."toolId"`);
  await tx.execute(sql`
    update tool_costs c set cost_cents = round(${become('c.cost_cents')}) from ${given(changed)} where c.tool_id = given."toolId"`);
}

function given(changes: readonly Repriced[]): SQL {
  return sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given ("toolId" text, "from" integer, "to" integer)`;
}

function become(cents: string): SQL {
  return sql.raw(`${cents}::numeric * given."to" / given."from"`);
}

/** The refusal of a price unit for which something cannot be said. */
export function notWhole({ list, to }: { list: string | null; to: number }): AppError {
  return refused(list === null ? sentence('cost') : sentence('prices in the list {list}', { list }), to);
}

function refused(what: Sentence, pieces: number): AppError {
  return invalid(
    'priceUnit',
    sentence(
      'The {what} cannot be said in whole cents for {pieces, plural, one {# piece} other {# pieces}}. Change that first',
      { what, pieces },
    ),
  );
}
