import { useId, useState } from 'react';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { TextArea } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { toast } from '#web/shell/toasts.ts';

interface Props {
  /** Undefined while it is on its way. */
  note: string | undefined;
  /** Who reads it. */
  hint: string;
  mayWrite: boolean;
  save: (note: string) => Promise<unknown>;
}

/** Notes of the staff on a company or a customer. */
export function StaffNote({ note, hint, mayWrite, save }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="mb-2 text-lg font-semibold">
        Notes
      </h3>
      {note === undefined && <div className="skeleton h-24 w-full" role="status" aria-label="Loading the notes" />}
      {note !== undefined && mayWrite && <NoteForm labelledBy={id} note={note} hint={hint} save={save} />}
      {note !== undefined && !mayWrite && <p className="break-words whitespace-pre-line">{note || 'No notes yet.'}</p>}
    </section>
  );
}

interface FormProps extends Pick<Props, 'hint' | 'save'> {
  labelledBy: string;
  note: string;
}

function NoteForm({ labelledBy, note, hint, save }: FormProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? note;
  const action = useAction();
  const isOver = action.busy || text === note;
  const submit = async () => {
    if (isOver || !(await action.run(() => save(text)))) return;
    setTyped(null);
    toast.success('Saved');
  };
  return (
    <form
      aria-labelledby={labelledBy}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextArea
        label="Note"
        hint={hint}
        rows={3}
        maxLength={4_000}
        value={text}
        onChange={({ target }) => setTyped(target.value)}
      />
      <FormProblem message={action.problem?.message} />
      {/* Disabled it would lose the focus. */}
      <button className={`btn btn-sm mt-2 ${text === note ? 'btn-disabled' : ''}`} aria-disabled={isOver || undefined}>
        Save note
      </button>
    </form>
  );
}
