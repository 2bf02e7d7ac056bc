import type { AccountEntry } from '#contract/money/account.ts';
import { useFirmReminders, useHoldInvoice } from '#web/queries/money/accounts.ts';
import type { SessionUser } from '#web/session/user.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';

interface Props {
  user: SessionUser;
  firmId: string;
  /** An invoice that is open. */
  entry: AccountEntry;
}

/** Stops reminders of an invoice, such as one that is disputed, or lets them go on. */
export function HoldButton({ user, firmId, entry }: Props) {
  const { data } = useFirmReminders(user, firmId);
  const hold = useHoldInvoice();
  const isHeld = data?.invoices.includes(entry.document) ?? false;
  return (
    <RowButton
      disabled={!data || hold.isPending}
      onClick={() => hold.mutate({ number: entry.document, held: !isHeld })}
    >
      {isHeld ? 'Remind again' : 'Stop reminders'}
    </RowButton>
  );
}
