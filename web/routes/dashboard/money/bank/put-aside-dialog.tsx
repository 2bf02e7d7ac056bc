import { useState } from 'react';
import type { BankLine } from '#contract/money/bank-imports.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useChange } from '#web/queries/changes.ts';
import { money } from '#web/shell/format.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

interface Props {
  importId: string;
  line: BankLine;
  /** It is put aside; the dialog is over. */
  onDone: () => void;
  onClose: () => void;
}

/** Puts a line of a bank's file aside, with an optional note. */
export function PutAsideDialog({ importId, line, onDone, onClose }: Props) {
  const put = useChange('PUT /bank-import/:id/line/:n');
  const [note, setNote] = useState('');
  return (
    <FormDialog
      title={`Put ${money(line.amount)} aside`}
      submit="Put aside"
      problem={put.error?.message}
      changed={note !== ''}
      busy={put.isPending}
      onSubmit={async () => {
        const input = { params: { id: importId, n: String(line.row) }, body: { ours: false, note: note.trim() } };
        // What is wrong is shown by the dialog.
        await put.mutateAsync(input).then(onDone, () => {});
      }}
      onClose={onClose}
    >
      <p className="mb-3">It is not recorded, and stays put aside in later files.</p>
      <TextField
        label="Note (optional)"
        value={note}
        maxLength={500}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}
