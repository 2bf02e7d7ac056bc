import { Link } from 'react-router';
import type { Order } from '#contract/buying/orders.ts';
import { money, pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { say } from '#web/saying/say.ts';

/** What to do with an order that was just made. */
export function OrderAdded({ order }: { order: Order }) {
  return (
    <div ref={intoView} role="status" className="alert alert-success mt-4 flex scroll-mb-56 flex-wrap">
      <span className="grow">
        <span>
          {say('{count} × {tool} ordered for {price}.', {
            count: pieces(order.quantity),
            tool: order.tool,
            price: money(order.price),
          })}
        </span>
        {order.approval?.state === 'waiting' && (
          <span>{say(' Waiting for approval until {moment}.', { moment: moment(order.approval.until) })}</span>
        )}
      </span>
      {order.state === 'unpaid' ? (
        <Link to={`/dashboard/payment/${order._id}`} reloadDocument className="btn btn-sm">
          {say('Pay')}
        </Link>
      ) : (
        <Link to={`/dashboard/orders/${order._id}`} className="btn btn-sm">
          {say('Order {number}', { number: order.number })}
        </Link>
      )}
      <Link to="/dashboard" className="btn btn-sm">
        {say('My Orders')}
      </Link>
    </div>
  );
}

/** It stands below the button, which may be at the window's edge. */
function intoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
}
