import { useState } from 'react';
import { saveFile } from '#web/shell/save-file.ts';
import { toast } from '#web/shell/toasts.ts';

interface Props {
  /** The paper's words on the button. */
  children: string;
  fetch: () => Promise<Response>;
  className?: string;
}

/** Fetches a paper and hands it to the browser. */
export function PaperButton({ children, fetch, className = 'btn' }: Props) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveFile(await fetch());
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The PDF could not be fetched.');
    }
    setBusy(false);
  };
  return (
    <button type="button" className={className} disabled={busy} onClick={() => void save()}>
      {children}
    </button>
  );
}
