import { useState } from 'react';
import type { Order } from '#contract/orders.ts';
import type { BodyInput } from '#contract/routes.ts';
import { outdate } from '#web/api/caches.ts';
import { mayHelp } from '#web/api/defaults.ts';
import { createIdempotencyKeys } from '#web/api/idempotency-keys.ts';
import { tabBasket } from '#web/basket/tab-basket.ts';
import { userCall } from '#web/session/tab-session.ts';

/**
 * Places an order of many lines; the basket loses them in the same transaction. A second try after a lost answer brings
 * the same key, so that it makes no second order. @throws ApiError
 */
export function usePlaceOrder(): (order: BodyInput<'addOrder'>) => Promise<Order> {
  const [keys] = useState(createIdempotencyKeys);
  return async (order) => {
    const key = keys.keyFor(order);
    try {
      const made = await userCall('POST /order', { body: order, headers: { 'idempotency-key': key } });
      keys.settled();
      return made;
    } catch (error) {
      if (!mayHelp(error)) keys.settled();
      throw error;
    } finally {
      void outdate('tool', 'tools', 'orders');
      await tabBasket().refresh();
    }
  };
}
