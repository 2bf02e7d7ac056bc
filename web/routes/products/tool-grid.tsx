import { useInfiniteQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef } from 'react';
import { endlessTools, fetchToolPart, type ToolFilter } from '#web/api/tools.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { pieces } from '#web/shell/figures.ts';
import { addressOf } from './filter.ts';
import { ToolCard } from './tool-card.tsx';

/** How far below the window the next part is fetched already. */
const AHEAD = '800px';

/** The tools that were asked for, going on while one scrolls; without script by a link. */
export function ToolGrid({ filter }: { filter: ToolFilter }) {
  const { queryKey, fetch } = endlessTools(filter);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam !== '') return fetchToolPart(filter, pageParam, signal);
      const [first] = (await fetch()).pages;
      if (!first) throw new Error('the list has a first part');
      return first;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || !hasNextPage || error) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && !isFetchingNextPage) void fetchNextPage();
      },
      { rootMargin: AHEAD },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, error]);

  if (!data) throw new Error('the loader did not fetch the tools');
  const total = data.pages[0]?.total ?? 0;
  const next = data.pages.at(-1)?.next;
  const goOn = (event: MouseEvent) => {
    event.preventDefault();
    void fetchNextPage();
  };
  return (
    <>
      <p role="status" className="muted mb-4 text-sm">
        {total === 0
          ? 'Nothing fits. Try fewer words or another category.'
          : total === 1
            ? '1 tool'
            : `${pieces(total)} tools`}
      </p>
      <h2 className="sr-only">Tools</h2>
      <ul className="tool-grid">
        {data.pages
          .flatMap(({ rows }) => rows)
          .map((tool, index) => (
            <ToolCard key={tool._id} tool={tool} priority={index === 0} />
          ))}
      </ul>
      <div ref={end} className="mt-8 text-center">
        {error && <p role="alert">{error.message}</p>}
        {next && (
          <PageLink
            to={addressOf({ ...filter, cursor: next })}
            className="btn"
            aria-busy={isFetchingNextPage}
            onClick={goOn}
          >
            Show more
          </PageLink>
        )}
      </div>
    </>
  );
}
