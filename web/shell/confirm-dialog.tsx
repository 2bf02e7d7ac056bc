import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  /** What will happen. */
  children: ReactNode;
  /** The word on the button that does it. */
  action: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is removed (spec §8); a real dialog: Escape closes it, the focus stays inside and comes back. */
export function ConfirmDialog({ children, action, busy = false, onConfirm, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="modal" aria-labelledby={id} onClose={onClose}>
      <div className="modal-box">
        <h2 id={id} className="text-lg font-bold">
          Are you sure?
        </h2>
        <div className="py-4">{children}</div>
        <div className="modal-action">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn btn-error" disabled={busy} onClick={onConfirm}>
            {action}
          </button>
        </div>
      </div>
    </dialog>
  );
}
