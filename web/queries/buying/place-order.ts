import { useState } from 'react';
import type { Order } from '#contract/buying/orders.ts';
import type { BodyInput } from '#contract/routes.ts';
import { mayHelp } from '#web/api/defaults.ts';
import { createIdempotencyKeys } from '#web/api/idempotency-keys.ts';
import { changeShown } from '#web/api/source.ts';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { userCall } from '#web/session/tab-session.ts';
import { outdate, type Subject } from '../outdate.ts';
import { oneTool } from '../catalogue/tools.ts';

const TOUCHED: Subject[] = ['tool', 'tools', 'orders', 'firms'];

/**
 * Places an order, of one line or of many; the stock on screen follows (spec §4). A second try after a lost answer brings
 * the same key, so that it makes no second order. A refusal comes once what may have caused it, such as a price, was asked for
 * again. @throws ApiError
 */
export function usePlaceOrder(): (order: BodyInput<'addOrder'>) => Promise<Order> {
  const [keys] = useState(createIdempotencyKeys);
  const firm = useBuyingFor();
  return async (given) => {
    // What staff order for a customer is for whom they say.
    const order = firm && given.customer === undefined ? forFirm(given, firm.id) : given;
    const key = keys.keyFor(order);
    try {
      const made = await userCall('POST /order', { body: order, headers: { 'idempotency-key': key } });
      keys.settled();
      for (const { toolId, quantity } of made.lines) {
        changeShown(oneTool(toolId), (tool) => ({
          ...tool,
          availableQuantity: Math.max(0, tool.availableQuantity - quantity),
        }));
      }
      void outdate(...TOUCHED);
      return made;
    } catch (error) {
      if (mayHelp(error)) void outdate(...TOUCHED);
      else {
        keys.settled();
        await outdate(...TOUCHED);
      }
      throw error;
    }
  };
}

/** What is left empty the firm says itself. */
function forFirm({ company, ...order }: BodyInput<'addOrder'>, companyId: string): BodyInput<'addOrder'> {
  return { ...order, companyId, ...(company ? { company } : {}) };
}
