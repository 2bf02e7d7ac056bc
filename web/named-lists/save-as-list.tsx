import { useState } from 'react';
import type { BasketLine } from '#web/basket/basket.ts';
import { useSession } from '#web/session/tab-session.ts';
import { say } from '#web/saying/say.ts';
import { SaveListDialog } from './save-list-dialog.tsx';

interface Props {
  lines: readonly BasketLine[];
  /** What the list could be called. */
  suggestion?: string;
  className?: string;
}

/** Saves lines as one of the user's lists; only signed-in users have any. */
export function SaveAsList({ lines, suggestion = '', className = 'btn' }: Props) {
  const { status } = useSession();
  const [open, setOpen] = useState(false);
  if (status !== 'signed-in') return null;
  return (
    <>
      <button type="button" className={className} disabled={lines.length === 0} onClick={() => setOpen(true)}>
        {say('Save as list')}
      </button>
      {open && <SaveListDialog lines={lines} suggestion={suggestion} onClose={() => setOpen(false)} />}
    </>
  );
}
