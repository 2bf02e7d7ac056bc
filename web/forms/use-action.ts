import { say } from '#web/saying/say.ts';
import { useEffect, useRef, useState } from 'react';

/** Something done by a button: whether it is on its way, and what went wrong the last time. */
export interface Action {
  busy: boolean;
  problem: { code: string; message: string } | null;
  /** @returns whether it was done */
  run(action: () => Promise<unknown>): Promise<boolean>;
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Action['problem']>(null);
  const pressed = useRef<Element | null>(null);
  // A button that is disabled while something is on its way loses the focus: it has it again, where nothing else took it.
  useEffect(() => {
    if (!busy && document.activeElement === document.body && pressed.current instanceof HTMLElement)
      pressed.current.focus();
  }, [busy]);
  return {
    busy,
    problem,
    async run(action) {
      pressed.current = document.activeElement;
      setBusy(true);
      setProblem(null);
      try {
        await action();
        return true;
      } catch (error) {
        const message = error instanceof Error ? error.message : say('Please try again.');
        setProblem({ code: codeOf(error), message });
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
