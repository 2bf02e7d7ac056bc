import { useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { useMay } from '#web/queries/role.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** What staff can do with an order's money, as far as they may. */
export function MoneyActions({ order }: { order: Order }) {
  const may = useMay(useDashboardUser());
  const [asks, setAsks] = useState<'refund' | null>(null);
  const canRefund = may('orders.refund') && order.paid && (order.refunded ?? 0) < order.price;
  if (!canRefund) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" className="btn btn-outline" onClick={() => setAsks('refund')}>
        Refund
      </button>
      {asks === 'refund' && <RefundDialog orderId={order._id} onClose={() => setAsks(null)} />}
    </div>
  );
}
