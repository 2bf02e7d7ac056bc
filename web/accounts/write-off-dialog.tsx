import { type AccountEntry, NewWriteOff } from '#contract/money/account.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { money, moneySign } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

interface Props {
  firmId: string;
  /** An invoice or a fee that is open. */
  entry: AccountEntry;
  onClose: () => void;
}

/** Gives up what will never come, such as a cent that is left over. */
export function WriteOffDialog({ firmId, entry, onClose }: Props) {
  const form = useForm({
    resolver: contractResolver(NewWriteOff.pick({ amount: true, reason: true })),
    defaultValues: { amount: String(entry.open ?? ''), reason: '' },
  });
  const submit = sending(
    form,
    async ({ amount, reason }) => {
      const body = { invoiceNumber: entry.document, amount, reason };
      const given = await userChange('POST /company/:id/write-off', { params: { id: firmId }, body });
      toast.success(`${money(-given.amount)} of ${entry.document} is given up`);
      onClose();
    },
    { ALLOCATION_TOO_LARGE: 'amount' },
  );
  return (
    <FormDialog
      title={`Write off ${entry.document}`}
      submit="Write off"
      tone="danger"
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      <p className="mb-3">
        {money(entry.open ?? 0)} is open. What is given up is an entry of its own, which the firm sees; the invoice
        stays as it is.
      </p>
      <TextField label={`Amount (${moneySign()})`} inputMode="decimal" {...fieldIn(form, 'amount')} />
      <TextField
        label="Why will it not come?"
        hint="It stands in the account, which the firm sees, and in the audit log."
        {...fieldIn(form, 'reason')}
      />
    </FormDialog>
  );
}
