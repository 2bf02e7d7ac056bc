import { useSyncExternalStore } from 'react';
import { counted } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { comparing, comparisonOf, MOST_COMPARED } from './comparing.ts';

const NONE: readonly string[] = [];

function useCompared(): readonly string[] {
  return useSyncExternalStore(comparing.subscribe, comparing.now, () => NONE);
}

/** Whether a tool is to be compared with others; by keyboard the comparison is the next stop, before the rest of a list that grows. */
export function CompareChoice({ id, name }: { id: string; name: string }) {
  const chosen = useCompared();
  const isChosen = chosen.includes(id);
  return (
    <>
      <label className="tool-compare muted text-sm">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          aria-label={`Compare ${name}`}
          checked={isChosen}
          disabled={!isChosen && chosen.length >= MOST_COMPARED}
          onChange={() => comparing.turn(id)}
        />
        <span className="tool-compare-word">Compare</span>
      </label>
      {isChosen && chosen.length > 1 && (
        <PageLink to={comparisonOf(chosen)} className="compare-now btn btn-primary btn-sm">
          Compare {counted(chosen.length, 'tool')}
        </PageLink>
      )}
    </>
  );
}

/** What leads to those that were chosen; nothing where none was. */
export function CompareBar() {
  const chosen = useCompared();
  return (
    <div role="status" className="compare-bar empty:hidden">
      {chosen.length > 0 && (
        <>
          <span>
            {counted(chosen.length, 'tool')} to compare
            {chosen.length === MOST_COMPARED && <span>{', the maximum'}</span>}
          </span>
          <button type="button" className="btn btn-ghost btn-sm" onClick={comparing.clear}>
            Clear
          </button>
          {chosen.length > 1 && (
            <PageLink to={comparisonOf(chosen)} className="btn btn-primary btn-sm max-sm:min-h-11">
              Compare
            </PageLink>
          )}
        </>
      )}
    </div>
  );
}
