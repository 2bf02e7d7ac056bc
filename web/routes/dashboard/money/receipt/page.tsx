import { useOrder } from '#web/queries/buying/orders.ts';
import { useRefunds } from '#web/queries/money/refunds.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { Receipt } from './receipt.tsx';

export const meta = metaOf({ title: 'Receipt', description: 'What you bought, what it cost, and how it was paid.' });

export default function ReceiptPage({ params }: Route.ComponentProps) {
  const { data: order, error: orderError } = useOrder(params.id);
  const { data: refunds, error: refundsError } = useRefunds(params.id);
  const error = orderError ?? refundsError;
  if (error || !order || !refunds) return <NotShown what="the receipt" error={error} />;
  if (order.paid) return <Receipt order={order} refunds={refunds} />;
  return (
    <section>
      <h2 className="text-xl font-semibold">This order is not paid yet</h2>
      <p className="my-4">You get a receipt as soon as it is.</p>
      <PageLink to="/dashboard" className="btn btn-primary">
        My Orders
      </PageLink>
    </section>
  );
}
