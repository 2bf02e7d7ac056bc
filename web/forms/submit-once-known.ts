import { type FormEvent, useEffect, useRef, useState } from 'react';

/** What a form begins with is waited for so long, in ms; then it is judged as it stands. */
const MOST_WAITING_MS = 10_000;

/**
 * A press of a form is taken before what the form begins with has come, and goes on by itself once it has: judged earlier,
 * the form would miss what was about to stand in it.
 * @param isKnown whether it is there, as of the render whose fields hold it
 * @param submit judges and sends what the form says
 */
export function useSubmitOnceKnown(isKnown: boolean, submit: () => Promise<void>) {
  const [waits, setWaits] = useState(false);
  const isSending = useRef(false);
  const latest = useRef({ isKnown, submit });
  const waiting = useRef<(() => void)[]>([]);
  const wake = () => {
    for (const goOn of waiting.current.splice(0)) goOn();
  };
  useEffect(() => {
    latest.current = { isKnown, submit };
    wake();
  });
  const rendered = () => new Promise<void>((resolve) => waiting.current.push(resolve));
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    if (!latest.current.isKnown) {
      setWaits(true);
      const late = AbortSignal.timeout(MOST_WAITING_MS);
      late.addEventListener('abort', wake);
      while (!latest.current.isKnown && !late.aborted) await rendered();
      late.removeEventListener('abort', wake);
      setWaits(false);
      // Which fields there are may depend on what came.
      await rendered();
    }
    await latest.current.submit().finally(() => (isSending.current = false));
  };
  return { waits, onSubmit: (event: FormEvent) => void onSubmit(event) };
}
