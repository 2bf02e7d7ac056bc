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
  firmId: string;
  entry: AccountEntry;
  onClose: () => void;
}

/** Takes a payment back that was recorded for the wrong firm, or never came. */
export function ReverseDialog({ firmId, entry, onClose }: Props) {
  const form = useForm({ resolver: contractResolver(Reversal), defaultValues: { reason: '' } });
  const submit = sending(
    form,
    async ({ reason }) => {
      const params = { id: firmId, entryId: entry._id };
      await userChange('POST /company/:id/payment/:entryId/reverse', { params, body: { reason } });
      toast.success('It is taken back');
      onClose();
    },
    { ALREADY_REVERSED: 'reason', ORDER_REFUNDED: 'reason' },
  );
  return (
    <FormDialog
      title={entry.kind === 'write-off' ? 'Take back what was given up' : 'Take the payment back'}
      submit="Take back"
      tone="danger"
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      <p className="mb-3">
        {money(-entry.amount)}, {entry.document}: what it settled is owed again. The entry stays, and one of its own
        takes it back.
      </p>
      <TextField
        label="What was recorded wrongly?"
        hint="It stands in the account, which the firm sees, and in the audit log."
        {...fieldIn(form, 'reason')}
      />
    </FormDialog>
  );
}
