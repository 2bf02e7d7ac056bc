import { useLocation } from 'react-router';
import type { Order } from '#contract/buying/orders.ts';
import { promiseInWords } from '#web/basket/promise.ts';

/** Thanks for an order, to whom the page that placed it led here (`justPlaced`), with its number, when it comes, and where the letter about it went. */
export function Thanks({ order }: { order: Order }) {
  const { state } = useLocation();
  if (typeof state !== 'object' || state === null || !('justPlaced' in state)) return null;
  const when = promiseInWords(order);
  return (
    <div role="status" className="alert alert-success flex-col items-start gap-1">
      <p className="text-lg font-semibold">Thank you. Order {order.number} is placed.</p>
      {order.state === 'waiting' && <p>It leaves once it is approved.</p>}
      {order.state !== 'waiting' && when !== null && <p>{`It ${when}.`}</p>}
      <p className="break-words">We have sent a confirmation to {order.email}.</p>
    </div>
  );
}
