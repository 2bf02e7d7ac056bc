import type { Order } from '#contract/buying/orders.ts';
import { userChange } from '#web/queries/changes.ts';
import { counted, money } from '#web/shell/format.ts';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';

interface Props {
  order: Order;
  onClose: () => void;
  onCancelled: () => void;
}

/** Asks before staff cancel somebody's unpaid order. */
export function CancelDialog({ order, onClose, onCancelled }: Props) {
  const cancel = async () => {
    await userChange('POST /order/:id/cancel', { params: { id: order._id } });
    onCancelled();
    return `Order ${order.number} cancelled`;
  };
  return (
    <ConfirmAndDo
      action="Cancel order"
      dismissal="Keep it"
      run={cancel}
      sorry="The order could not be cancelled."
      onClose={onClose}
    >
      Order {order.number} of {order.company || order.name} for {money(order.price)}, with{' '}
      {counted(order.lineCount, 'line')}, will be cancelled, and what it holds goes back into stock.
    </ConfirmAndDo>
  );
}
