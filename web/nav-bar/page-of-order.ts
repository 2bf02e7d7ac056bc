import { may } from '#contract/policy.ts';
import { orderOfNumber } from '#web/queries/buying/order-of-number.ts';
import { fetchRole } from '#web/queries/people/fetch-role.ts';
import { tabSession } from '#web/session/tab-session.ts';

/**
 * The page of the order with this number, for staff who may see it; null for everybody else, for whom digits are words that
 * find a tool. @throws ApiError
 */
export async function pageOfOrder(number: string): Promise<string | null> {
  const { user } = tabSession().state();
  if (!user) return null;
  if (!may(await fetchRole(user), 'orders.read')) return null;
  const order = await orderOfNumber(number);
  if (!order) return null;
  return `/dashboard/orders/${order._id}`;
}
