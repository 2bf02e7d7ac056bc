import { say } from '#web/saying/say.ts';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface Leaving {
  /** Closes the dialog, where something would be lost by it after a question. */
  leave: () => void;
  /** Stands in the place of the dialog's buttons while it is asked; null before. */
  question: ReactNode;
}

/** Asks before a dialog is left in which something was changed; whoever stays goes on where they were. */
export function useLeaving(changed: boolean, onClose: () => void): Leaving {
  const [leaving, setLeaving] = useState(false);
  const held = useRef<Element | null>(null);
  const id = useId();
  useEffect(() => {
    if (leaving || !(held.current instanceof HTMLElement)) return;
    held.current.focus();
    held.current = null;
    // What was pressed to leave went with the question; the last button stands where it was.
    if (document.activeElement === document.body)
      [...document.querySelectorAll<HTMLElement>('dialog[open] .dialog-actions button')].at(-1)?.focus();
  }, [leaving]);
  const leave = () => {
    if (!changed) return onClose();
    if (!leaving) held.current = document.activeElement;
    setLeaving(!leaving);
  };
  const question = leaving ? (
    <div role="alertdialog" aria-labelledby={id} className="contents">
      <p id={id} className="mr-auto font-medium">
        {say('Leave without saving your changes?')}
      </p>
      <button type="button" className="btn" ref={focusOn} onClick={leave}>
        {say('Keep editing')}
      </button>
      <button type="button" className="btn btn-error" onClick={onClose}>
        {say('Leave')}
      </button>
    </div>
  ) : null;
  return { leave, question };
}

/** The question takes the focus, so that it is read out and Enter keeps what was typed. */
function focusOn(button: HTMLButtonElement | null): void {
  button?.focus();
}
