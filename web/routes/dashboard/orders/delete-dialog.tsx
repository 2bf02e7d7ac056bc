import type { Order } from '#contract/orders.ts';
import { useDeleteOrder } from '#web/queries/orders.ts';
import { dollars, pieces } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';

interface Props {
  order: Order;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before an unpaid order is deleted. */
export function DeleteDialog({ order, onClose, onDeleted }: Props) {
  const deletion = useDeleteOrder();
  const remove = async () => {
    try {
      await deletion.mutateAsync(order._id);
      toast.success('Order deleted');
      onDeleted?.();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The order could not be deleted.');
    }
    onClose();
  };
  return (
    <ConfirmDialog action="Delete" busy={deletion.isPending} onConfirm={() => void remove()} onClose={onClose}>
      The order of {pieces(order.quantity)} × {order.tool} for {dollars(order.price)} will be deleted.
    </ConfirmDialog>
  );
}
