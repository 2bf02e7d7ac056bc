import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** A real dialog: Escape closes it, the focus stays inside and comes back to where it was. */
export function Dialog({ title, children, onClose }: Props) {
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
        <h2 id={id} className="text-2xl font-semibold">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
