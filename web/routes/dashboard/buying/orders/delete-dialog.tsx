import type { Order } from '#contract/buying/orders.ts';
import { useDeleteOrder } from '#web/queries/buying/orders.ts';
import { counted, money } from '#web/shell/format.ts';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';

interface Props {
  order: Order;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before an order that is unpaid or waits for approval is deleted. */
export function DeleteDialog({ order, onClose, onDeleted }: Props) {
  const deletion = useDeleteOrder();
  const isWaiting = order.state === 'waiting';
  const remove = async () => {
    await deletion.mutateAsync(order._id);
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
