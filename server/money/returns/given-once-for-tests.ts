import type { RawQuery } from '#server/engine/db/client.ts';

const SHIPPED = `coalesce((select sum(part.quantity) from shipments sent join shipment_lines part on part.shipment_id = sent.id
  where sent.order_id = line.order_id and part.tool_id = line.tool_id), 0)`;
/** Pieces of a line whose money went back after they had left. */
const REFUNDED = `coalesce((select sum(quantity - unshipped) from refund_lines back
  where back.order_id = line.order_id and back.tool_id = line.tool_id), 0)`;

/** Each names what may never be, and finds where it is. */
const BROKEN: Record<string, string> = {
  'a piece that was shipped is given back twice': `
    select line.order_id from order_lines line where ${REFUNDED} + coalesce((
      select sum(part.settled - part.refunded) from returns r join return_lines part on part.return_id = r.id
      where r.order_id = line.order_id and part.tool_id = line.tool_id), 0) > ${SHIPPED}`,
  'a piece is in two returns, or in one and in a refund': `
    select line.order_id from order_lines line where ${REFUNDED} + coalesce((
      select sum(case when r.state in ('asked', 'agreed', 'arrived') then part.quantity else part.settled end - part.refunded)
      from returns r join return_lines part on part.return_id = r.id
      where r.order_id = line.order_id and part.tool_id = line.tool_id), 0) > ${SHIPPED}`,
  'a return that says another number of refunded pieces than its refunds': `
    select part.return_id from return_lines part where part.refunded <> coalesce((
      select sum(back.quantity) from refunds given join refund_lines back on back.refund_id = given.id
      where given.return_id = part.return_id and back.tool_id = part.tool_id), 0)`,
  'more pieces replaced than were settled so': `
    select part.return_id from return_lines part where part.settled - part.refunded < coalesce((
      select sum(line.quantity) from orders made join order_lines line on line.order_id = made.id
      where made.return_id = part.return_id and line.tool_id = part.tool_id), 0)`,
  'a replacement that costs something, or has an invoice': `
    select o.id from orders o where (o.state = 'free') <> (o.return_id is not null)
      or (o.state = 'free' and (o.total_cents <> 0 or exists (select from invoices where order_id = o.id)))`,
  'more of a fee kept than it is, or another sum than the refunds say': `
    select r.id from returns r where r.fee_kept_cents > r.fee_cents or r.fee_kept_cents < coalesce((
      select sum(fee_cents) from refunds where return_id = r.id), 0)`,
  'money that was sent for a return without a credit note': `
    select given.id from refunds given where given.return_id is not null and given.state = 'sent'
      and not exists (select from invoices where refund_id = given.id)`,
  'something settled that was never agreed to': `
    select r.id from returns r where r.send_back is null
      and exists (select from return_lines where return_id = r.id and settled + arrived > 0)`,
  'a return that is closed although pieces are left, and nobody said why': `
    select r.id from returns r where r.state = 'closed' and r.reason = ''
      and exists (select from return_lines where return_id = r.id and settled < least(quantity, restocked + scrapped))`,
};

/** What is broken of the promise that no piece is given back twice, with the ids where it is; empty: nothing. */
export async function givenTwice(query: RawQuery): Promise<string[]> {
  const broken: string[] = [];
  for (const [what, where] of Object.entries(BROKEN)) {
    const rows = await query<{ id: string }>(`select found.* from (${where}) as found (id) limit 3`);
    if (rows.length > 0) broken.push(`${what}: ${rows.map(({ id }) => id).join(', ')}`);
  }
  return broken;
}
