import { useState } from 'react';
import type { ListSummary } from '#contract/buying/named-lists.ts';
import { useNamedLists } from '#web/queries/buying/named-lists.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import type { Route } from './+types/page.ts';
import { DeleteListDialog, MergeListDialog, RenameListDialog } from './list-dialogs.tsx';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'My Lists', description: 'Lists of tools that you order again and again.' });

type Asked = { list: ListSummary; what: 'rename' | 'merge' | 'delete' };

export default function MyListsPage() {
  const user = useDashboardUser();
  const { data: lists, error } = useNamedLists(user);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <section aria-busy={!lists && !error}>
      <h2 className="text-xl font-semibold">My Lists</h2>
      <p className="muted mb-4">What you order again and again: save it from the basket, an order or the order pad.</p>
      {error ? (
        <QueryProblem heading="h2" title="The lists cannot be shown" message={error.message} />
      ) : (
        <DataTable
          label="My lists"
          columns={columns((list, what) => setAsked({ list, what }), (lists?.length ?? 0) > 1)}
          rows={lists}
          keyOf={({ _id }) => _id}
          empty={
            <p>
              You have no lists yet. Fill the{' '}
              <PageLink to="/basket" className="link link-primary">
                basket
              </PageLink>{' '}
              or the{' '}
              <PageLink to="/order-pad" className="link link-primary">
                order pad
              </PageLink>{' '}
              and choose ‘Save as list’ there.
            </p>
          }
        />
      )}
      {asked?.what === 'rename' && <RenameListDialog list={asked.list} onClose={close} />}
      {asked?.what === 'merge' && <MergeListDialog list={asked.list} lists={lists ?? []} onClose={close} />}
      {asked?.what === 'delete' && <DeleteListDialog list={asked.list} onClose={close} />}
    </section>
  );
}

function columns(ask: (list: ListSummary, what: Asked['what']) => void, canMerge: boolean): Column<ListSummary>[] {
  return [
    {
      id: 'name',
      title: 'List',
      names: true,
      cell: ({ _id, name }) => (
        <PageLink to={`/dashboard/lists/${_id}`} className="link font-semibold break-words">
          {name}
        </PageLink>
      ),
    },
    { id: 'lines', title: 'Lines', kind: 'number', cell: ({ lineCount }) => pieces(lineCount) },
    { id: 'changed', title: 'Changed', kind: 'tight', cell: ({ updatedAt }) => moment(updatedAt) },
    {
      id: 'actions',
      title: 'Change',
      cell: (list) => (
        <span className="flex flex-wrap gap-2">
          <RowButton onClick={() => ask(list, 'rename')}>Rename</RowButton>
          {canMerge && <RowButton onClick={() => ask(list, 'merge')}>Merge</RowButton>}
          <RowButton tone="danger" onClick={() => ask(list, 'delete')}>
            Delete
          </RowButton>
        </span>
      ),
    },
  ];
}
