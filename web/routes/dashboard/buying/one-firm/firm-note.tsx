import { useState } from 'react';
import { TextArea } from '#web/forms/text-field.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useFirmNote, useSetFirmNote } from '#web/queries/buying/firms.ts';
import type { SessionUser } from '#web/session/user.ts';
import { toast } from '#web/shell/toasts.ts';

interface Props {
  user: SessionUser;
  firmId: string;
  mayWrite: boolean;
}

/** What staff note of a firm for each other. */
export function FirmNote({ user, firmId, mayWrite }: Props) {
  const { data } = useFirmNote(user, firmId);
  return (
    <section aria-labelledby="firm-note" className="mt-8">
      <h3 id="firm-note" className="mb-2 text-lg font-semibold">
        Notes
      </h3>
      {!data && <div className="skeleton h-24 w-full" role="status" aria-label="Loading the notes" />}
      {data && mayWrite && <NoteForm key={data.note} user={user} firmId={firmId} note={data.note} />}
      {data && !mayWrite && <p className="break-words whitespace-pre-line">{data.note || 'Nothing is noted.'}</p>}
    </section>
  );
}

function NoteForm({ user, firmId, note }: { user: SessionUser; firmId: string; note: string }) {
  const [text, setText] = useState(note);
  const save = useSetFirmNote(user, firmId);
  const action = useAction();
  return (
    <form
      aria-labelledby="firm-note"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run(() => save.mutateAsync(text)).then((isDone) => isDone && toast.success('Saved'));
      }}
    >
      <TextArea
        label="Note"
        hint="For staff alone: the firm never sees it."
        rows={3}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FormProblem message={action.problem?.message} />
      <button className="btn btn-sm mt-2" disabled={action.busy || text === note}>
        Save the note
      </button>
    </form>
  );
}
