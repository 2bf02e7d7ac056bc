import type { Decision } from '#contract/buying/approvals.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import { stockTags } from '#server/engine/http/changes.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { getAnyOrder, getOrder } from '#server/buying/orders/orders.ts';
import { lockLink, readLink } from './approval-tokens.ts';
import { type Decider, decideOrder, requireApprover, requireKnown } from './decide-order.ts';
import { requireReader } from '#server/buying/companies/membership.ts';
import { listApprovals } from './list-approvals.ts';
import { passOn } from './pass-on.ts';
import { standingOf } from './standing.ts';

export function approvalHandlers(parts: Parts & { mail: Mail }) {
  const { database, changes } = parts;
  const { db } = database;
  /** Decides; pages show stock that is free again after the commit. */
  const decide = async (tx: Tx, approver: Decider, id: string, decision: Decision): Promise<Order> => {
    const tools = await decideOrder(tx, approver, id, decision);
    afterCommit(tx, () => changes.touch(stockTags(tools)));
    return getAnyOrder(tx, id, null);
  };

  return {
    listApprovals: async ({ caller, query }) => {
      if (query.companyId !== undefined) await requireReader(db, caller, query.companyId);
      return listApprovals(db, caller.userId, query);
    },

    getStanding: async ({ caller, params: { id } }) => {
      await requireKnown(db, caller, id);
      await requireApprover(db, caller.userId, id);
      return standingOf(db, id, caller.userId);
    },

    decideOrder: async ({ caller, params: { id }, body }) => {
      await requireKnown(db, caller, id);
      return transaction(database, (tx) => decide(tx, caller, id, body));
    },

    passApproval: async ({ caller, params: { id }, body }) => {
      await requireKnown(db, caller, id);
      return transaction(database, (tx) => passOn(tx, parts, caller, id, body.userId));
    },

    getApproval: async ({ params }) => {
      const { orderId, approver } = await readLink(db, params.token);
      const { userId, name } = approver;
      const order = await getOrder(db, orderId, null);
      return { ...order, standing: await standingOf(db, orderId, userId), approver: { userId, name } };
    },

    decideByLetter: ({ params, body }) =>
      transaction(database, async (tx) => {
        const { orderId, approver } = await lockLink(tx, params.token);
        return decide(tx, approver, orderId, body);
      }),

    passByLetter: ({ params, body }) =>
      transaction(database, async (tx) => {
        const { orderId, approver } = await lockLink(tx, params.token);
        return passOn(tx, parts, approver, orderId, body.userId);
      }),
  } satisfies Partial<Handlers>;
}
