import { sentence } from '#contract/sentences.ts';
import { stockTags } from '#server/engine/http/changes.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import type { Tx } from '#server/engine/db/client.ts';
import type { NewOrder } from '#contract/buying/orders.ts';
import { mayInCompany } from '#contract/company-policy.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import { requireMember } from '#server/buying/companies/membership.ts';
import { ofCompany, orderedBy } from './whose-orders.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { listAllOrders } from './all-orders.ts';
import { changeDetails } from './order-details.ts';
import { cancelOrder, deleteOrder, getAnyOrder, listOrders } from './orders.ts';
import { listEvents } from './order-events.ts';
import { orderOfKey } from './order-of-key.ts';
import { placeForCustomer } from './place-for-customer.ts';
import { queuePlacedLetter } from './placed-mail.ts';
import { placeOrder } from './place-order.ts';
import { placingOptions } from './placing-options.ts';

interface OrderCallParts extends Parts {
  settings: SettingsStore;
  mail: Mail;
  payments: {
    /** Told after the commit that closed an order without payment. */
    settleSoon(orderId: string): void;
  };
}

export function orderHandlers(parts: OrderCallParts) {
  const { database, changes, payments } = parts;
  /** Closes an order without payment; pages show its stock and its payment is called off after the commit. */
  const close = (id: string, work: (tx: Tx) => Promise<string[]>) =>
    transaction(database, async (tx) => {
      const tools = await work(tx);
      afterCommit(tx, () => {
        changes.touch(stockTags(tools));
        payments.settleSoon(id);
      });
      return { deletedCount: 1 };
    });

  return {
    addOrder: async ({ caller, body, idempotencyKey }) => {
      const options = await placingOptions(parts, body, idempotencyKey);
      const { customer: email } = body;
      if (email !== undefined && email !== caller.email) {
        return transaction(database, async (tx) => {
          const { order, isNew, customer } = await placeForCustomer(tx, caller, email, body, options);
          if (isNew) {
            // Whoever waits for approval is told so instead, and how to pay once it is there.
            if (order.state === 'unpaid') await queuePlacedLetter(tx, parts, order, customer.userId);
            afterCommit(tx, () => changes.touch(stockTags(order.lines.map(({ toolId }) => toolId))));
          }
          return order;
        });
      }
      refuseOwnPrices(body);
      const { order, isNew } = await transaction(database, (tx) => placeOrder(tx, caller, body, options));
      if (isNew) changes.touch(stockTags(order.lines.map(({ toolId }) => toolId)));
      return order;
    },

    listOrders: async ({ caller, query }) => {
      if (query.companyId !== undefined) {
        const { role } = await requireMember(database.db, caller, query.companyId, 'read');
        const seesAll = mayInCompany(role, 'orders.read');
        return listOrders(database.db, ofCompany(query.companyId, seesAll ? null : caller.userId), query);
      }
      if (query.email !== caller.email) throw new AppError('FORBIDDEN', sentence('You may only list your own orders.'));
      return listOrders(database.db, orderedBy(caller.userId), query);
    },

    listAllOrders: ({ query }) => listAllOrders(database.db, query),

    getOrder: ({ caller, params }) =>
      getAnyOrder(database.db, params.id, callerMay(caller, 'orders.read') ? null : caller),

    getOrderOfKey: ({ caller, query }) => orderOfKey(database.db, caller, query),

    listOrderEvents: ({ caller, params }) => listEvents(database.db, caller, params.id),

    changeOrderDetails: ({ caller, params, body }) =>
      transaction(database, async (tx) => ({ modifiedCount: await changeDetails(tx, caller, params.id, body) })),

    deleteOrder: ({ caller, params }) => close(params.id, (tx) => deleteOrder(tx, params.id, caller.userId)),
    cancelOrder: async ({ caller, params }) => {
      await close(params.id, (tx) => cancelOrder(tx, caller, params.id));
      return { modifiedCount: 1 };
    },
  } satisfies Partial<Handlers>;
}

/** @throws AppError 400 at the line where somebody who orders for themselves says a price */
function refuseOwnPrices({ lines = [] }: NewOrder): void {
  const index = lines.findIndex(({ unitPrice }) => unitPrice !== undefined);
  if (index >= 0)
    throw invalid(`lines.${index}.unitPrice`, sentence('Only an order for somebody else can have its own prices'));
}
