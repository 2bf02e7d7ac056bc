import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface Props {
  /** What will happen. */
  children: ReactNode;
  /** The word on the button that does it. */
  action: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is removed (spec §8). */
export function ConfirmDialog({ children, action, busy = false, onConfirm, onClose }: Props) {
  return (
    <Dialog title="Are you sure?" onClose={onClose}>
      <div className="py-4">{children}</div>
      <div className="modal-action">
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="btn btn-error" disabled={busy} onClick={onConfirm}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
