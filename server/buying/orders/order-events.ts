import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { OrderEvent } from '#contract/buying/order-events.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { orderEvents } from '#server/buying/order-tables/order-events.sql.ts';
import { orderNotFound } from './orders.ts';
import { seenBy } from './whose-orders.ts';
import { auditLog } from '#server/people/audit/audit.sql.ts';
import { bankPayments } from '#server/buying/order-tables/bank-payments.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { refunds } from '#server/buying/order-tables/payments.sql.ts';
import { shipments } from '#server/buying/order-tables/shipments.sql.ts';

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
    .where(and(eq(orders.id, orderId), isStaff ? undefined : seenBy(caller.userId)));
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
  if (!isStaff) return events;
  return [...events, ...(await listActions(db, orderId))].toSorted((one, other) =>
    one.createdAt.localeCompare(other.createdAt),
  );
}

/** Who shipped, gave money back, recorded the transfer, and undid one. */
async function listActions(db: Db, orderId: string): Promise<OrderEvent[]> {
  const sent = await db
    .select({ id: shipments.id, actor: shipments.actorEmail, at: shipments.shippedAt })
    .from(shipments)
    .where(eq(shipments.orderId, orderId));
  const paid = await db
    .select({ id: bankPayments.id, actor: bankPayments.actorEmail, at: bankPayments.createdAt })
    .from(bankPayments)
    .where(and(eq(bankPayments.orderId, orderId), isNull(bankPayments.undoneAt)));
  const undone = await db
    .select({ id: bankPayments.id, actor: bankPayments.undoneBy, at: bankPayments.undoneAt })
    .from(bankPayments)
    .where(and(eq(bankPayments.orderId, orderId), isNotNull(bankPayments.undoneAt)));
  // Who decided a refund stands in the audit log alone, written in its transaction and so at its very moment.
  const refunded = await db
    .select({ id: refunds.id, actor: auditLog.actorEmail, at: refunds.createdAt })
    .from(refunds)
    .innerJoin(
      auditLog,
      and(
        eq(auditLog.createdAt, refunds.createdAt),
        eq(auditLog.action, 'order.refunded'),
        eq(auditLog.subject, orderId),
      ),
    )
    .where(eq(refunds.orderId, orderId));
  const actions = {
    shipped: sent,
    paid,
    'payment-undone': undone.flatMap(({ id, actor, at }) => (at === null ? [] : [{ id, actor: actor ?? '', at }])),
    refunded,
  } as const;
  return (Object.keys(actions) as (keyof typeof actions)[]).flatMap((kind) =>
    actions[kind].map(({ id, actor, at }) => ({
      _id: id,
      kind,
      by: 'shop' as const,
      actor,
      changed: {},
      createdAt: at.toISOString(),
    })),
  );
}
