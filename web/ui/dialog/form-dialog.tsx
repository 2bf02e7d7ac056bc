import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { say } from '#web/saying/say.ts';
import { Dialog } from './dialog.tsx';
import { useLeaving } from './use-leaving.tsx';

interface Props {
  title: string;
  /** The form's fields; what is wrong with one stands at it. */
  children: ReactNode;
  /** The word on the button that sends it. */
  submit: string;
  /** `danger` where sending takes something away. */
  tone?: 'plain' | 'danger';
  /** What is wrong with the form as a whole. */
  problem: string | undefined;
  /** Whether something was typed that leaving would lose. */
  changed: boolean;
  /** Whether it is on its way, or cannot be sent yet. */
  busy: boolean;
  size?: 'usual' | 'wide';
  onSubmit: (event: FormEvent) => Promise<void>;
  onClose: () => void;
}

/** A form in a dialog: its buttons are always in sight, and leaving it asks where something was changed. */
export function FormDialog(props: Props) {
  const { title, children, submit, tone = 'plain', problem, changed, busy, size, onSubmit, onClose } = props;
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  // A button that is on its way loses the focus: where sending was refused, it goes to what is wrong, else back to the button.
  useEffect(() => {
    if (busy || document.activeElement !== document.body) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? document.querySelector<HTMLElement>(`button[form="${id}"]`))?.focus();
  }, [busy, id]);
  const { leave, question } = useLeaving(changed, onClose);
  return (
    <Dialog
      title={title}
      {...(size ? { size } : {})}
      onEscape={leave}
      onClose={onClose}
      actions={
        question ?? (
          <>
            <FormProblem message={problem} />
            <button type="button" className="btn" onClick={leave}>
              {say('Cancel')}
            </button>
            <button form={id} className={`btn ${tone === 'danger' ? 'btn-error' : 'btn-primary'}`} disabled={busy}>
              {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
              <span>{submit}</span>
            </button>
          </>
        )
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          // Only this form is sent, not one that the dialog was opened from.
          event.stopPropagation();
          event.preventDefault();
          void onSubmit(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
