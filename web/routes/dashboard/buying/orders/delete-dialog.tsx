import type { Order } from '#contract/buying/orders.ts';
import { ApiError } from '#web/api/api-error.ts';
import { userChange } from '#web/queries/changes.ts';
import { fetchOrder } from '#web/queries/buying/orders.ts';
import { counted, money } from '#web/shell/format.ts';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';
import { orderState } from './order-state.ts';

interface Props {
  order: Order;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before an order that is unpaid or waits for approval is deleted. */
export function DeleteDialog({ order, onClose, onDeleted }: Props) {
  const isWaiting = order.state === 'waiting';
  const remove = async () => {
    const deletion = userChange('DELETE /order/:id', { params: { id: order._id } });
    await deletion.catch((error: unknown) => explainFailure(error, order));
    onDeleted?.();
    return isWaiting ? 'Order withdrawn' : 'Order deleted';
  };
  return (
    <ConfirmAndDo
      action={isWaiting ? 'Withdraw' : 'Delete'}
      run={remove}
      sorry="The order could not be deleted."
      onClose={onClose}
    >
      Order {order.number} for {money(order.price)}, with {counted(order.lineCount, 'line')}, will be{' '}
      {isWaiting ? 'withdrawn; nobody has to approve it' : 'deleted'}.
    </ConfirmAndDo>
  );
}

/** Somebody else may have withdrawn or decided it meanwhile: then it is not to be found to be deleted, and still shown. */
async function explainFailure(error: unknown, { _id, number, state }: Order): Promise<never> {
  if (!(error instanceof ApiError) || error.code !== 'ORDER_NOT_FOUND') throw error;
  const now = await fetchOrder(_id);
  if (now.state === state) throw error;
  throw new Error(`Nothing was done: order ${number} has changed. It is now: ${orderState(now)}.`);
}
