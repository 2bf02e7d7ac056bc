import { and, asc, eq } from 'drizzle-orm';
import type { OrderEvent } from '#contract/order-events.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { newId } from '#server/db/new-id.ts';
import { callerMay } from '#server/http/caller-may.ts';
import type { Caller } from '#server/http/caller.ts';
import { orderEvents } from '#server/order-tables/order-events.sql.ts';
import { orderNotFound } from './orders.ts';
import { orders } from '#server/order-tables/orders.sql.ts';

/** Writes down what somebody does with an order, in the transaction in which they do it. */
export async function noteEvent(
  tx: Tx,
  actor: Caller,
  orderId: string,
  kind: OrderEvent['kind'],
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
    .where(and(eq(orders.id, orderId), isStaff ? undefined : eq(orders.userId, caller.userId)));
  if (!order) throw orderNotFound();
  const rows = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.createdAt), asc(orderEvents.id));
  return rows.map(({ id, kind, actorId, actorEmail, changed, createdAt }) => ({
    _id: id,
    kind,
    by: actorId !== null && actorId === order.userId ? 'customer' : 'shop',
    ...(isStaff ? { actor: actorEmail } : {}),
    changed,
    createdAt: createdAt.toISOString(),
  }));
}
