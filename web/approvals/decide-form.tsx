import { type FormEvent, useId, useState } from 'react';
import type { Approver, Decision } from '#contract/buying/approvals.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextArea } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { say } from '#web/saying/say.ts';
import { HeldRejection } from './held-rejection.tsx';
import { holdRejection, useHeldRejection } from './held-rejections.ts';
import { RejectDialog } from './reject-dialog.tsx';

interface Props {
  /** Which order it is about. */
  id: string;
  /** Who else may decide. */
  others: readonly Approver[];
  /** @param isLeaving the page is left meanwhile */
  onDecide: (decision: Decision, isLeaving?: boolean) => Promise<unknown>;
  onPass: (to: Approver) => Promise<unknown>;
}

/** Approve, reject with a reason, or leave it to somebody else. */
export function DecideForm({ id, others, onDecide, onPass }: Props) {
  const [note, setNote] = useState('');
  const [to, setTo] = useState('');
  const action = useAction();
  const passing = useId();
  const [rejecting, setRejecting] = useState(false);
  const isHeld = useHeldRejection(id) !== null;
  const reject = (why: string) =>
    holdRejection(
      id,
      { what: say('The order'), why },
      (isLeaving) => void action.run(() => onDecide({ decision: 'reject', note: why }, isLeaving)),
    );
  const approve = () =>
    action.run(() => onDecide({ decision: 'approve', ...(note.trim() === '' ? {} : { note: note.trim() }) }));
  const pass = (event: FormEvent) => {
    event.preventDefault();
    const chosen = others.find(({ userId }) => userId === to);
    if (chosen) void action.run(() => onPass(chosen));
  };
  if (isHeld) return <HeldRejection of={id} onUndone={setNote} />;
  return (
    <div className="grid min-w-0 content-start gap-4">
      <TextArea
        label={say('Note to the person who ordered')}
        hint={say('They see it with your decision')}
        rows={2}
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <FormProblem message={action.problem?.message} />
      <div className="grid grid-cols-2 gap-3">
        <button type="button" className="btn btn-primary btn-lg" disabled={action.busy} onClick={() => void approve()}>
          {say('Approve')}
        </button>
        <button
          type="button"
          className="btn btn-outline btn-error btn-lg"
          disabled={action.busy}
          onClick={() => setRejecting(true)}
        >
          {say('Reject')}
        </button>
      </div>
      {others.length > 0 && (
        <form aria-labelledby={passing} className="flex flex-wrap items-end gap-3" onSubmit={pass}>
          <span id={passing} className="sr-only">
            {say('Pass the decision to someone else')}
          </span>
          <div className="min-w-0 grow">
            <SelectField
              label={say('Or pass it to')}
              options={[['', say('Choose who decides')], ...others.map(({ userId, name }) => [userId, name] as const)]}
              value={to}
              onChange={({ target }) => setTo(target.value)}
            />
          </div>
          <button className="btn mb-1" disabled={action.busy || to === ''}>
            {say('Pass on')}
          </button>
        </form>
      )}
      {rejecting && (
        <RejectDialog what={say('the order')} note={note} onReject={reject} onClose={() => setRejecting(false)} />
      )}
    </div>
  );
}
