import { type Order, OrderClosing } from '#contract/buying/orders.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { counted } from '#web/shell/format.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

/** Closes what has not been shipped of an order, with a reason that its buyer reads. */
export function CloseDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const title = order.fulfilment === 'none' ? 'Close the order' : 'Close the rest';
  const left = order.lines.reduce((sum, line) => sum + line.left, 0);
  return (
    <CallDialog
      title={title}
      submit={title}
      tone="danger"
      schema={OrderClosing}
      start={{ reason: '' }}
      fieldOf={{ ORDER_OVER: 'reason' }}
      send={async (body, headers) => {
        await userChange('POST /order/:id/close', { params: { id: order._id }, body, headers });
        return order.fulfilment === 'none' ? `Order ${order.number} closed` : `Rest of order ${order.number} closed`;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p className="mb-3">
            {`${counted(left, 'piece')} of order ${order.number} will not be delivered and go back into stock. What is owed for them is credited, what was paid is refunded.`}
          </p>
          <TextField label="Reason" hint="In the letter to the buyer and on the credit note." {...field('reason')} />
        </>
      )}
    </CallDialog>
  );
}
