import type { Order } from '#contract/orders.ts';
import { useCancelOrder } from '#web/queries/orders.ts';
import { counted, dollars } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';

interface Props {
  order: Order;
  onClose: () => void;
  onCancelled: () => void;
}

/** Asks before staff cancel somebody's unpaid order. */
export function CancelDialog({ order, onClose, onCancelled }: Props) {
  const cancellation = useCancelOrder();
  const cancel = async () => {
    try {
      await cancellation.mutateAsync(order._id);
      toast.success(`Order ${order.number} cancelled`);
      onCancelled();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The order could not be cancelled.');
    }
    onClose();
  };
  return (
    <ConfirmDialog
      action="Cancel order"
      dismissal="Keep it"
      busy={cancellation.isPending}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      Order {order.number} of {order.company || order.name} for {dollars(order.price)}, with{' '}
      {counted(order.lineCount, 'line')}, will be cancelled, and what it holds goes back into stock.
    </ConfirmDialog>
  );
}
