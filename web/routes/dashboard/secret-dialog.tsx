import { useState } from 'react';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

interface Props {
  title: string;
  /** What it is for. */
  children: string;
  secret: string;
  onClose: () => void;
}

/** Shows what is shown once, and lets it be copied. Escape does not close it, since it cannot be shown again. */
export function SecretDialog({ title, children, secret, onClose }: Props) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setSaid('Copied.');
    } catch {
      setSaid('It could not be copied. Select it and copy it yourself.');
    }
  };
  return (
    <Dialog
      title={title}
      onEscape={() => setSaid('Save it, then close this with the button.')}
      onClose={onClose}
      actions={
        <>
          <p role="status" className="mr-auto text-sm">
            {said}
          </p>
          <button type="button" className="btn" onClick={() => void copy()}>
            Copy
          </button>
          <button type="button" className="btn btn-primary" onClick={onClose}>
            I have saved it
          </button>
        </>
      }
    >
      <p>{children}</p>
      <p className="mt-3 font-medium">It is shown only once. Nobody can read it again.</p>
      <code className="bg-base-200 rounded-box mt-3 block p-3 break-all select-all">{secret}</code>
    </Dialog>
  );
}
