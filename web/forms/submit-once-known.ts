import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MOMENT_MS } from '#web/api/within.ts';
import { say } from '#web/saying/say.ts';

interface SubmitOptions<Seen> {
  /** Whether what the form begins with is there, as of the render whose fields hold it. */
  isKnown: boolean;
  /** What stands on the screen, such as a sum: a press is about what stood there as it was pressed. */
  seen: Seen;
  /** Judges and sends what the form says. */
  submit: (seen: Seen) => Promise<void>;
  /** What the form begins with did not come in time: it is not sent. */
  onLate: () => void;
}

/**
 * A press of a form is taken before what the form begins with has come, and goes on once it has: judged earlier, the form
 * would miss what was about to stand in it.
 */
export function useSubmitOnceKnown<Seen>({ isKnown, seen, submit, onLate }: SubmitOptions<Seen>) {
  const [waits, setWaits] = useState(false);
  const isSending = useRef(false);
  const latest = useRef({ isKnown, submit, onLate });
  const waiting = useRef<(() => void)[]>([]);
  const wake = () => {
    for (const goOn of waiting.current.splice(0)) goOn();
  };
  useEffect(() => {
    latest.current = { isKnown, submit, onLate };
    wake();
  });
  const rendered = () => new Promise<void>((resolve) => waiting.current.push(resolve));
  /** @returns whether it came */
  const known = async (): Promise<boolean> => {
    if (latest.current.isKnown) return true;
    setWaits(true);
    const late = AbortSignal.timeout(MOMENT_MS);
    late.addEventListener('abort', wake);
    while (!latest.current.isKnown && !late.aborted) await rendered();
    late.removeEventListener('abort', wake);
    setWaits(false);
    // Which fields there are may depend on what came.
    await rendered();
    return latest.current.isKnown;
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    try {
      if (await known()) await latest.current.submit(seen);
      else latest.current.onLate();
    } finally {
      isSending.current = false;
    }
  };
  return { waits, onSubmit: (event: FormEvent) => void onSubmit(event) };
}

/** Said where what a form begins with did not come in time. */
export const NOT_YET_KNOWN = say(
  'Your details have not loaded yet, so nothing was ordered. Check your connection and press again.',
);
