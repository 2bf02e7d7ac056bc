import { useState } from 'react';
import { lessMoney } from '#contract/money-sums.ts';
import { NewBankPayment } from '#contract/money/payments.ts';
import type { Order } from '#contract/buying/orders.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePaymentWays } from '#web/queries/money/payments.ts';
import { money, today } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Records that an order's money came by bank transfer. */
export function RecordPaymentDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  // Payments of a firm's account may have settled a part.
  const { data: ways } = usePaymentWays(order);
  // One dialog is one payment, however often its button is pressed.
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm({
    resolver: contractResolver(NewBankPayment),
    defaultValues: { date: today(), reference: '' },
  });
  const send = async (payment: NewBankPayment) => {
    const headers = { 'idempotency-key': key };
    await userChange('POST /order/:id/payment', { params: { id: order._id }, body: payment, headers });
    toast.success('The order is paid');
    onClose();
  };
  const submit = sending(form, send, { ORDER_PAID: 'reference' });
  return (
    <FormDialog title="Record a bank transfer" submit="Record payment" {...inDialog(form, submit)} onClose={onClose}>
      <p className="mb-3">
        {money(ways?.amount ?? lessMoney(order.price, order.refunded ?? 0))} for order {order.number} of {order.name}{' '}
        came, in full. The order is paid from then on: it {order.invoiceNumber === undefined ? 'gets' : 'keeps'} its
        invoice, and the buyer gets a receipt.
      </p>
      <TextField label="Day on which the bank had it" type="date" {...fieldIn(form, 'date')} />
      <TextField label="Reference on the bank statement" {...fieldIn(form, 'reference')} />
    </FormDialog>
  );
}
