import { useState } from 'react';
import type { PriceList } from '#contract/catalogue/price-lists.ts';
import { userChange } from '#web/queries/changes.ts';
import { usePriceLists } from '#web/queries/catalogue/price-lists.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { counted, pieces } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { ConfirmOrSayWhy } from '#web/ui/dialog/confirm-or-say-why.tsx';
import { PriceListDialog } from './price-list-dialog.tsx';

export const meta = metaOf({ title: 'Price Lists', description: 'What companies pay instead of list prices.' });

export default function PriceListsPage() {
  return (
    <RequirePermission permission="tools.write">
      <Lists />
    </RequirePermission>
  );
}

function Lists() {
  const { data: lists, error } = usePriceLists();
  const [edited, setEdited] = useState<PriceList | 'new' | null>(null);
  const [removed, setRemoved] = useState<PriceList | null>(null);
  return (
    <section aria-busy={!lists && !error}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">Price Lists</h2>
        <button type="button" className="btn btn-sm btn-primary" onClick={() => setEdited('new')}>
          New price list
        </button>
      </div>
      {error ? (
        <QueryProblem heading="h2" title="The price lists cannot be shown" message={error.message} />
      ) : (
        <DataTable
          label="Price lists"
          columns={columns(setEdited, setRemoved)}
          rows={lists}
          keyOf={({ _id }) => _id}
          empty={<p>There are no price lists: every company pays list prices.</p>}
        />
      )}
      {edited && <PriceListDialog list={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
      {removed && <RemoveDialog list={removed} onClose={() => setRemoved(null)} />}
    </section>
  );
}

function columns(onEdit: (list: PriceList) => void, onRemove: (list: PriceList) => void): Column<PriceList>[] {
  return [
    {
      title: 'List',
      names: true,
      cell: ({ _id, name }) => (
        <PageLink to={`/dashboard/priceLists/${_id}`} className="link font-semibold break-words">
          {name}
        </PageLink>
      ),
    },
    { title: 'Discount', kind: 'number', cell: ({ percentOff }) => `${percentOff} %` },
    { title: 'Special prices', kind: 'number', cell: ({ items }) => pieces(items) },
    { title: 'Valid', kind: 'tight', cell: daysOf },
    {
      title: 'Change',
      cell: (list) => (
        <span className="flex flex-wrap gap-2">
          <RowButton onClick={() => onEdit(list)}>Change</RowButton>
          <RowButton tone="danger" onClick={() => onRemove(list)}>
            Delete
          </RowButton>
        </span>
      ),
    },
  ];
}

function daysOf({ from, until }: PriceList): string {
  if (from === undefined && until === undefined) return 'Always';
  return `${from ?? '…'} to ${until ?? '…'}`;
}

function RemoveDialog({ list, onClose }: { list: PriceList; onClose: () => void }) {
  const remove = () => userChange('DELETE /price-list/:id', { params: { id: list._id } });
  return (
    <ConfirmOrSayWhy action="Delete" run={remove} onClose={onClose}>
      The price list <strong>{list.name}</strong> and its {counted(list.items, 'special price')} will be deleted.
    </ConfirmOrSayWhy>
  );
}
