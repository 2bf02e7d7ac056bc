import { and, asc, eq, sql } from 'drizzle-orm';
import type { OrderEvent } from '#contract/buying/order-events.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { orderEvents } from '#server/buying/order-tables/order-events.sql.ts';
import { orderNotFound } from './orders.ts';
import { seenBy } from './whose-orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

/** Writes down what somebody does with an order, in the transaction in which they do it. */
export async function noteEvent(
  tx: Tx,
  actor: Caller,
  orderId: string,
  kind: 'placed' | 'changed',
  changed: OrderEvent['changed'] = {},
): Promise<void> {
  const { userId: actorId, email: actorEmail } = actor;
  await tx.insert(orderEvents).values({ id: newId(), orderId, kind, actorId, actorEmail, changed });
}

/**
 * What was done with an order, oldest first. Its customer learns that it was the shop, staff learn who of them it was.
 * @throws AppError ORDER_NOT_FOUND, also for somebody else's
 */
export async function listEvents(db: Db, caller: Caller, orderId: string): Promise<OrderEvent[]> {
  const isStaff = callerMay(caller, 'orders.read');
  const [order] = await db
    .select({ userId: orders.userId })
    .from(orders)
    .where(and(eq(orders.id, orderId), isStaff ? undefined : seenBy(caller)));
  if (!order) throw orderNotFound();
  const rows = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id));
  const events = rows.map(({ id, kind, actorId, actorEmail, changed, createdAt }): OrderEvent => ({
    _id: id,
    kind,
    by: actorId !== null && actorId === order.userId ? 'customer' : 'shop',
    ...(isStaff ? { actor: actorEmail } : {}),
    changed,
    createdAt: createdAt.toISOString(),
  }));
  const actions = await listActions(db, orderId);
  // Its buyer sees what came on the order itself, and what became of it here.
  const shown = isStaff
    ? actions
    : actions
        .filter(({ kind }) => kind === 'payment-undone' || kind === 'given-back')
        .map(({ actor: _who, ...action }) => action);
  return [...events, ...shown].toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
}

type Action = Pick<OrderEvent, '_id' | 'kind' | 'actor'> & { at: string };

/** Who shipped, gave money back, recorded each transfer, and took each payment back. */
async function listActions(db: Db, orderId: string): Promise<OrderEvent[]> {
  // Who decided a refund stands in the audit log alone, written in its transaction and so at its very moment.
  const { rows } = await db.execute<Action>(sql`
    select id as "_id", kind, actor, to_json(at) #>> '{}' as at from (
      select id, 'shipped' as kind, actor_email as actor, shipped_at as at from shipments where order_id = ${orderId}
      union all select id, 'paid', actor_email, created_at from bank_payments where order_id = ${orderId}
      union all select id, 'payment-undone', coalesce(undone_by, ''), undone_at from bank_payments
        where order_id = ${orderId} and undone_at is not null
      union all select distinct back.id, 'payment-undone', coalesce(u.email, ''), back.created_at
        from ledger invoice join settlements s on s.debit_id = invoice.id join ledger came on came.id = s.credit_id
          join ledger back on back.reverses = came.id left join users u on u.id = back.actor_id
        where invoice.order_id = ${orderId} and invoice.kind = 'invoice' and came.kind = 'payment'
      union all select l.id, 'given-back', coalesce(u.email, ''), l.created_at
        from ledger l left join users u on u.id = l.actor_id where l.order_id = ${orderId} and l.kind = 'give-back'
      union all select r.id, 'refunded', a.actor_email, r.created_at from refunds r
        join audit_log a on a.created_at = r.created_at and a.action = 'order.refunded' and a.subject = r.order_id
        where r.order_id = ${orderId}
    ) as done`);
  return rows.map(({ at, ...action }) => ({
    ...action,
    by: 'shop',
    changed: {},
    createdAt: new Date(at).toISOString(),
  }));
}
