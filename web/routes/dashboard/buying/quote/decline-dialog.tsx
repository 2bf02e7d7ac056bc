import { useState } from 'react';
import type { Quote } from '#contract/buying/quotes.ts';
import { TextArea } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Asks why, once; nothing needs to be said. */
export function DeclineDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const action = useAction();
  const isOffered = quote.versionCount > 0;
  return (
    <FormDialog
      title={isOffered ? `Decline ${quote.number}` : `Withdraw request ${quote.number}`}
      submit={isOffered ? 'Decline' : 'Withdraw'}
      tone="danger"
      problem={action.problem?.message}
      changed={reason !== ''}
      busy={action.busy}
      onSubmit={async () => {
        const sent = { params: { id: quote._id }, body: { reason } };
        if (!(await action.run(() => userChange('POST /quote/:id/decline', sent)))) return;
        toast.success(`${quote.number} is ${isOffered ? 'declined' : 'withdrawn'}`);
        onClose();
      }}
      onClose={onClose}
    >
      <TextArea
        label="Reason (optional)"
        rows={3}
        maxLength={2_000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
