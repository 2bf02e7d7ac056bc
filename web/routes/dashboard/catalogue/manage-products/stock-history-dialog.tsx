import type { Tool } from '#contract/catalogue/tools.ts';
import type { StockEntry } from '#contract/catalogue/stock-changes.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { RowLink } from '#web/shell/row-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

const KINDS: Record<StockEntry['kind'], string> = {
  opening: 'In stock before this history began',
  created: 'Added with the product',
  edited: 'Set in the edit form',
  counted: 'Changed by hand',
  imported: 'Imported',
  returned: 'Returned',
  received: 'Received',
  ordered: 'Ordered',
  released: 'Order not paid or deleted',
};

const COLUMNS: Column<StockEntry>[] = [
  { title: 'When', kind: 'tight', names: true, cell: ({ createdAt }) => moment(createdAt) },
  {
    title: 'Reason',
    cell: ({ kind, reason, order }) => (
      <>
        {KINDS[kind]}
        {reason && kind !== 'released' && <span>{`: ${reason}`}</span>}
        {order && (
          <>
            {' '}
            <RowLink to={`/dashboard/orders/${order}`}>Order</RowLink>
          </>
        )}
      </>
    ),
  },
  { title: 'Who', cell: ({ actor }) => actor },
  { title: 'Change', kind: 'number', cell: ({ change }) => signed(change) },
  { title: 'Left', kind: 'number', cell: ({ balance }) => pieces(balance) },
];

function signed(change: number): string {
  return change < 0 ? `−${pieces(-change)}` : `+${pieces(change)}`;
}

/** All that changed a tool's stock, newest first: from row to row it adds up to what there is. */
export function StockHistoryDialog({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const params = { id: tool._id };
  const query = usePersonalList(['tools', 'history', tool._id], 'GET /tool/:id/stock-history', { params });
  return (
    <Dialog title={`Stock history of ${tool.name}`} size="wide" onClose={onClose}>
      <PagedTable
        query={query}
        one="change"
        label={`Stock history of ${tool.name}`}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
      />
    </Dialog>
  );
}
