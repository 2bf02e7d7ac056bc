import { useId } from 'react';
import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import { type OrdersOf, useNewestOrders } from '#web/queries/buying/all-orders.ts';
import { orderState } from '#web/routes/dashboard/buying/orders/order-state.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { day, money } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';

interface Props {
  of: OrdersOf;
  title: string;
  /** Said instead of a table without rows; without it nothing is shown then, not even the title. */
  empty?: string;
}

/** The newest orders of a company or a customer. */
export function NewestOrders({ of, title, empty }: Props) {
  const id = useId();
  const { data, error } = useNewestOrders(of);
  if (empty === undefined && !error && !data?.rows.length) return null;
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="mb-2 text-lg font-semibold">
        {title}
      </h3>
      {error ? (
        <QueryProblem heading="h2" title={`${title} cannot be shown`} message={error.message} />
      ) : (
        <DataTable
          label={title}
          columns={of.userId === undefined ? [...COLUMNS, BY] : [...COLUMNS, FOR]}
          rows={data?.rows}
          keyOf={({ _id }) => _id}
          empty={<p>{empty}</p>}
        />
      )}
      {data && data.total > data.rows.length && (
        <p className="muted mt-2 text-sm">
          The latest {data.rows.length} of {data.total}.
        </p>
      )}
    </section>
  );
}

const COLUMNS: Column<StaffOrder>[] = [
  {
    title: 'Order',
    names: true,
    cell: ({ _id, number }) => (
      <PageLink to={`/dashboard/orders/${_id}`} className="link tabular-nums">
        {number}
      </PageLink>
    ),
  },
  { title: 'Ordered', kind: 'tight', cell: ({ createdAt }) => day(createdAt) },
  { title: 'Status', kind: 'tight', cell: orderState },
  { title: 'Total', kind: 'number', cell: ({ price }) => money(price) },
];

const BY: Column<StaffOrder> = { title: 'By', cell: ({ orderedBy }) => orderedBy.name };

/** Of one customer, who ordered is said already. */
const FOR: Column<StaffOrder> = {
  title: 'For',
  cell: ({ companyId, company }) => (companyId === null ? 'Themselves' : company),
};
