import { howItCame, standing } from '#contract/money/payment-words.ts';
import { PaymentUndo } from '#contract/money/payments.ts';
import type { Order } from '#contract/buying/orders.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { money } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Takes back a bank transfer that was recorded for the wrong order, or never came. */
export function UndoPaymentDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const form = useForm({ resolver: contractResolver(PaymentUndo), defaultValues: { reason: '' } });
  const submit = sending(
    form,
    async ({ reason }) => {
      await userChange('POST /order/:id/payment/undo', { params: { id: order._id }, body: { reason } });
      toast.success('Payment undone');
      onClose();
    },
    { ORDER_REFUNDED: 'reason' },
  );
  const last = standing(order.payments).findLast(({ method }) => method === 'transfer');
  const what = last === undefined ? money(order.price) : `${money(last.amount)} ${howItCame(last)}`;
  const stays = order.invoiceNumber === undefined ? '' : `; its invoice ${order.invoiceNumber} stays`;
  return (
    <FormDialog
      title="Undo the payment"
      submit="Undo the payment"
      tone="danger"
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      <p className="mb-3">
        {`${what} was not received for order ${order.number}. The order has to be paid again${stays}, and the buyer will be notified.`}
      </p>
      <TextField label="What was wrong?" hint="Kept in the audit log." {...fieldIn(form, 'reason')} />
    </FormDialog>
  );
}
