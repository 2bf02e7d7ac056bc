import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import { useOrdersOfFirm } from '#web/queries/buying/all-orders.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import type { SessionUser } from '#web/session/user.ts';
import { day, money } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';

/** The newest orders of a firm. */
export function FirmOrders({ user, firmId }: { user: SessionUser; firmId: string }) {
  const { data, error } = useOrdersOfFirm(user, firmId);
  return (
    <section aria-labelledby="firm-orders" className="mt-8">
      <h3 id="firm-orders" className="mb-2 text-lg font-semibold">
        Orders
      </h3>
      {error ? (
        <QueryProblem heading="h2" title="The orders cannot be shown" message={error.message} />
      ) : (
        <DataTable
          label="Orders of the firm"
          columns={COLUMNS}
          rows={data?.rows}
          keyOf={({ _id }) => _id}
          empty={<p>The firm has ordered nothing yet.</p>}
        />
      )}
      {data && data.total > data.rows.length && (
        <p className="muted mt-2 text-sm">
          The newest {data.rows.length} of {data.total}.
        </p>
      )}
    </section>
  );
}

const COLUMNS: Column<StaffOrder>[] = [
  {
    id: 'number',
    title: 'Order',
    names: true,
    cell: ({ _id, number }) => (
      <PageLink to={`/dashboard/orders/${_id}`} className="link tabular-nums">
        {number}
      </PageLink>
    ),
  },
  { id: 'at', title: 'Ordered', kind: 'tight', cell: ({ createdAt }) => day(createdAt) },
  { id: 'by', title: 'By', cell: ({ orderedBy }) => orderedBy.name },
  { id: 'state', title: 'State', kind: 'tight', cell: ({ state }) => state },
  { id: 'price', title: 'Total', kind: 'number', cell: ({ price }) => money(price) },
];
