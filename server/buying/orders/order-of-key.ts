import { sentence } from '#contract/sentences.ts';
import { and, eq } from 'drizzle-orm';
import type { Order, OrderOfKeyQuery } from '#contract/buying/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import type { Db } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { getAnyOrder, orderNotFound } from './orders.ts';
import { customerOf } from './place-for-customer.ts';

/**
 * The order that a key placed, in whatever state: asked for by who sent one and got no answer.
 * @throws AppError ORDER_NOT_FOUND where it placed none; FORBIDDEN and USER_NOT_FOUND at customer
 */
export async function orderOfKey(db: Db, caller: Caller, { key, customer }: OrderOfKeyQuery): Promise<Order> {
  const isOwn = customer === undefined || customer === caller.email;
  if (!isOwn && !callerMay(caller, 'orders.change'))
    throw new AppError('FORBIDDEN', sentence('Only sales staff may look up an order of somebody else.'), {
      issues: [{ path: 'customer', message: sentence('You may only look up your own') }],
    });
  const userId = isOwn ? caller.userId : (await customerOf(db, customer)).userId;
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, key)));
  if (!found) throw orderNotFound();
  return getAnyOrder(db, found.id, isOwn ? caller : null);
}
