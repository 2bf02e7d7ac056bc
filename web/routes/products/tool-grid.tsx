import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useLoaded } from '#web/api/use-source.ts';
import { facetList } from '#web/queries/catalogue/facets.ts';
import type { ToolFilter } from '#web/queries/catalogue/tools.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { searchNote } from '#web/shell/search-note.ts';
import { say } from '#web/saying/say.ts';
import { CompareBar, CompareChoice } from './compare-choice.tsx';
import { addressOf, isWhole, sortedByAttribute } from './filter.ts';
import { ListHead } from './list-head.tsx';
import { sharedColumns } from './shared-columns.ts';
import { TableCells } from './table-cells.tsx';
import { ToolCard } from './tool-card.tsx';
import { ViewSwitch } from './view-switch.tsx';
import { useEndlessTools } from './use-endless-tools.ts';

/** How far below the window the next part is fetched already. */
const AHEAD = '800px';

/** The tools that were asked for, going on while one scrolls; without script by a link. */
export function ToolGrid({ filter }: { filter: ToolFilter }) {
  const { rows, total, next, busy, problem, goOn, ...found } = useEndlessTools(filter);
  const columns = sharedColumns(rows, useLoaded(facetList(filter)).facets, sortedByAttribute(filter));
  const end = useRef<HTMLDivElement>(null);
  const onSight = useEffectEvent(([entry]: IntersectionObserverEntry[]) => {
    if (entry?.isIntersecting) void goOn();
  });
  useEffect(() => {
    const element = end.current;
    if (!element || next === null || busy || problem !== null) return;
    const watch = new IntersectionObserver((entries) => onSight(entries), { rootMargin: AHEAD });
    watch.observe(element);
    return () => watch.disconnect();
  }, [next, busy, problem]);

  const onMore = (event: MouseEvent) => {
    event.preventDefault();
    void goOn();
  };
  const isOfPieces = rows.every(({ priceUnit }) => priceUnit === 1);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="muted text-sm">
          {total === 0 && isWhole(filter) ? say('There are no tools for sale here yet.') : counting(total, found)}
        </p>
        <PageLink to="/order-pad" className="link ml-auto py-2">
          {say('Order from a list')}
        </PageLink>
        <ViewSwitch />
      </div>
      <h2 className="sr-only">{say('Tools')}</h2>
      <ul className={`tool-list shared-${columns.length} ${isOfPieces ? '' : 'price-units'}`}>
        <ListHead filter={filter} columns={columns} isOfPieces={isOfPieces} />
        {rows.map((tool, index) => (
          <ToolCard
            key={tool._id}
            tool={tool}
            priority={index === 0}
            cells={<TableCells tool={tool} columns={columns} />}
            choice={<CompareChoice id={tool._id} name={tool.name} />}
          />
        ))}
      </ul>
      <CompareBar />
      <div ref={end} className="mt-8 text-center">
        {problem && <p role="alert">{problem}</p>}
        {next && (
          <PageLink to={addressOf({ ...filter, cursor: next })} className="btn" aria-busy={busy} onClick={onMore}>
            {say('Show more')}
          </PageLink>
        )}
      </div>
    </>
  );
}

function counting(total: number, found: Parameters<typeof searchNote>[0]): string {
  if (total === 0) return say('No tools match. Try fewer words or another category.');
  const said = searchNote(found);
  return said === null
    ? say('{total, plural, one {# tool} other {# tools}}', { total })
    : `${said} ${found.nearest ? say('{total, plural, one {# similar tool} other {# similar tools}}', { total }) : say('{total, plural, one {# tool} other {# tools}}', { total })}:`;
}
