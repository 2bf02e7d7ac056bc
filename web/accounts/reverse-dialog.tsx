import { type AccountEntry, type EntryKind, Reversal } from '#contract/money/account.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { money } from '#web/shell/format.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

interface Props {
  companyId: string;
  entry: AccountEntry;
  onClose: () => void;
}

/** What an entry is called that is reversed; a payment otherwise. */
const NAMES: Partial<Record<EntryKind, string>> = { payout: 'payout', 'write-off': 'write-off' };

/** Reverses a payment that was recorded for the wrong company or never received, a payout, or a write-off. */
export function ReverseDialog({ companyId, entry, onClose }: Props) {
  return (
    <CallDialog
      title={`Reverse the ${NAMES[entry.kind] ?? 'payment'}`}
      submit="Reverse"
      tone="danger"
      schema={Reversal}
      start={{ reason: '' }}
      fieldOf={{ ALREADY_REVERSED: 'reason', CREDIT_PAID_OUT: 'reason', ORDER_REFUNDED: 'reason' }}
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
            {money(Math.abs(entry.amount))}, {entry.document}:{' '}
            {entry.kind === 'payout' ? 'it is credit of the company again' : 'what it settled is owed again'}. The entry
            stays, and a new entry reverses it.
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
