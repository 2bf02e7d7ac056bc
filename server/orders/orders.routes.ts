import { stockTags } from '#server/http/changes.ts';
import { afterCommit, transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Handlers } from '#server/http/router.ts';
import type { Parts } from '#server/parts.ts';
import { listAllOrders } from './all-orders.ts';
import { readFigures } from './figures.ts';
import { deleteOrder, getOrder, listOrders } from './orders.ts';
import { placeOrder } from './place-order.ts';

type OrderHandlers = Pick<
  Handlers,
  'addOrder' | 'listOrders' | 'getOrder' | 'deleteOrder' | 'listAllOrders' | 'getFigures'
>;

export function orderHandlers({ config, database, changes, payments }: Parts): OrderHandlers {
  return {
    addOrder: async ({ caller, body, idempotencyKey }) => {
      const { order, isNew } = await placeOrder(database, caller, body, {
        idempotencyKey,
        rateLimits: config.rateLimits,
      });
      if (isNew) changes.touch(stockTags([order.toolId]));
      return order;
    },

    listOrders: ({ caller, query }) => {
      if (query.email !== caller.email) throw new AppError('FORBIDDEN', 'You may only list your own orders.');
      return listOrders(database.db, caller.userId, query);
    },

    listAllOrders: ({ query }) => listAllOrders(database.db, query),
    getFigures: ({ query }) => readFigures(database, query.days),

    getOrder: ({ caller, params }) => getOrder(database.db, params.id, caller.role === 'admin' ? null : caller.userId),

    deleteOrder: ({ caller, params }) =>
      transaction(database, async (tx) => {
        const tools = await deleteOrder(tx, params.id, caller.userId);
        afterCommit(tx, () => {
          changes.touch(stockTags(tools));
          payments.settleSoon(params.id);
        });
        return { deletedCount: 1 };
      }),
  };
}
