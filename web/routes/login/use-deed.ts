import { useState } from 'react';

/** Something done by a button: whether it is on its way, and what went wrong the last time. */
export interface Deed {
  busy: boolean;
  problem: { code: string; message: string } | null;
  /** @returns whether it was done */
  run(deed: () => Promise<unknown>): Promise<boolean>;
}

export function useDeed(): Deed {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Deed['problem']>(null);
  return {
    busy,
    problem,
    async run(deed) {
      setBusy(true);
      setProblem(null);
      try {
        await deed();
        return true;
      } catch (error) {
        const message = error instanceof Error ? error.message : 'Please try again.';
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
