import { NewPayout } from '#contract/money/account.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { money, moneySign, today } from '#web/shell/format.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

interface Props {
  company: { _id: string; name: string };
  /** What it has, in money. */
  credit: number;
  onClose: () => void;
}

/** Records that credit of a company was sent back to it at the bank. */
export function PayOutDialog({ company, credit, onClose }: Props) {
  return (
    <CallDialog
      title={`Pay out credit to ${company.name}`}
      submit="Record"
      schema={NewPayout}
      start={{ amount: credit.toFixed(2), date: today(), reference: '' }}
      fieldOf={{ MORE_THAN_CREDIT: 'amount' }}
      send={async (body, headers) => {
        await userChange('POST /company/:id/payout', { params: { id: company._id }, body, headers });
        return `${money(Number(body.amount))} paid out`;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p className="mb-3">
            {company.name} has {money(credit)} of credit. Send it back through your bank, then record it here.
          </p>
          <TextField label={`Amount (${moneySign()})`} inputMode="decimal" {...field('amount')} />
          <TextField label="Date sent" type="date" {...field('date')} />
          <TextField label="Reference of your transfer" {...field('reference')} />
        </>
      )}
    </CallDialog>
  );
}
