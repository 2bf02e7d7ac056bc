import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { NewAccountPayment } from '#contract/money/account.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { usePayAccount } from '#web/queries/money/accounts.ts';
import type { SessionUser } from '#web/session/user.ts';
import { money, moneySign, today } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

interface Props {
  user: SessionUser;
  firm: { _id: string; name: string };
  onClose: () => void;
}

/** Records money of a firm that came by transfer; what is due first is settled first. */
export function PayAccountDialog({ user, firm, onClose }: Props) {
  const pay = usePayAccount(user, firm._id);
  // One dialog is one payment, however often its button is pressed.
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm({
    resolver: contractResolver(NewAccountPayment.pick({ amount: true, date: true, reference: true })),
    defaultValues: { amount: '', date: today(), reference: '' },
  });
  const { errors } = form.formState;
  const submit = sending(form, async (payment) => {
    const { amount } = await pay.mutateAsync({ key, ...payment });
    toast.success(`${money(-amount)} recorded`);
    onClose();
  });
  return (
    <FormDialog
      title={`Record a payment of ${firm.name}`}
      submit="Record payment"
      {...inDialog(form)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="mb-3">
        It settles what is due first. What is more than is open stays as credit, and orders whose invoices it settles
        are paid.
      </p>
      <TextField
        label={`Amount (${moneySign()})`}
        inputMode="decimal"
        error={errors.amount}
        {...form.register('amount')}
      />
      <TextField label="Day on which the bank had it" type="date" error={errors.date} {...form.register('date')} />
      <TextField label="Reference on the bank statement" error={errors.reference} {...form.register('reference')} />
    </FormDialog>
  );
}
