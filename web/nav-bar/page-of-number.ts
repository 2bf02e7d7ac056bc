import { mayBeGtin, fullGtin } from '#contract/catalogue/gtin.ts';
import { may } from '#contract/policy.ts';
import { orderOfNumber } from '#web/queries/buying/order-of-number.ts';
import { fetchRole } from '#web/queries/people/fetch-role.ts';
import { tabSession } from '#web/session/tab-session.ts';
import { findTools } from '#web/queries/catalogue/find-tools.ts';

/** Where a number leads that is typed or scanned into the search; null: it is a word like others. */
export async function pageOfNumber(number: string): Promise<string | null> {
  const order = number.length <= 12 ? await pageOfOrder(number).catch(() => null) : null;
  return order ?? (mayBeGtin(number) ? pageOfGtin(number) : null);
}

/**
 * The page of the order with this number, for staff who may see it; null for everybody else, for whom digits are words that
 * find a tool. @throws ApiError
 */
async function pageOfOrder(number: string): Promise<string | null> {
  const { user } = tabSession().state();
  if (!user) return null;
  if (!may(await fetchRole(user), 'orders.read')) return null;
  const order = await orderOfNumber(number);
  if (!order) return null;
  return `/dashboard/orders/${order._id}`;
}

/**
 * The page of the one tool with that number under its bar code, or under a pack's, as a scanner types it; null where no tool, or
 * several have it. @throws ApiError
 */
async function pageOfGtin(number: string): Promise<string | null> {
  const { rows } = await findTools(number, 2, new AbortController().signal);
  const [tool, other] = rows.filter(({ gtin, packs }) =>
    [gtin, ...packs.map((pack) => pack.gtin)].some((each) => each !== undefined && fullGtin(each) === fullGtin(number)),
  );
  return tool && !other ? `/products/${tool._id}` : null;
}
