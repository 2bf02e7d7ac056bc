import { type AccountEntry, Reversal } from '#contract/money/account.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { money } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

interface Props {
  companyId: string;
  entry: AccountEntry;
  onClose: () => void;
}

/** Reverses a payment that was recorded for the wrong company or never received, or a write-off. */
export function ReverseDialog({ companyId, entry, onClose }: Props) {
  const form = useForm({ resolver: contractResolver(Reversal), defaultValues: { reason: '' } });
  const submit = sending(
    form,
    async ({ reason }) => {
      const params = { id: companyId, entryId: entry._id };
      await userChange('POST /company/:id/payment/:entryId/reverse', { params, body: { reason } });
      toast.success('Entry reversed');
      onClose();
    },
    { ALREADY_REVERSED: 'reason', ORDER_REFUNDED: 'reason' },
  );
  return (
    <FormDialog
      title={entry.kind === 'write-off' ? 'Reverse the write-off' : 'Reverse the payment'}
      submit="Reverse"
      tone="danger"
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      <p className="mb-3">
        {money(-entry.amount)}, {entry.document}: what it settled is owed again. The entry stays, and a new entry
        reverses it.
      </p>
      <TextField
        label="What was wrong?"
        hint="Shown in the account, which the company can see, and in the audit log."
        {...fieldIn(form, 'reason')}
      />
    </FormDialog>
  );
}
