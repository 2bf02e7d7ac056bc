import { useState } from 'react';
import type { Order } from '#contract/buying/orders.ts';
import { NewGiveBack } from '#contract/money/payments.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { money, moneySign, today } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Records that what came too much for an order was sent back at the bank. */
export function GiveBackDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  // One dialog is one transfer, however often its button is pressed.
  const [key] = useState(() => crypto.randomUUID());
  const { overpaid = 0 } = order;
  const form = useForm({
    resolver: contractResolver(NewGiveBack),
    defaultValues: { amount: overpaid.toFixed(2), date: today(), reference: '' },
  });
  const submit = sending(
    form,
    async (given) => {
      const headers = { 'idempotency-key': key };
      await userChange('POST /order/:id/payment/give-back', { params: { id: order._id }, body: given, headers });
      toast.success(`${money(Number(given.amount))} returned`);
      onClose();
    },
    { REFUND_TOO_LARGE: 'amount' },
  );
  return (
    <FormDialog title="Return the overpayment" submit="Record" {...inDialog(form, submit)} onClose={onClose}>
      <p className="mb-3">
        {order.name} paid {money(overpaid)} too much for order {order.number}. Send it back through your bank, then
        record it here.
      </p>
      <TextField label={`Amount (${moneySign()})`} inputMode="decimal" {...fieldIn(form, 'amount')} />
      <TextField label="Date sent" type="date" {...fieldIn(form, 'date')} />
      <TextField label="Reference of your transfer" {...fieldIn(form, 'reference')} />
    </FormDialog>
  );
}
