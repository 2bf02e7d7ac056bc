import { useSearchParams } from 'react-router';
import { useAllOrders } from '#web/api/admin.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { ListParts } from '#web/routes/dashboard/list-parts.tsx';
import { ChoiceField, chosen, SearchField } from '#web/routes/dashboard/search-field.tsx';
import { RequireAdmin } from '#web/routes/dashboard/require-admin.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { AllOrdersTable } from './all-orders-table.tsx';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'All Orders', description: 'Orders of all customers.' });

const STATES = { unpaid: 'Unpaid', paid: 'Paid', deleted: 'Deleted', expired: 'Expired' };

export default function AllOrdersPage() {
  const user = useDashboardUser();
  return (
    <RequireAdmin user={user}>
      <h2 className="mb-4 text-xl font-semibold">All Orders</h2>
      <div className="mb-4 flex flex-wrap gap-4">
        <SearchField label="Customer, tool, order or transaction" />
        <ChoiceField label="State" name="state" options={{ '': 'All', ...STATES }} />
      </div>
      <Orders />
    </RequireAdmin>
  );
}

function Orders() {
  const [search] = useSearchParams();
  const query = useAllOrders(useDashboardUser(), {
    q: search.get('q') ?? undefined,
    state: chosen(search, 'state', STATES),
  });
  return (
    <ListParts query={query} one="order">
      {(orders) => <AllOrdersTable orders={orders} />}
    </ListParts>
  );
}
