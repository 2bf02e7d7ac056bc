import { sentence } from '#contract/sentences.ts';
import type { Approver } from '#contract/buying/approvals.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { invalid } from '#server/engine/http/app-error.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import type { orders } from '#server/buying/order-tables/orders.sql.ts';
import { getOrder } from '#server/buying/orders/orders.ts';
import { buyerLetter, writingAbout } from './approval-letters.ts';
import { endLinks } from './approval-tokens.ts';
import { type Decider, lockWaiting, requireApprover } from './decide-order.ts';
import { approversOf, monthOf } from './standing.ts';
import { ask, type TellingParts } from './tell-approvals.ts';

/**
 * Leaves a decision to somebody else who may approve. They get a letter of their own, whoever ordered is told, and the links
 * of whoever passes it on end.
 * @throws AppError ORDER_NOT_FOUND, FORBIDDEN, ALREADY_DECIDED; 400 at userId where they may not approve it
 */
export async function passOn(
  tx: Tx,
  parts: TellingParts,
  from: Decider & { name: string },
  orderId: string,
  userId: string,
): Promise<Approver> {
  const row = await lockWaiting(tx, orderId);
  await requireApprover(tx, from.userId, orderId);
  const to = (await approversOf(tx, orderId)).find((each) => each.userId === userId && userId !== from.userId);
  if (!to) throw invalid('userId', sentence('Choose somebody else who may approve this order'));
  await endLinks(tx, orderId, from.userId);
  const order = await getOrder(tx, orderId, null);
  const shop = await settingsNow(tx);
  const by = from.name || from.email;
  const standing = await monthOf(tx, orderId);
  await ask(tx, parts, { shop, order, standing, to, because: { passedOnBy: by } });
  await tellBuyer(tx, parts, row, order, { by, to: to.name || to.email });
  return { userId: to.userId, name: to.name };
}

async function tellBuyer(
  tx: Tx,
  { config, mail }: TellingParts,
  { userId }: typeof orders.$inferSelect,
  order: Order,
  names: { by: string; to: string },
): Promise<void> {
  if (userId === null) return;
  const url = `${config.baseUrl}/dashboard/orders/${order._id}`;
  const told = { kind: 'passed-on' as const, ...names };
  const writing = writingAbout(await settingsNow(tx), order);
  await mail.queue(tx, buyerLetter(writing, { userId, order, told, url }));
}
