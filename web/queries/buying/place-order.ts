import type { Order } from '#contract/buying/orders.ts';
import type { BodyInput } from '#contract/routes.ts';
import { ApiError } from '#web/api/api-error.ts';
import { changeShown } from '#web/api/source.ts';
import { MOMENT_MS, within } from '#web/api/within.ts';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { tabSession, userCall } from '#web/session/tab-session.ts';
import { say } from '#web/saying/say.ts';
import { oneTool } from '../catalogue/tools.ts';
import { outdate, type Subject } from '../outdate.ts';
import {
  type PurchasePlace,
  findSent,
  giveUp,
  keepSent,
  type SentOrder,
  sentOrder,
  settleSent,
} from './sent-orders.ts';

const TOUCHED: Subject[] = ['tool', 'tools', 'orders', 'companies'];

/** How long the answer to an order is waited for, in ms; what is not sent by then is not sent any more. */
const ANSWER_MS = 20_000;

const LOST = say(
  'We got no answer, so this order may have been placed. We check as soon as the shop answers. Pressing again checks first and never orders twice.',
);

/** What became of a press: the order that it placed, or one that an earlier press had placed, whose answer was lost. */
export interface PlacedOrder {
  order: Order;
  isEarlier: boolean;
}

/**
 * Places an order, of one line or of many; the stock on screen follows (spec §4). It is sent now or not at all. As long as
 * no answer to it came, whatever is sent for the same purchase has its key, and the order is looked for before anything is
 * sent again. A refusal comes once what may have caused it, such as a price, was asked for again. @throws ApiError
 */
export function usePlaceOrder(bought: PurchasePlace): (order: BodyInput<'addOrder'>) => Promise<PlacedOrder> {
  const company = useBuyingFor();
  return async (given) => {
    // What staff order for a customer is for whom they say.
    const body = company && given.customer === undefined ? forCompany(given, company.id) : given;
    const uid = tabSession().state().user?.uid ?? '';
    // Signing in anew comes first: what fails before anything was sent is no lost order.
    await within(MOMENT_MS, () => tabSession().token());
    const before = sentOrder(uid, bought);
    const earlier = before && (await findSent(before));
    if (before && earlier) return settled(uid, bought, before, earlier, true);
    const { customer } = given;
    const sent: SentOrder = {
      key: before?.key ?? crypto.randomUUID(),
      at: Date.now(),
      ...(customer === undefined ? {} : { customer }),
    };
    keepSent(uid, bought, sent);
    try {
      const headers = { 'idempotency-key': sent.key };
      const made = await within(ANSWER_MS, (signal) => userCall('POST /order', { body, headers, signal }));
      return settled(uid, bought, sent, made, false);
    } catch (error) {
      if (mayBePlaced(error)) {
        giveUp(sent);
        void outdate(...TOUCHED);
        throw new ApiError(0, { code: 'NETWORK_ERROR', message: LOST });
      }
      // The one that was sent before came through meanwhile, and says something else, such as another telephone number.
      const placed = error instanceof ApiError && error.code === 'IDEMPOTENCY_MISMATCH' ? await findSent(sent) : null;
      if (placed) return settled(uid, bought, sent, placed, true);
      settleSent(uid, bought, sent);
      await outdate(...TOUCHED);
      throw error;
    }
  };
}

function settled(uid: string, bought: PurchasePlace, sent: SentOrder, order: Order, isEarlier: boolean): PlacedOrder {
  settleSent(uid, bought, sent);
  if (!isEarlier)
    for (const { toolId, quantity } of order.lines)
      changeShown(oneTool(toolId), (tool) => ({
        ...tool,
        availableQuantity: Math.max(0, tool.availableQuantity - quantity),
        orderable: Math.max(0, tool.orderable - quantity),
      }));
  void outdate(...TOUCHED);
  return { order, isEarlier };
}

/** Whether an order that was sent may stand, though nothing says so. */
export function mayBePlaced(error: unknown): boolean {
  return (
    !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.code === 'UNEXPECTED_ANSWER'
  );
}

/** What is left empty the company says itself. */
function forCompany({ company, ...order }: BodyInput<'addOrder'>, companyId: string): BodyInput<'addOrder'> {
  return { ...order, companyId, ...(company ? { company } : {}) };
}

/** Said of an order that an earlier press had placed. */
export function earlierWords({ number }: Pick<Order, 'number'>): string {
  return say('Order {number} was already placed: nothing was sent again. Press once more to place another order.', {
    number,
  });
}
