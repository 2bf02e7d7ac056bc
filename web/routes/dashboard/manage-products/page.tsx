import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { RequireAdmin } from '#web/session/guards.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { ProductTable } from './product-table.tsx';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Manage All Products', description: 'The tools of the catalogue.' });

export default function ManageProductsPage() {
  return (
    <RequireAdmin user={useDashboardUser()}>
      <h2 className="mb-4 text-xl font-semibold">Manage All Products</h2>
      <ProductTable />
    </RequireAdmin>
  );
}
