import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { SHORTEST_ORDER_SEARCH, type StaffOrder } from '#contract/buying/staff-orders.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { useMay } from '#web/queries/people/role.ts';
import { ExportButton } from '#web/routes/dashboard/export-dialog.tsx';
import { onlyOrderWith, orderOfNumber } from '#web/queries/buying/order-of-number.ts';
import { STATE_WORDS } from '#web/routes/dashboard/buying/orders/order-state.ts';
import { RefundDialog } from '#web/routes/dashboard/buying/order/refund-dialog.tsx';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { ChoiceField, chosen, SearchField } from '#web/routes/dashboard/search-field.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { allOrdersColumns } from './columns.tsx';

export const meta = metaOf({ title: 'All Orders', description: 'Orders of all customers.' });

const FULFILMENTS = { open: 'To ship', part: 'Shipped in part', all: 'Shipped' };
const REFUNDS = { requested: 'Requested' };

export default function AllOrdersPage() {
  const mayOrder = useMay()('orders.change');
  return (
    <RequirePermission permission="orders.read">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">All Orders</h2>
        <div className="flex flex-wrap items-center gap-3">
          {mayOrder && (
            <PageLink to="/dashboard/newOrder" className="btn btn-sm">
              New order for a customer
            </PageLink>
          )}
          <ExportButton sheets={['orders', 'invoices']} />
        </div>
      </div>
      <div className="mb-4 flex flex-wrap gap-4">
        <OrderSearch />
        <ChoiceField label="Status" name="state" options={{ '': 'All', ...STATE_WORDS }} />
        <ChoiceField label="Shipment" name="fulfilment" options={{ '': 'All', ...FULFILMENTS }} />
        <ChoiceField label="Refunds" name="refund" options={{ '': 'All', ...REFUNDS }} />
      </div>
      <Orders />
    </RequirePermission>
  );
}

/** Enter on the number of an order, as a scanner types it, or on words that one order alone has, opens that order. */
function OrderSearch() {
  const navigate = useNavigate();
  const open = async (text: string) => {
    if (text.length < SHORTEST_ORDER_SEARCH) return;
    // Where it cannot be found so, the list shows what the search finds.
    const numbered = /^\d{5,12}$/.test(text) ? await orderOfNumber(text).catch(() => null) : null;
    const order = numbered ?? (await onlyOrderWith(text).catch(() => null));
    if (order) await navigate(`/dashboard/orders/${order._id}`);
  };
  return <SearchField label="Customer, tool, order or transaction" onEnter={(text) => void open(text)} />;
}

/** Everybody's orders; money of a paid one can be given back. */
function Orders() {
  const [search] = useSearchParams();
  const [refunded, setRefunded] = useState<StaffOrder | null>(null);
  const q = search.get('q') ?? '';
  const may = useMay();
  const sought = {
    q: q.length < SHORTEST_ORDER_SEARCH ? undefined : q,
    state: chosen(search, 'state', STATE_WORDS),
    fulfilment: chosen(search, 'fulfilment', FULFILMENTS),
    refund: chosen(search, 'refund', REFUNDS),
  };
  const query = usePersonalList(['all-orders', sought], 'GET /orders', { query: sought });
  return (
    <>
      <PagedTable
        query={query}
        one="order"
        label="All orders"
        wide
        columns={allOrdersColumns({ onRefund: may('orders.refund') ? setRefunded : null })}
        keyOf={({ _id }) => _id}
      />
      {refunded && <RefundDialog orderId={refunded._id} onClose={() => setRefunded(null)} />}
    </>
  );
}
