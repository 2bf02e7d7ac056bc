import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ListPart } from '#web/api/call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { counted, pieces } from '#web/shell/format.ts';
import { DataTable, type DataTableProps } from '#web/ui/data-table/data-table.tsx';
import { QueryProblem } from './query-problem.tsx';

interface Props<Row> extends Omit<DataTableProps<Row>, 'rows' | 'empty'> {
  query: UseInfiniteQueryResult<InfiniteData<ListPart<Row>>>;
  /** What the rows are, such as `user`. */
  one: string;
  /** Where it is not `one` with an s. */
  many?: string;
}

/** The table of a list that comes in parts, in each of its states: loading, failed, empty, and with more to come. */
export function PagedTable<Row>({ query, one, many: what = `${one}s`, tools, ...table }: Props<Row>) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query;
  if (!data && error)
    return <QueryProblem heading="h2" title={`The ${what} cannot be shown`} message={error.message} />;
  const rows = data?.pages.flatMap((page) => page.rows);
  const total = data?.pages[0]?.total ?? 0;
  return (
    <div aria-busy={isFetching}>
      <DataTable
        {...table}
        rows={rows}
        empty={null}
        tools={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p role="status" className="muted text-sm">
              {total === 0
                ? `There are no ${what} here.`
                : rows && rows.length < total
                  ? `${pieces(rows.length)} of ${pieces(total)} ${what}`
                  : counted(total, one, what)}
            </p>
            {tools}
          </div>
        }
      />
      <FormProblem message={error?.message} className="mt-4" />
      {hasNextPage && (
        <button type="button" className="btn mt-4" disabled={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </button>
      )}
    </div>
  );
}

/** The rows that are there so far. */
export function rowsOf<Row>({ data }: Pick<UseInfiniteQueryResult<InfiniteData<ListPart<Row>>>, 'data'>): Row[] {
  return data?.pages.flatMap((page) => page.rows) ?? [];
}
