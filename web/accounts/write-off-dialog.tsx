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
  companyId: string;
  /** An invoice or a fee that is open. */
  entry: AccountEntry;
  onClose: () => void;
}

/** Writes off what will never be paid, such as a cent that is left over. */
export function WriteOffDialog({ companyId, entry, onClose }: Props) {
  const form = useForm({
    resolver: contractResolver(NewWriteOff.pick({ amount: true, reason: true })),
    defaultValues: { amount: String(entry.open ?? ''), reason: '' },
  });
  const submit = sending(
    form,
    async ({ amount, reason }) => {
      const body = { invoiceNumber: entry.document, amount, reason };
      const given = await userChange('POST /company/:id/write-off', { params: { id: companyId }, body });
      toast.success(`${money(-given.amount)} of ${entry.document} written off`);
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
        {money(entry.open ?? 0)} is open. The write-off is a separate entry that the company can see; the invoice does
        not change.
      </p>
      <TextField label={`Amount (${moneySign()})`} inputMode="decimal" {...fieldIn(form, 'amount')} />
      <TextField
        label="Why is it written off?"
        hint="Shown in the account, which the company can see, and in the audit log."
        {...fieldIn(form, 'reason')}
      />
    </FormDialog>
  );
}
