import type { Order } from '#contract/orders.ts';
import { useDeleteOrder } from '#web/queries/orders.ts';
import { dollars, pieces } from '#web/shell/format.ts';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';

interface Props {
  order: Order;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before an unpaid order is deleted. */
export function DeleteDialog({ order, onClose, onDeleted }: Props) {
  const deletion = useDeleteOrder();
  const remove = async () => {
    await deletion.mutateAsync(order._id);
    onDeleted?.();
    return 'Order deleted';
  };
  return (
    <ConfirmAndDo action="Delete" run={remove} sorry="The order could not be deleted." onClose={onClose}>
      The order of {pieces(order.quantity)} × {order.tool} for {dollars(order.price)} will be deleted.
    </ConfirmAndDo>
  );
}
