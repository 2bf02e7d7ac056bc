import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#web/api/api-error.ts';
import { useOrders } from '#web/api/orders.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { tabSession } from '#web/session/tab-session.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { OrderTable } from './order-table.tsx';

export const meta = (args: Route.MetaArgs) => pageMeta(args, { title: 'My Orders', description: 'Your orders.' });

export default function MyOrdersPage() {
  const user = useDashboardUser();
  const { data, error, isPending, isFetching, fetchNextPage, hasNextPage, refetch } = useOrders(user);
  useSignOutOn(error);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];

  return (
    <section aria-busy={isPending}>
      <h2 className="mb-4 text-xl font-semibold">My Orders{data ? `: ${data.pages[0]?.total ?? rows.length}` : ''}</h2>
      {isPending && <div className="skeleton h-64 w-full" role="status" aria-label="Loading your orders" />}
      {error && (
        <p role="alert" className="alert alert-error mb-4">
          {error.message}
          <button type="button" className="btn btn-sm" disabled={isFetching} onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {data && rows.length === 0 && (
        <p>
          You have no orders yet.{' '}
          <PageLink to="/products" className="link link-primary">
            Choose a tool
          </PageLink>
        </p>
      )}
      {rows.length > 0 && <OrderTable orders={rows} />}
      {hasNextPage && (
        <button type="button" className="btn mt-4" disabled={isFetching} onClick={() => void fetchNextPage()}>
          Show more
        </button>
      )}
    </section>
  );
}

/** On a 401 or 403 the user is signed out and goes home (spec §4). */
function useSignOutOn(error: Error | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) return;
    void Promise.resolve(navigate('/', { replace: true })).then(() =>
      tabSession()
        .end()
        .catch(() => {}),
    );
  }, [error, navigate]);
}
