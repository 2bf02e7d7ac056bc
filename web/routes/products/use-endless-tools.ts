import { useEffect, useState } from 'react';
import { reachability } from '#web/api/reachability.ts';
import { endlessTools, fetchMoreTools, type ToolFilter } from '#web/queries/catalogue/tools.ts';
import { useLoaded } from '#web/api/use-source.ts';
import { say } from '#web/saying/say.ts';

const IDLE = { busy: false, problem: null as string | null };

/** The products page's list and how it goes on. Another filter is another list, for another component. */
export function useEndlessTools(filter: ToolFilter) {
  const list = useLoaded(endlessTools(filter));
  const [state, setState] = useState(IDLE);
  const { next } = list;
  const goOn = async () => {
    if (next === null) return;
    setState({ busy: true, problem: null });
    try {
      await fetchMoreTools(filter, next);
      setState(IDLE);
    } catch (error) {
      setState({ busy: false, problem: error instanceof Error ? error.message : say('Please try again.') });
    }
  };
  // A list that ended at a shop that did not answer goes on when it does.
  useEffect(
    () =>
      reachability.subscribe(() => {
        if (reachability.now()) setState((now) => (now.busy ? now : IDLE));
      }),
    [],
  );
  return { ...list, ...state, goOn };
}
