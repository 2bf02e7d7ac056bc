import { useState } from 'react';
import type { Order } from '#contract/buying/orders.ts';
import { isToPay } from '#web/routes/dashboard/buying/orders/order-state.ts';
import { useMay } from '#web/queries/people/role.ts';
import { AskRefundDialog, RefuseRefundDialog } from './refund-request-dialogs.tsx';
import { GiveBackDialog } from './give-back-dialog.tsx';
import { RecordPaymentDialog } from './record-payment-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { RefundRequestNote } from './refund-request-note.tsx';
import { UndoPaymentDialog } from './undo-payment-dialog.tsx';

type Asks = 'refund' | 'payment' | 'give-back' | 'undo' | 'refuse' | 'ask';

/** What staff can do with an order's money, as far as they may, and its buyer's wish to have it back. */
export function MoneyActions({ order, isTheirs }: { order: Order; isTheirs: boolean }) {
  const possible = usePossible(order, isTheirs);
  const [asks, setAsks] = useState<Asks | null>(null);
  const close = () => setAsks(null);
  return (
    <>
      {order.refundRequest && <RefundRequestNote request={order.refundRequest} lines={order.lines} />}
      {possible.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {possible.map(([what, label]) => (
            <button key={what} type="button" className="btn btn-outline" onClick={() => setAsks(what)}>
              {label}
            </button>
          ))}
        </div>
      )}
      {asks === 'payment' && <RecordPaymentDialog order={order} onClose={close} />}
      {asks === 'give-back' && <GiveBackDialog order={order} onClose={close} />}
      {asks === 'undo' && <UndoPaymentDialog order={order} onClose={close} />}
      {asks === 'refund' && <RefundDialog orderId={order._id} onClose={close} />}
      {asks === 'refuse' && <RefuseRefundDialog order={order} onClose={close} />}
      {asks === 'ask' && <AskRefundDialog order={order} onClose={close} />}
    </>
  );
}

/** What can be done, with its words. */
function usePossible(order: Order, isTheirs: boolean): [Asks, string, boolean][] {
  const may = useMay();
  const isLeft = order.state === 'paid';
  const isOwed = order.state === 'open';
  const isPart = order.state === 'unpaid' && order.received !== undefined;
  const isByTransfer = order.paidBy === 'transfer' || order.overpaid !== undefined;
  const canUndo = isPart || (isLeft && isByTransfer && order.refunded === undefined);
  const isOpen = order.refundRequest?.state === 'open';
  const mayRefund = may('orders.refund');
  const mayRecord = may('orders.record-payment');
  const actions: [Asks, string, boolean][] = [
    ['payment', 'Record bank transfer', mayRecord && (isToPay(order) || isLeft)],
    ['give-back', 'Return the overpayment', mayRecord && order.overpaid !== undefined],
    ['undo', 'Undo the payment', mayRecord && canUndo],
    ['refund', isOwed ? 'Credit' : 'Refund', mayRefund && (isLeft || isOwed)],
    ['refuse', 'Refuse the refund', mayRefund && isOpen],
    // Of what left, one reports on a page of its own what is wrong.
    ['ask', 'Ask for a refund', isTheirs && isLeft && !isOpen && order.fulfilment === 'none'],
  ];
  // A replacement cost nothing: there is no money to come or to go back.
  return actions.filter(([, , isPossible]) => isPossible && order.returnId === undefined);
}
