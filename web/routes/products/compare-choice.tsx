import { useSyncExternalStore } from 'react';
import { PageLink } from '#web/shell/page-link.tsx';
import { say } from '#web/saying/say.ts';
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
          aria-label={say('Compare {name}', { name })}
          checked={isChosen}
          disabled={!isChosen && chosen.length >= MOST_COMPARED}
          onChange={() => comparing.turn(id)}
        />
        <span className="tool-compare-word">{say('Compare')}</span>
      </label>
      {isChosen && chosen.length > 1 && (
        <PageLink to={comparisonOf(chosen)} className="compare-now btn btn-primary btn-sm">
          {say('Compare {count, plural, one {# tool} other {# tools}}', { count: chosen.length })}
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
            <span>{say('{count, plural, one {# tool} other {# tools}} to compare', { count: chosen.length })}</span>
            {chosen.length === MOST_COMPARED && <span>{say(', the maximum')}</span>}
          </span>
          <button type="button" className="btn btn-ghost btn-sm" onClick={comparing.clear}>
            {say('Clear')}
          </button>
          {chosen.length > 1 && (
            <PageLink to={comparisonOf(chosen)} className="btn btn-primary btn-sm max-sm:min-h-11">
              {say('Compare')}
            </PageLink>
          )}
        </>
      )}
    </div>
  );
}
