import { ApiError } from '#web/api/api-error.ts';
import { useOrder } from '#web/queries/buying/orders.ts';
import { useRefunds } from '#web/queries/money/refunds.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { NotFound } from '#web/routes/not-found/not-found.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import type { Route } from './+types/page.ts';
import { Receipt } from './receipt.tsx';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Receipt', description: 'What you bought, what it cost, and how it was paid.' });

export default function ReceiptPage({ params }: Route.ComponentProps) {
  const user = useDashboardUser();
  const { data: order, error: orderError } = useOrder(user, params.id);
  const { data: refunds, error: refundsError } = useRefunds(user, params.id);
  const error = orderError ?? refundsError;
  if (error instanceof ApiError && error.status === 404) return <NotFound heading="h2" />;
  if (error) return <QueryProblem heading="h2" title="The receipt cannot be shown" message={error.message} />;
  if (!order || !refunds)
    return <div className="skeleton h-96 w-full" role="status" aria-label="Loading the receipt" />;
  if (order.paid) return <Receipt order={order} refunds={refunds} />;
  return (
    <section>
      <h2 className="text-xl font-semibold">This order is not paid yet</h2>
      <p className="my-4">There is a receipt as soon as it is.</p>
      <PageLink to="/dashboard" className="btn btn-primary">
        My Orders
      </PageLink>
    </section>
  );
}
