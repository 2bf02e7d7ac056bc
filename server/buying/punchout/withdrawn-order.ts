import { sentence } from '#contract/sentences.ts';
import { and, eq } from 'drizzle-orm';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { stockTags } from '#server/engine/http/changes.ts';
import { STATES } from '#server/buying/order-life/order-life.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { deleteOrder } from '#server/buying/orders/orders.ts';
import { attributeOf, type Element, elementAt } from './cxml-read.ts';
import type { OrderingParts } from './order-request.ts';
import { punchoutOrders } from './punchout.sql.ts';
import { buyerOfConnection, type Connection } from './sign-in.ts';

/** Closes an order that its company owes and of which nothing left. @throws AppError ORDER_OVER, FORBIDDEN */
export type CloseOrder = (actor: Caller, orderId: string, reason: string) => Promise<void>;

/**
 * Withdraws the order of an OrderRequest of the type `delete`: as its buyer may in the shop, while nothing of it left. The same message
 * again is answered again.
 * @throws AppError 400 for an order that did not come by this connection, ORDER_OVER where something left, FORBIDDEN
 */
export async function withdrawOrder(
  { database, changes, close }: OrderingParts & { close: CloseOrder },
  connection: Connection,
  header: Element | undefined,
): Promise<string> {
  const buyerOrder = attributeOf(header, 'orderID');
  const buyer = await buyerOfConnection(database, connection);
  const [found] = await database.db
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      payload: punchoutOrders.payload,
      fulfilment: orders.fulfilment,
      closedAt: orders.restClosedAt,
    })
    .from(punchoutOrders)
    .innerJoin(orders, eq(orders.id, punchoutOrders.orderId))
    .where(and(eq(punchoutOrders.connectionId, connection.id), eq(punchoutOrders.buyerOrder, buyerOrder)));
  if (!found)
    throw new AppError(
      'VALIDATION_ERROR',
      sentence('There is no order {order} that came by this connection.', { order: buyerOrder.slice(0, 64) }),
    );
  const named = attributeOf(elementAt(header, 'DocumentReference'), 'payloadID');
  if (named !== '' && named !== found.payload)
    throw new AppError(
      'IDEMPOTENCY_MISMATCH',
      sentence('The order {order} came in another message than the one that is named.', { order: buyerOrder }),
    );
  const { state } = found;
  const said = `Order ${found.number}`;
  if (STATES[state].isOver) return `${said} was withdrawn before`;
  const caller: Caller = { ...buyer, image: null, role: 'customer', sessionId: '' };
  if (state === 'waiting' || state === 'unpaid') {
    changes.touch(stockTags(await transaction(database, (tx) => deleteOrder(tx, found.id, buyer.userId))));
    return `${said} was withdrawn`;
  }
  if (found.closedAt !== null) return `${said} was withdrawn before`;
  if (found.fulfilment !== 'none')
    throw new AppError(
      'ORDER_OVER',
      sentence('Part of order {number} has been shipped. Please contact the shop.', { number: found.number }),
    );
  await close(caller, found.id, `Withdrawn by ${buyer.company} in its own system`);
  return `${said} was withdrawn`;
}
