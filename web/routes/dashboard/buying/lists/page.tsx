import { useState } from 'react';
import type { MyCompany } from '#contract/buying/companies.ts';
import { mayInCompany } from '#contract/company-policy.ts';
import type { ListSummary } from '#contract/buying/named-lists.ts';
import { useMyCompanies } from '#web/queries/buying/companies.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { DeleteListDialog, GiveListDialog, MergeListDialog, RenameListDialog } from './list-dialogs.tsx';

export const meta = metaOf({ title: 'My Lists', description: 'Lists of tools that you order again and again.' });

type ListAction = { list: ListSummary; what: 'rename' | 'merge' | 'give' | 'delete' };

export default function MyListsPage() {
  const { data: lists, error } = usePersonal(['lists'], 'GET /my-list', {});
  const [asked, setAsked] = useState<ListAction | null>(null);
  const { data: companies = [] } = useMyCompanies();
  const ordering = companies.filter(({ role }) => mayInCompany(role, 'order'));
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
          columns={columns((list, what) => setAsked({ list, what }), { lists: lists ?? [], companies })}
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
      {asked?.what === 'give' && <GiveListDialog list={asked.list} companies={ordering} onClose={close} />}
      {asked?.what === 'delete' && <DeleteListDialog list={asked.list} onClose={close} />}
    </section>
  );
}

interface ListContext {
  lists: readonly ListSummary[];
  companies: readonly MyCompany[];
}

function columns(
  ask: (list: ListSummary, what: ListAction['what']) => void,
  { lists, companies }: ListContext,
): Column<ListSummary>[] {
  const companyOf = ({ companyId }: ListSummary) => companies.find(({ _id }) => _id === companyId);
  const mayOrder = ({ role }: MyCompany) => mayInCompany(role, 'order');
  const mayChange = (list: ListSummary) => {
    const company = companyOf(list);
    return list.companyId === null || (company !== undefined && mayOrder(company));
  };
  const changeable = lists.filter(mayChange).length;
  return [
    {
      title: 'List',
      names: true,
      cell: (list) => (
        <span className="block min-w-0">
          <PageLink to={`/dashboard/lists/${list._id}`} className="link font-semibold break-words">
            {list.name}
          </PageLink>
          {list.companyId !== null && (
            <span className="muted block text-xs">A list of {companyOf(list)?.name ?? 'a company'}</span>
          )}
        </span>
      ),
    },
    { title: 'Lines', kind: 'number', cell: ({ lineCount }) => pieces(lineCount) },
    { title: 'Changed', kind: 'tight', cell: ({ updatedAt }) => moment(updatedAt) },
    {
      title: 'Change',
      cell: (list) =>
        mayChange(list) && (
          <span className="flex flex-wrap gap-2">
            <RowButton onClick={() => ask(list, 'rename')}>Rename</RowButton>
            {list.companyId === null && companies.some(mayOrder) && (
              <RowButton onClick={() => ask(list, 'give')}>Give to a company</RowButton>
            )}
            {changeable > 1 && <RowButton onClick={() => ask(list, 'merge')}>Merge</RowButton>}
            <RowButton tone="danger" onClick={() => ask(list, 'delete')}>
              Delete
            </RowButton>
          </span>
        ),
    },
  ];
}
