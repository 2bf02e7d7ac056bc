import { type AccountEntry, Reversal } from '#contract/money/account.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { money } from '#web/shell/format.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

interface Props {
  companyId: string;
  entry: AccountEntry;
  onClose: () => void;
}

/** Reverses a payment that was recorded for the wrong company or never received, or a write-off. */
export function ReverseDialog({ companyId, entry, onClose }: Props) {
  return (
    <CallDialog
      title={entry.kind === 'write-off' ? 'Reverse the write-off' : 'Reverse the payment'}
      submit="Reverse"
      tone="danger"
      schema={Reversal}
      start={{ reason: '' }}
      fieldOf={{ ALREADY_REVERSED: 'reason', ORDER_REFUNDED: 'reason' }}
      send={async (body) => {
        const params = { id: companyId, entryId: entry._id };
        await userChange('POST /company/:id/payment/:entryId/reverse', { params, body });
        return 'Entry reversed';
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p className="mb-3">
            {money(-entry.amount)}, {entry.document}: what it settled is owed again. The entry stays, and a new entry
            reverses it.
          </p>
          <TextField
            label="What was wrong?"
            hint="Shown in the account, which the company can see, and in the audit log."
            {...field('reason')}
          />
        </>
      )}
    </CallDialog>
  );
}
