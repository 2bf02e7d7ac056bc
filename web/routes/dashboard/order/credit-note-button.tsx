import { useState } from 'react';
import { userFile } from '#web/session/tab-session.ts';
import { saveFile } from '#web/shell/save-file.ts';
import { toast } from '#web/shell/toasts.ts';

interface Props {
  order: string;
  refund: string;
  /** The credit note's own. */
  number: string;
}

/** Saves the credit note of a refund. */
export function CreditNoteButton({ order, refund, number }: Props) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const params = { id: order, refund };
      saveFile(
        `credit-note-${number}.pdf`,
        await userFile('GET /order/:id/refund/:refund/credit-note.pdf', { params }),
      );
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The credit note could not be fetched.');
    }
    setBusy(false);
  };
  return (
    <button type="button" className="btn btn-sm mt-1" disabled={busy} onClick={() => void save()}>
      Credit note {number}
    </button>
  );
}
