import { lazy, Suspense, useEffect, useRef } from 'react';
import { facetList } from '#web/queries/catalogue/facets.ts';
import type { ToolFilter } from '#web/queries/catalogue/tools.ts';
import { useLoaded } from '#web/api/use-source.ts';
import { say } from '#web/saying/say.ts';

let want = () => {};
const wanted = new Promise<void>((resolve) => (want = resolve));
/** Its script comes when somebody turns to it; what the document has of it works before, as it does without script. */
const FacetForm = lazy(async () => {
  if (typeof window !== 'undefined') await wanted;
  return { default: (await import('./facet-form.tsx')).FacetForm };
});

const ChosenLinks = lazy(async () => {
  if (typeof window !== 'undefined') await wanted;
  return { default: (await import('./facet-form.tsx')).ChosenLinks };
});

/** What the list is narrowed by, each a link to the list without it. */
export function Chosen({ filter }: { filter: ToolFilter }) {
  const { facets } = useLoaded(facetList(filter));
  const isNarrowed = Object.keys(filter).some((name) => name !== 'sort' && name !== 'cursor');
  useEffect(() => {
    if (isNarrowed) want();
  }, [isNarrowed]);
  return (
    isNarrowed && (
      <Suspense>
        <ChosenLinks filter={filter} facets={facets} />
      </Suspense>
    )
  );
}

/** By what the list can be narrowed. */
export function Facets({ filter }: { filter: ToolFilter }) {
  const found = useLoaded(facetList(filter));
  const panel = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const details = panel.current;
    if (!details) return;
    // Opened, ticked or pointed at before the page had its script.
    if (details.open || details.matches(':hover, :focus-within')) want();
    const listeners = new AbortController();
    const { signal } = listeners;
    const onTurn = ({ target }: Event) => details.contains(target as Node) && want();
    // React stops what comes to a part that it has no script of: heard before it, a keyboard brings the script, too.
    for (const turnedTo of ['pointerover', 'focusin', 'click'])
      window.addEventListener(turnedTo, onTurn, { capture: true, signal });
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !details.open) return;
      details.removeAttribute('open');
      details.querySelector('summary')?.focus();
    };
    document.addEventListener('keydown', onKey, { signal });
    return () => listeners.abort();
  }, []);
  const onShow = () => {
    for (const fold of [panel.current, document.querySelector('.filters-fold')]) fold?.removeAttribute('open');
    panel.current?.parentElement?.querySelector('.narrowed-list')?.scrollIntoView();
  };
  if (found.facets.length === 0) return null;
  const narrowed = Object.keys(filter).filter((name) => name.startsWith('attr.')).length;
  return (
    <details ref={panel} className="facets">
      <summary className="btn btn-outline min-h-11">
        <span>{say('Narrow down')}</span>
        {narrowed > 0 && <span>{` (${narrowed})`}</span>}
      </summary>
      <Suspense>
        <FacetForm filter={filter} found={found} onShow={onShow} />
      </Suspense>
    </details>
  );
}
