import type { Database } from '#server/engine/db/client.ts';

/** Pieces that a proof's tool starts with. */
export const STOCK = 1_000_000;

/**
 * Pieces that are neither left nor in an unpaid or paid order, or in two, of all these tools; 0 where the books are right.
 * @param start how many of each there were
 */
export async function missingPieces(database: Database, toolIds: readonly string[], start = STOCK): Promise<number> {
  const [row] = await database.raw<{ missing: number }>(
    `select coalesce(sum(abs($2 - t.available_quantity - coalesce(held.pieces, 0))), 0)::int as missing
     from tools t left join (
       select l.tool_id, sum(l.quantity - coalesce(back.pieces, 0)) as pieces from order_lines l
       join orders o on o.id = l.order_id
       left join (select order_id, tool_id, sum(restocked) as pieces from refund_lines group by 1, 2) back
         on back.order_id = o.id and back.tool_id = l.tool_id
       where l.tool_id = any($1) and o.state in ('unpaid', 'open', 'paid') group by 1) held on held.tool_id = t.id
     where t.id = any($1)`,
    [toolIds, start],
  );
  return row!.missing;
}

/** Money at the provider that is not explained by exactly one paid order, as sentences. */
export async function unexplainedCharges(shop: Database, provider: Database): Promise<string[]> {
  const charges = await provider.raw<{ intent: string; order: string; received: number; refunded: number }>(
    `select i.id as intent, i.data -> 'metadata' ->> 'order' as "order",
      (i.data ->> 'amount_received')::int as received,
       coalesce((select sum((r.data ->> 'amount')::int) from sandbox_stripe.objects r where r.kind = 'refund'
         and r.data ->> 'payment_intent' = i.id and r.data ->> 'status' in ('succeeded', 'pending')), 0)::int
           as refunded
     from sandbox_stripe.objects i where i.kind = 'payment_intent' and (i.data ->> 'amount_received')::int > 0`,
  );
  const orders = new Map(
    (
      await shop.raw<{ id: string; state: string; transaction: string | null; total: number }>(
        'select id, state, transaction_id as transaction, total_cents as total from orders',
      )
    ).map((order) => [order.id, order]),
  );
  return charges.flatMap(({ intent, order: id, received, refunded }) => {
    const order = orders.get(id);
    if (!order) return [`${intent} paid for an order that is not there`];
    const kept = received - refunded;
    const due = order.transaction === intent ? order.total : 0;
    return kept === due ? [] : [`${intent} of the ${order.state} order ${id}: ${kept} cents kept, ${due} due`];
  });
}

/** Paid orders for which the provider did not receive the full amount, as sentences. */
export async function unpaidPaidOrders(shop: Database, provider: Database): Promise<string[]> {
  const received = new Map(
    (
      await provider.raw<{ id: string; cents: number }>(
        `select id, (data ->> 'amount_received')::int as cents from sandbox_stripe.objects
         where kind = 'payment_intent'`,
      )
    ).map(({ id, cents }) => [id, cents]),
  );
  const paid = await shop.raw<{ id: string; transaction: string; total: number }>(
    `select id, transaction_id as transaction, total_cents as total from orders where state = 'paid'
     and paid_by = 'card'`,
  );
  return paid
    .filter(({ transaction, total }) => received.get(transaction) !== total)
    .map(({ id, transaction }) => `order ${id} says paid by ${transaction}`);
}

/** Waits until nothing is under way any more, at most so long. @returns whether it came to rest */
export async function untilAtRest(shop: Database, provider: Database, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const [due] = await shop.raw<{ count: number }>(`select count(*)::int as count from refunds where state = 'due'`);
    if (due?.count === 0 && (await unexplainedCharges(shop, provider)).length === 0) return true;
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
