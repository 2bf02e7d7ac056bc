import { type AccountEntry, NewWriteOff } from '#contract/money/account.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { money, moneySign } from '#web/shell/format.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

interface Props {
  companyId: string;
  /** An invoice or a fee that is open. */
  entry: AccountEntry;
  onClose: () => void;
}

/** Writes off what will never be paid, such as a cent that is left over. */
export function WriteOffDialog({ companyId, entry, onClose }: Props) {
  return (
    <CallDialog
      title={`Write off ${entry.document}`}
      submit="Write off"
      tone="danger"
      schema={NewWriteOff.pick({ amount: true, reason: true })}
      start={{ amount: String(entry.open ?? ''), reason: '' }}
      fieldOf={{ ALLOCATION_TOO_LARGE: 'amount' }}
      send={async ({ amount, reason }) => {
        const body = { invoiceNumber: entry.document, amount, reason };
        const given = await userChange('POST /company/:id/write-off', { params: { id: companyId }, body });
        return `${money(-given.amount)} of ${entry.document} written off`;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p className="mb-3">
            {money(entry.open ?? 0)} is open. The write-off is a separate entry that the company can see; the invoice
            does not change.
          </p>
          <TextField label={`Amount (${moneySign()})`} inputMode="decimal" {...field('amount')} />
          <TextField
            label="Why is it written off?"
            hint="Shown in the account, which the company can see, and in the audit log."
            {...field('reason')}
          />
        </>
      )}
    </CallDialog>
  );
}
