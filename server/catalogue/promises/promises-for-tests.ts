import type { RawQuery } from '#server/engine/db/client.ts';

/** Each names what may never be, and finds where it is. */
const BROKEN: Record<string, string> = {
  'more of a batch is promised than is still to come': `
    select b.id from batches b where coalesce((select sum(quantity) from order_promises where batch_id = b.id), 0)
      > case b.state when 'announced' then b.quantity - b.received else 0 end`,
  'somebody waits although the stock has pieces': `
    select t.id from tools t where available_quantity > 0 and exists (select from order_promises where tool_id = t.id)`,
  'an order that ended waits, or more of a line than is left of it': `
    select p.order_id from (select order_id, tool_id, sum(quantity) as pieces from order_promises group by 1, 2) p
      join orders o on o.id = p.order_id join order_lines l on l.order_id = p.order_id and l.tool_id = p.tool_id
    where o.state in ('deleted', 'expired', 'rejected') or p.pieces > l.quantity
      - coalesce((select sum(s.quantity) from shipments join shipment_lines s on s.shipment_id = shipments.id
          where shipments.order_id = p.order_id and s.tool_id = p.tool_id), 0)
      - coalesce((select sum(unshipped) from refund_lines r where r.order_id = p.order_id and r.tool_id = p.tool_id), 0)`,
  'a tool says something else of what is to come than its batches and promises': `
    select t.id from tools t where made_to_order <> coalesce((
        select sum(quantity) from order_promises where tool_id = t.id and batch_id is null), 0)
      or coming <> coalesce((
        select jsonb_agg(jsonb_build_object('batch', id, 'day', day, 'quantity', free) order by day, id) from (
          select id, day, quantity - received - coalesce((
            select sum(quantity) from order_promises where batch_id = b.id), 0) as free
          from batches b where b.tool_id = t.id and b.state = 'announced') as batch where free > 0), '[]')`,
  'pieces were made or lost: what came and went is not what is there, less what is promised': `
    select t.id from tools t
    where exists (select from stock_changes where tool_id = t.id and kind = 'created')
      and available_quantity - coalesce((select sum(quantity) from order_promises where tool_id = t.id), 0)
        <> (select sum(change) from stock_changes where tool_id = t.id) - coalesce((
          select sum(l.quantity) from order_lines l join orders o on o.id = l.order_id
          where l.tool_id = t.id and o.state not in ('deleted', 'expired', 'rejected')), 0)`,
};

/** What is broken of the promises that no piece is promised twice and none is lost, with the ids where it is; empty: nothing. */
export async function brokenPromises(query: RawQuery): Promise<string[]> {
  const broken: string[] = [];
  for (const [what, where] of Object.entries(BROKEN)) {
    const rows = await query<{ id: string }>(`select found.* from (${where}) as found (id) limit 3`);
    if (rows.length > 0) broken.push(`${what}: ${rows.map(({ id }) => id).join(', ')}`);
  }
  return broken;
}
