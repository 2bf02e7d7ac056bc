import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Listed } from '#web/api/call.ts';
import { counted, pieces } from '#web/shell/figures.ts';
import { QueryProblem } from './query-problem.tsx';

interface Props<T> {
  query: UseInfiniteQueryResult<InfiniteData<Listed<T>>>;
  /** What the rows are, such as `user`. */
  one: string;
  /** Where it is not `one` with an s. */
  many?: string;
  /** Shows the rows that are there, at least one. */
  children: (rows: T[]) => ReactNode;
}

/** A list that comes in parts, in each of its states: loading, failed, empty, and with more to come. */
export function ListParts<T>({ query, one, many: what = `${one}s`, children }: Props<T>) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query;
  if (!data && error)
    return <QueryProblem heading="h2" title={`The ${what} cannot be shown`} message={error.message} />;
  if (!data) return <div className="skeleton h-64 w-full" role="status" aria-label={`Loading the ${what}`} />;
  const rows = data.pages.flatMap((page) => page.rows);
  const total = data.pages[0]?.total ?? rows.length;
  return (
    <div aria-busy={isFetching}>
      <p role="status" className="text-base-content/80 mb-2 text-sm">
        {total === 0
          ? `There are no ${what} here.`
          : rows.length < total
            ? `${pieces(rows.length)} of ${pieces(total)} ${what}`
            : counted(total, one, what)}
      </p>
      {rows.length > 0 && children(rows)}
      {error && (
        <p role="alert" className="text-error mt-4">
          {error.message}
        </p>
      )}
      {hasNextPage && (
        <button type="button" className="btn mt-4" disabled={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </button>
      )}
    </div>
  );
}
