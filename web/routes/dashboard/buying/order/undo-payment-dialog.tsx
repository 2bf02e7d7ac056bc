import { howItCame, standing } from '#contract/money/payment-words.ts';
import { PaymentUndo } from '#contract/money/payments.ts';
import type { Order } from '#contract/buying/orders.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { money } from '#web/shell/format.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

/** Takes back a bank transfer that was recorded for the wrong order, or never came. */
export function UndoPaymentDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const last = standing(order.payments).findLast(({ method }) => method === 'transfer');
  const what = last === undefined ? money(order.price) : `${money(last.amount)} ${howItCame(last)}`;
  // What else came may pay it: then it is what came too much that is taken back.
  const isPaidWithout = last !== undefined && (order.overpaid ?? 0) >= last.amount;
  const numbers = order.invoices.map(({ number }) => number).join(', ');
  const stays =
    numbers === ''
      ? ''
      : `; ${order.invoices.length === 1 ? 'its invoice' : 'the invoices'} ${numbers} ${order.invoices.length === 1 ? 'stays' : 'stay'}`;
  return (
    <CallDialog
      title="Undo the payment"
      submit="Undo the payment"
      tone="danger"
      schema={PaymentUndo}
      start={{ reason: '' }}
      fieldOf={{ ORDER_REFUNDED: 'reason' }}
      send={async (body) => {
        await userChange('POST /order/:id/payment/undo', { params: { id: order._id }, body });
        return 'Payment undone';
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p className="mb-3">
            {`${what} was not received for order ${order.number}. ${isPaidWithout ? 'The order stays paid' : `The order has to be paid again${stays}`}, and the buyer will be notified.`}
          </p>
          <TextField label="What was wrong?" hint="Kept in the audit log." {...field('reason')} />
        </>
      )}
    </CallDialog>
  );
}
