import { type ReactNode, useState } from 'react';
import { toast } from '#web/shell/toasts.ts';
import { say } from '#web/saying/say.ts';
import { Dialog } from './dialog.tsx';

interface Props {
  /** What will happen, to whom or to what by name. */
  children: ReactNode;
  /** Their names where it is about several; the first ten are shown. */
  names?: readonly string[];
  /** The word on the button that does it. */
  action: string;
  /** Whether something is taken away by it. */
  tone?: 'danger' | 'plain';
  busy?: boolean;
  /** The word on the button that leaves all as it is. */
  dismissal?: string;
  onConfirm: () => void;
  onClose: () => void;
}

const SHOWN_NAMES = 10;

/** Asks before something is done that is not easily undone (spec §8). */
export function ConfirmDialog({
  children,
  names = [],
  action,
  tone = 'danger',
  busy = false,
  dismissal = say('Cancel'),
  onConfirm,
  onClose,
}: Props) {
  return (
    <Dialog
      title={say('Are you sure?')}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {dismissal}
          </button>
          <button
            type="button"
            className={`btn ${tone === 'danger' ? 'btn-error' : 'btn-primary'}`}
            disabled={busy}
            onClick={onConfirm}
          >
            {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
            <span>{action}</span>
          </button>
        </>
      }
    >
      <div className="break-words">{children}</div>
      {names.length > 0 && (
        <ul className="mt-3 list-disc pl-5">
          {names.slice(0, SHOWN_NAMES).map((name) => (
            <li key={name} className="break-words">
              {name}
            </li>
          ))}
          {names.length > SHOWN_NAMES && (
            <li>{say('and {count, plural, one {# other} other {# others}}', { count: names.length - SHOWN_NAMES })}</li>
          )}
        </ul>
      )}
    </Dialog>
  );
}

interface DoingProps extends Omit<Props, 'busy' | 'onConfirm'> {
  /** Does it. @returns what is said then; null where that was said already */
  run: () => Promise<string | null>;
  /** The message for an unexpected failure. */
  sorry: string;
}

/** The same for what is done once and said by a note: closes when it is over, whatever came of it. */
export function ConfirmAndDo({ run, sorry, onClose, ...question }: DoingProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      const said = await run();
      if (said !== null) toast.success(said);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : sorry);
    }
    onClose();
  };
  return <ConfirmDialog {...question} busy={busy} onConfirm={() => void confirm()} onClose={onClose} />;
}
