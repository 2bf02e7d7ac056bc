import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callList } from '#web/api/call.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { ListParts } from '#web/routes/dashboard/list-parts.tsx';
import { ChoiceField, chosen, SearchField } from '#web/routes/dashboard/search-field.tsx';
import { SORTS } from '#web/routes/products/filter.ts';
import { RequireAdmin } from '#web/routes/dashboard/require-admin.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { ProductTable } from './product-table.tsx';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Manage All Products', description: 'The tools of the catalogue.' });

/** What was added last is what an admin looks for first. */
const CHOICES = {
  '': SORTS.newest,
  ...Object.fromEntries(Object.entries(SORTS).filter(([sort]) => sort !== 'newest')),
};

export default function ManageProductsPage() {
  return (
    <RequireAdmin user={useDashboardUser()}>
      <h2 className="mb-4 text-xl font-semibold">Manage All Products</h2>
      <div className="mb-4 flex flex-wrap gap-4">
        <SearchField label="Name, SKU or category" />
        <ChoiceField label="Sort" name="sort" options={CHOICES} />
      </div>
      <Products />
    </RequireAdmin>
  );
}

function Products() {
  const [search] = useSearchParams();
  const filter = { q: search.get('q') ?? undefined, sort: chosen(search, 'sort', SORTS) ?? 'newest' };
  const query = useInfiniteQuery({
    queryKey: ['tools', 'managed', filter],
    queryFn: ({ pageParam, signal }) =>
      callList('GET /tool', { query: { ...filter, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: (earlier) => earlier,
  });
  return (
    <ListParts query={query} one="product">
      {(tools) => <ProductTable tools={tools} />}
    </ListParts>
  );
}
