import { SurchargeRow } from '#web/basket/surcharge-row.tsx';
import { inCountry } from '#contract/in-country.ts';
import type { Order } from '#contract/buying/orders.ts';
import { promiseInWords } from '#web/basket/promise.ts';
import { counted, money, pieces } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';

/** The order that a payment is for: its numbers, lines and sums, and where and when it goes. */
export function WhatIsPaid({ order }: { order: Order }) {
  const promised = promiseInWords(order);
  const more = order.lineCount - order.lines.length;
  return (
    <section className="border-base-300 rounded-box border p-6" aria-labelledby="what-is-paid">
      <h3 id="what-is-paid" className="text-lg font-semibold">
        Order{' '}
        <PageLink to={`/dashboard/orders/${order._id}`} className="link tabular-nums">
          {order.number}
        </PageLink>
      </h3>
      {order.purchaseOrder !== '' && <p>Your order number: {order.purchaseOrder}</p>}
      <p className="mt-2">
        {counted(order.quantity, 'piece')}, delivered to:{' '}
        <span className="break-words">
          {[order.company, order.name, ...inCountry(order.address, order.country).split('\n')]
            .filter(Boolean)
            .join(', ')}
        </span>
      </p>
      {promised && <p className="muted text-sm">{order.paid ? `It ${promised}.` : `If paid now, it ${promised}.`}</p>}
      <dl className="mt-4 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 tabular-nums [&>dd]:text-right">
        {order.lines.map(({ toolId, tool, quantity, price }) => (
          <div key={toolId} className="contents">
            <dt className="break-words">
              {pieces(quantity)} × {tool}
            </dt>
            <dd>{money(price)}</dd>
          </div>
        ))}
        {more > 0 && (
          <div className="contents">
            <dt className="muted">and {counted(more, 'more line')}</dt>
            <dd />
          </div>
        )}
        <dt className="border-base-300 mt-1 border-t pt-1">Goods</dt>
        <dd className="border-base-300 mt-1 border-t pt-1">{money(order.goods)}</dd>
        <dt>Delivery{order.deliveryName === '' ? '' : <span>{`, ${order.deliveryName}`}</span>}</dt>
        <dd>{order.freight === 0 ? 'Free' : money(order.freight)}</dd>
        <SurchargeRow of={order} />
        {(order.tax !== 0 || order.taxName !== null) && (
          <>
            <dt>
              {order.taxName ?? 'Tax'}
              {order.taxPercent === null ? '' : <span>{` ${order.taxPercent} %`}</span>}
            </dt>
            <dd>{money(order.tax)}</dd>
          </>
        )}
        <dt className="border-base-content border-t-2 pt-1 font-semibold">Total</dt>
        <dd className="border-base-content border-t-2 pt-1 font-semibold">{money(order.price)}</dd>
      </dl>
      {order.taxNote && <p className="muted mt-1 text-sm">{order.taxNote}</p>}
    </section>
  );
}
