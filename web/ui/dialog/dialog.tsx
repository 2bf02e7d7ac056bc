import { say } from '#web/saying/say.ts';
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';

interface Props {
  title: string;
  children: ReactNode;
  /** What can be done, at the lower edge, in sight however long the rest is; where nothing is given, it can be closed. */
  actions?: ReactNode;
  /** `wide` for forms of many fields. */
  size?: 'usual' | 'wide';
  /** Escape, or the gesture for it, was used. */
  onEscape?: () => void;
  onClose: () => void;
}

/** A real dialog: the focus stays inside and goes back to where it was; Escape closes it, where nothing else is wanted. */
export function Dialog({ title, children, actions, size = 'usual', onEscape, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Closed while it still stands in the page: a dialog that is already out of it gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const escape = (event: SyntheticEvent) => {
    if (!onEscape) return;
    event.preventDefault();
    onEscape();
  };
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={id}
      onCancel={(event) => {
        // A file field inside has a cancel of its own, which comes up to here.
        if (event.target === dialog.current) escape(event);
      }}
      onKeyDown={(event) => {
        // Browsers let only the first of two Escapes be refused.
        if (event.key === 'Escape') escape(event);
      }}
      onClose={onClose}
    >
      <div className={`dialog-box ${size === 'wide' ? 'max-w-3xl' : 'max-w-lg'}`}>
        <h2 id={id} className="px-6 pt-6 pb-3 text-2xl font-semibold break-words">
          {title}
        </h2>
        <div className="dialog-body">{children}</div>
        <div className="dialog-actions">
          {actions ?? (
            <button type="button" className="btn" onClick={onClose}>
              {say('Close')}
            </button>
          )}
        </div>
      </div>
    </dialog>
  );
}
