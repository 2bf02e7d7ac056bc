import type { RawQuery } from '#server/engine/db/client.ts';

/**
 * Writes what tools say of what is to come as their batches and the promises of orders say it. Whoever changes one of these has locked
 * the tools, and calls this last.
 */
export async function keepComing(query: RawQuery, toolIds: readonly string[]): Promise<void> {
  await query(
    `update tools set version = version + 1, updated_at = now(),
       coming = coalesce((
         select jsonb_agg(jsonb_build_object('batch', id, 'day', day, 'quantity', free) order by day, id) from (
           select id, day, quantity - received - coalesce((
             select sum(quantity) from order_promises where batch_id = batches.id), 0) as free
           from batches where tool_id = tools.id and state = 'announced'
         ) as batch where free > 0), '[]'),
       made_to_order = coalesce((
         select sum(quantity) from order_promises where tool_id = tools.id and batch_id is null), 0)
     where id = any($1::text[])`,
    [[...toolIds]],
    'keep-coming',
  );
}
